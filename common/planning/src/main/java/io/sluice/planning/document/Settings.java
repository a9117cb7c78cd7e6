package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.plan.PassingRefusals;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.Timeouts;
import org.jspecify.annotations.Nullable;

/**
 * What a resource says about how it is worked on, apart from its configuration.
 *
 * @param refusals which refusals of a real provider are worth another try; null for the usual ones
 * @param recover the import id or the {@link io.sluice.model.plan.DataLookup}, unsubstituted, by
 *     which a new object is found of which nobody knows whether it was made
 * @param source the address of the real provider that serves it; null for one of Sluice's own
 */
public record Settings(
    @Nullable String provider,
    @Nullable String pool,
    Lifecycle lifecycle,
    Timeouts timeouts,
    @Nullable RetryPolicy retry,
    @Nullable ProviderBlock block,
    @Nullable String source,
    @Nullable PassingRefusals refusals,
    @Nullable JsonNode recover) {

  public Settings(
      @Nullable String provider,
      @Nullable String pool,
      Lifecycle lifecycle,
      Timeouts timeouts,
      @Nullable RetryPolicy retry) {
    this(provider, pool, lifecycle, timeouts, retry, null, null, null, null);
  }

  /** The same with the configuration of its provider. */
  public Settings with(String name, ProviderBlock configuration) {
    return new Settings(
        name, pool, lifecycle, timeouts, retry, configuration, source, refusals, recover);
  }

  /** The same, served by a real provider. */
  public Settings servedBy(@Nullable String address) {
    return new Settings(
        provider, pool, lifecycle, timeouts, retry, block, address, refusals, recover);
  }

  /** The same, with what is worth another try. */
  public Settings retrying(@Nullable PassingRefusals others) {
    return new Settings(provider, pool, lifecycle, timeouts, retry, block, source, others, recover);
  }

  /** The same, tried as often as this says where it does not say itself. */
  public Settings orRetry(@Nullable RetryPolicy usual) {
    return new Settings(
        provider,
        pool,
        lifecycle,
        timeouts,
        retry == null ? usual : retry,
        block,
        source,
        refusals,
        recover);
  }

  /** The same, with how its object is found. */
  public Settings recovering(@Nullable JsonNode lookup) {
    return new Settings(
        provider, pool, lifecycle, timeouts, retry, block, source, refusals, lookup);
  }
}
