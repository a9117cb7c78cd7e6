package io.sluice.model;

import org.jspecify.annotations.Nullable;

/** The names that a workspace may have; they become parts of record keys and of paths. */
public final class WorkspaceName {
  /** The workspace that is meant where none is named. */
  public static final String DEFAULT = "default";

  /** For messages that refuse one. */
  public static final String RULE =
      "A workspace's name is 1 to 90 letters, digits, dots, dashes or underscores, and begins with"
          + " a letter or a digit.";

  private static final NameShape SHAPE = new NameShape("._-", 90);

  private WorkspaceName() {}

  public static boolean isValid(@Nullable String text) {
    return text != null && SHAPE.fits(text);
  }
}
