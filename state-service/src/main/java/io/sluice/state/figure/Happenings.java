package io.sluice.state.figure;

import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunRecord;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a transaction tells of runs and nodes. It counts once the transaction is committed: what was
 * decided in vain is decided again.
 */
public final class Happenings {
  private final Map<EventKind, Integer> events = new EnumMap<>(EventKind.class);
  private final List<Took> durations = new ArrayList<>();

  private record Took(Figure figure, Duration time, String... labels) {}

  /** What a transition of the batch tells. */
  public void note(Transition transition, Instant at) {
    for (Command command : transition.commands()) {
      if (command instanceof Command.Emit(Event event)) {
        events.merge(event.kind(), 1, Integer::sum);
        note(event, transition, at);
      }
    }
  }

  private void note(Event event, Transition transition, Instant at) {
    switch (event.kind()) {
      case RUN_PLANNING ->
          run(event, transition)
              .filter(run -> at.equals(run.startedAt()))
              .ifPresent(run -> took(Figure.RUN_QUEUED, run.submittedAt(), at));
      case RUN_PLANNED ->
          run(event, transition)
              .map(RunRecord::startedAt)
              .ifPresent(granted -> took(Figure.RUN_PLANNED, granted, at));
      case RUN_ENDED ->
          run(event, transition)
              .ifPresent(
                  run ->
                      took(
                          Figure.RUN_TIME,
                          run.submittedAt(),
                          at,
                          word(run.kind()),
                          run.outcome() == null ? "none" : word(run.outcome())));
      default -> {
        // Of what happens to nodes, the number is enough.
      }
    }
  }

  private void took(Figure figure, Instant from, Instant to, String... labels) {
    durations.add(new Took(figure, Duration.between(from, to), labels));
  }

  private static Optional<RunRecord> run(Event event, Transition transition) {
    RunRecord last = null;
    for (Change change : transition.changes()) {
      if (change instanceof Change.Run run && run.run().equals(event.run())) {
        last = run.value();
      }
    }
    return Optional.ofNullable(last);
  }

  private static String word(Enum<?> value) {
    return Json.toTree(value).asText();
  }

  /** The transaction is committed. */
  public void count(Measures measures) {
    events.forEach((kind, times) -> measures.add(Figure.EVENTS, times, word(kind)));
    durations.forEach(each -> measures.took(each.figure(), each.time(), each.labels()));
  }
}
