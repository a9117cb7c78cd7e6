package io.sluice.model;

import org.jspecify.annotations.Nullable;

/** The names that a pool of workers may have; a pool's name becomes part of a topic's name. */
public final class PoolName {
  /** The pool of a resource that names none. */
  public static final String DEFAULT = "default";

  /** For messages that refuse one. */
  public static final String RULE =
      "A pool's name is 1 to 100 letters, digits, dashes or underscores, and begins with a letter"
          + " or a digit.";

  private static final NameShape SHAPE = new NameShape("_-", 100);

  private PoolName() {}

  public static boolean isValid(@Nullable String text) {
    return text != null && SHAPE.fits(text);
  }
}
