package io.sluice.worker.workspace;

import io.sluice.client.Client;
import io.sluice.client.EventReader;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.provider.workspace.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Only events say why something was refused before it became a run. One reader reads them all. */
final class RefusalEvents implements Runs.Refusals {
  private static final Duration AT_ONCE = Duration.ofMillis(500);

  private final Client client;
  private final String run;
  private final Instant since;
  private @Nullable EventReader events;

  RefusalEvents(Client client, String run, Instant since) {
    this.client = client;
    this.run = run;
    this.since = since;
  }

  @Override
  public Optional<String> next() {
    try {
      EventReader open = events;
      if (open == null) {
        open = client.events(run, Optional.of(since));
        events = open;
      }
      return open.find(run, EventKind.REFUSED, AT_ONCE).map(Event::text);
    } catch (KafkaException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    if (events != null) {
      events.close();
      events = null;
    }
  }
}
