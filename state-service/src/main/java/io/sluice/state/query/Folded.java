package io.sluice.state.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A workspace as it was at a moment. */
sealed interface Folded {
  /**
   * @param values by keys, as they were written
   * @param unknown keys that were written after the moment and of which the log has nothing before
   */
  record Known(Map<String, byte[]> values, List<String> unknown) implements Folded {}

  record Unknown(String why) implements Folded {}

  /** What the log says of one key: the last value until the moment, and whether more came. */
  final class Held {
    private byte @Nullable [] value;
    private boolean known;
    private boolean later;

    void take(StateLog.Entry entry, boolean until) {
      if (until) {
        value = entry.value();
        known = true;
      } else {
        later = true;
      }
    }
  }

  /** What the log does not mention has not changed since it begins: it was as it is now. */
  static Folded of(Map<String, byte[]> now, Map<String, Held> held, boolean truncated) {
    Map<String, byte[]> values = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    held.forEach(
        (key, of) -> {
          byte[] value = of.value;
          if (of.known && value != null) {
            values.put(key, value);
          } else if (!of.known && of.later && truncated) {
            unknown.add(key);
          }
        });
    now.forEach(
        (key, value) -> {
          if (!held.containsKey(key)) {
            values.put(key, value);
          }
        });
    return new Known(values, unknown);
  }
}
