package io.sluice.cli.follow;

import io.sluice.cli.deployment.Deployment;
import io.sluice.client.ClientFailure;
import io.sluice.client.EventReader;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that is remembered of what happened in a run, without waiting for what has yet to happen. */
public final class RunEvents {
  private static final Duration MARGIN = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(500);

  /** A consumer that has just begun may first hear of its partition. */
  private static final int PATIENCE = 6;

  private RunEvents() {}

  /** None where they are no longer kept, or no broker answers. */
  public static List<Event> of(Deployment deployment, RunRecord run) {
    try (EventReader reader =
        deployment.client().events(run.run(), Optional.of(run.submittedAt().minus(MARGIN)))) {
      return read(reader, run);
    } catch (ClientFailure failure) {
      return List.of();
    }
  }

  private static List<Event> read(EventReader reader, RunRecord run) {
    List<Event> events = new ArrayList<>();
    int silent = 0;
    while (silent < (events.isEmpty() ? PATIENCE : 1)) {
      List<Event> more = reader.poll(run.workspace(), run.run(), POLL);
      silent = more.isEmpty() ? silent + 1 : 0;
      events.addAll(more);
      if (more.stream().anyMatch(event -> event.kind() == EventKind.RUN_ENDED)) {
        return events;
      }
    }
    return events;
  }
}
