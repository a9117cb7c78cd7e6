package io.sluice.provider.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.ProviderSchema;

/** {@code bench_task}. */
public final class BenchProvider implements Provider {
  private final TypedSession types = TypedSession.of(new BenchTask());

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public ProviderSchema schema() {
    return types.schema();
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Ready(types);
  }
}
