package io.sluice.language.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an unknown text is known to begin with, where it begins with a known one: what follows may
 * still join its last character, unless that is one which joins nothing.
 */
final class KnownPrefix {
  private static final int MOST = 128;
  private static final String JOIN_NOTHING = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";
  private static final Pattern LAST = Pattern.compile("\\X\\z");

  private KnownPrefix() {}

  static String of(String text) {
    String some = text.length() > MOST ? text.substring(0, MOST) : text;
    if (some.isEmpty() || JOIN_NOTHING.indexOf(some.charAt(some.length() - 1)) >= 0) {
      return some;
    }
    int last = some.length();
    Matcher matcher = LAST.matcher(some);
    for (int from = Math.max(0, last - 16); from < last; from++) {
      matcher.region(from, last);
      if (matcher.lookingAt()) {
        return some.substring(0, from);
      }
    }
    return some.substring(0, last - 1);
  }
}
