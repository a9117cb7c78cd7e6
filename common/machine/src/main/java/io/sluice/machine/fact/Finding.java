package io.sluice.machine.fact;

import java.util.List;

/**
 * What a read says of a record.
 *
 * @param fields attributes that are not as they were, sorted
 */
public record Finding(Found found, List<String> fields) {
  /** Words that programs read in the event of a read. */
  public enum Found {
    SAME,
    CHANGED,
    GONE
  }
}
