package io.sluice.providers.bench;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;

/** {@code bench_task}. */
public final class BenchProvider extends PlainProvider {
  public BenchProvider() {
    super("bench", TypedSession.of(new BenchTask()));
  }
}
