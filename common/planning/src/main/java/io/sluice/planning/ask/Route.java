package io.sluice.planning.ask;

import org.jspecify.annotations.Nullable;

/**
 * Which workers ask a provider, and how fast: the same as for the plan's own operations.
 *
 * @param pool whose workers ask; null for the default one
 * @param provider what the plan calls the configuration; null where none is written
 * @param rate operations a second, over all workers; null for no limit
 * @param maxConcurrent operations at once, over all workers; null for no limit
 */
public record Route(
    @Nullable String pool,
    @Nullable String provider,
    @Nullable Double rate,
    @Nullable Integer maxConcurrent) {
  public static final Route NONE = new Route(null, null, null, null);

  Route in(@Nullable String other) {
    return new Route(other, provider, rate, maxConcurrent);
  }
}
