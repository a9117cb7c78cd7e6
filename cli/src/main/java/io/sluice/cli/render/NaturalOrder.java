package io.sluice.cli.render;

import java.util.Comparator;

/**
 * The order in which people look for names: numbers within them count as numbers, so that {@code
 * a[2]} precedes {@code a[10]}.
 */
public final class NaturalOrder {
  public static final Comparator<String> TEXT = NaturalOrder::compare;

  private NaturalOrder() {}

  private static int compare(String left, String right) {
    int i = 0;
    int j = 0;
    while (i < left.length() && j < right.length()) {
      int order;
      if (isDigit(left.charAt(i)) && isDigit(right.charAt(j))) {
        int leftEnd = endOfNumber(left, i);
        int rightEnd = endOfNumber(right, j);
        order = numbers(left.substring(i, leftEnd), right.substring(j, rightEnd));
        i = leftEnd;
        j = rightEnd;
      } else {
        order = Character.compare(left.charAt(i++), right.charAt(j++));
      }
      if (order != 0) {
        return order;
      }
    }
    int rest = Integer.compare(left.length() - i, right.length() - j);
    // Texts that differ are never equal: 1 and 01 have an order, too.
    return rest == 0 ? left.compareTo(right) : rest;
  }

  private static int numbers(String left, String right) {
    String one = significant(left);
    String other = significant(right);
    int byLength = Integer.compare(one.length(), other.length());
    return byLength == 0 ? one.compareTo(other) : byLength;
  }

  private static String significant(String digits) {
    int start = 0;
    while (start < digits.length() - 1 && digits.charAt(start) == '0') {
      start++;
    }
    return digits.substring(start);
  }

  private static int endOfNumber(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
