package io.sluice.language.value;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The order of strings that reaches output: by code point, which is the order of their UTF-8 bytes
 * and not that of {@link String#compareTo}.
 */
public final class CodePoints {
  public static final Comparator<String> ORDER = CodePoints::compare;

  private CodePoints() {}

  /** An unmodifiable copy in this order. */
  public static <T> SortedMap<String, T> sorted(Map<String, ? extends T> map) {
    SortedMap<String, T> copy = new TreeMap<>(ORDER);
    copy.putAll(map);
    return Collections.unmodifiableSortedMap(copy);
  }

  /** The same keys with other values; the keys are not compared again. */
  @SuppressWarnings("unchecked") // Each value is replaced before anybody sees it.
  static <A, B> SortedMap<String, B> mapped(SortedMap<String, A> sorted, Function<A, B> change) {
    SortedMap<String, Object> copy = new TreeMap<>((SortedMap<String, ?>) sorted);
    copy.replaceAll((key, value) -> change.apply((A) value));
    return (SortedMap<String, B>) (SortedMap<String, ?>) copy;
  }

  private static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Surrogates stand for code points above all others. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }
}
