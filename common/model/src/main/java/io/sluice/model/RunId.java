package io.sluice.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids that a run may have. They become parts of record keys, which a slash would split
 * elsewhere, and of commands, in which some words mean something else.
 */
public final class RunId {
  private static final NameShape SHAPE = new NameShape("._-", 100);

  /** Where a command takes a run, the first is the newest; where it takes a moment, the second. */
  private static final Set<String> WORDS = Set.of("last", "now");

  /** For messages that refuse one. */
  public static final String RULE =
      "1 to 100 letters, digits, dots, dashes or underscores; it begins with a letter or a digit"
          + " and is neither \"last\" nor \"now\"";

  private RunId() {}

  public static boolean isValid(@Nullable String text) {
    return text != null && SHAPE.fits(text) && !WORDS.contains(text);
  }
}
