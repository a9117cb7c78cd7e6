package io.sluice.machine.narrate;

import java.util.List;

/**
 * What a read says of a record.
 *
 * @param fields attributes that are not as they were, sorted
 */
public record Finding(Found found, List<String> fields) {
  String text() {
    return switch (found) {
      case SAME -> "read";
      case CHANGED -> "changed outside (" + String.join(", ", fields) + ")";
      case GONE -> "deleted outside";
    };
  }

  /** Words that programs read in the event of a read. */
  public enum Found {
    SAME,
    CHANGED,
    GONE
  }
}
