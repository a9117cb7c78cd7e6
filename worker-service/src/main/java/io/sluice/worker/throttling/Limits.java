package io.sluice.worker.throttling;

import io.sluice.model.plan.ProviderBlock;
import org.jspecify.annotations.Nullable;

/** What a provider block allows, over all workers together. */
public record Limits(@Nullable Double rate, @Nullable Integer maxConcurrent) {
  public static final Limits NONE = new Limits(null, null);

  public static Limits of(@Nullable ProviderBlock block) {
    return block == null ? NONE : new Limits(block.rate(), block.maxConcurrent());
  }

  boolean any() {
    return rate != null || maxConcurrent != null;
  }
}
