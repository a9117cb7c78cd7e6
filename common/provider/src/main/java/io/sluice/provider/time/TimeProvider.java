package io.sluice.provider.time;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.ProviderSchema;
import java.time.Clock;

/** Moments and waiting. */
public final class TimeProvider implements Provider {
  private final TypedSession types = TypedSession.of(new TimeSleep(Clock.systemUTC()));

  @Override
  public String name() {
    return "time";
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
