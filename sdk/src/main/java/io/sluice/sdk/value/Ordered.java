package io.sluice.sdk.value;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Java's collections in an order of their own, or sorted where they have none: the same program
 * writes the same text every time.
 */
final class Ordered {
  private Ordered() {}

  static Map<String, Object> entries(Map<?, ?> map) {
    Map<String, Object> ordered =
        map instanceof SequencedMap<?, ?> ? new LinkedHashMap<>() : new TreeMap<>();
    map.forEach((key, value) -> ordered.put(String.valueOf(key), value));
    return ordered;
  }

  static List<?> elements(Collection<?> all) {
    return all instanceof SequencedCollection<?>
        ? List.copyOf(all)
        : all.stream().sorted(Comparator.comparing(String::valueOf)).toList();
  }
}
