package io.sluice.language.value;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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
