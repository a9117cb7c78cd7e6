package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider.Configured;
import io.sluice.provider.Session;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The configured providers of a worker, made when first asked for and kept. */
public final class Sessions implements AutoCloseable {
  private final Map<Key, Configured> configured = new ConcurrentHashMap<>();

  private record Key(String provider, JsonNode configuration) {}

  /** A session, or why there is none. */
  sealed interface Opened {
    record Ready(Session session) implements Opened {}

    record Refused(Outcome.Failed why) implements Opened {}
  }

  Opened of(Target target) {
    Configured made =
        configured.computeIfAbsent(
            new Key(target.provider().name(), target.configuration()),
            key -> ProviderBroke.guarded(() -> target.provider().configure(key.configuration())));
    return switch (made) {
      case Configured.Ready ready -> new Opened.Ready(ready.session());
      case Configured.Refused refused -> new Opened.Refused(refused.why());
    };
  }

  @Override
  public void close() {
    configured
        .values()
        .forEach(
            made -> {
              if (made instanceof Configured.Ready ready) {
                ready.session().close();
              }
            });
  }
}
