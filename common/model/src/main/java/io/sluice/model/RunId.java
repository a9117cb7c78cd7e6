package io.sluice.model;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a run's id may be, whoever names it: ids are parts of record keys, which a slash would split
 * elsewhere, and of commands, in which some words mean something else.
 */
public final class RunId {
  private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** Where a command takes a run, the first is the newest; where it takes a moment, the second. */
  private static final Set<String> WORDS = Set.of("last", "now");

  /** For those who are told that theirs is none. */
  public static final String RULE =
      "1 to 100 letters, digits, dots, dashes or underscores; it begins with a letter or a digit"
          + " and is neither \"last\" nor \"now\"";

  private RunId() {}

  public static boolean isValid(@Nullable String text) {
    return text != null && SHAPE.matcher(text).matches() && !WORDS.contains(text);
  }
}
