package io.sluice.state.query;

import org.jspecify.annotations.Nullable;

/**
 * A piece of a long answer.
 *
 * @param after the last key of the piece before; null for the first
 * @param limit how many records are looked at
 */
record Page(@Nullable String after, int limit) {
  static final int USUAL = 1_000;
  private static final int MOST = 5_000;

  Page {
    limit = limit < 1 ? USUAL : Math.min(limit, MOST);
  }
}
