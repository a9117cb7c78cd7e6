package io.sluice.planning.document;

import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.Timeouts;
import org.jspecify.annotations.Nullable;

/**
 * What a resource says about how it is worked on, apart from its configuration.
 *
 * @param source the address of the real provider that serves it; null for one of Sluice's own
 */
public record Settings(
    @Nullable String provider,
    @Nullable String pool,
    Lifecycle lifecycle,
    Timeouts timeouts,
    @Nullable RetryPolicy retry,
    @Nullable ProviderBlock block,
    @Nullable String source) {

  public Settings(
      @Nullable String provider,
      @Nullable String pool,
      Lifecycle lifecycle,
      Timeouts timeouts,
      @Nullable RetryPolicy retry) {
    this(provider, pool, lifecycle, timeouts, retry, null, null);
  }

  /** The same with the configuration of its provider. */
  public Settings with(String name, ProviderBlock configuration) {
    return new Settings(name, pool, lifecycle, timeouts, retry, configuration, source);
  }

  /** The same, served by a real provider. */
  public Settings servedBy(@Nullable String address) {
    return new Settings(provider, pool, lifecycle, timeouts, retry, block, address);
  }
}
