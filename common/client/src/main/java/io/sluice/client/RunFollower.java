package io.sluice.client;

import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for a run to end, reading its events on the way. */
public final class RunFollower {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Runnable requireAlive;
  private final Patience patience;

  /**
   * @param firstEvent how long to wait for the first event of the run
   * @param end how long the run may take
   */
  public record Patience(Duration firstEvent, Duration end) {}

  /** How the waiting ended; the run itself may have failed in {@link Ended}. */
  public sealed interface Outcome {}

  /** With all events that were read, the last of them the run's end. */
  public record Ended(List<Event> events) implements Outcome {
    public Ended {
      events = List.copyOf(events);
    }
  }

  /** The planner or the state service refused it; nothing was changed. */
  public record Refused(Event event) implements Outcome {}

  /** No service reported on the run within {@link Patience#firstEvent()}. */
  public record Silent() implements Outcome {}

  /** The run goes on. */
  public record StillRunning() implements Outcome {}

  public RunFollower(Client client, Patience patience) {
    this(client::requireAlive, patience);
  }

  /**
   * @param meanwhile looked at all the time; what it throws ends the waiting
   */
  public RunFollower(Client client, Patience patience, Runnable meanwhile) {
    this(
        () -> {
          client.requireAlive();
          meanwhile.run();
        },
        patience);
  }

  RunFollower(Runnable requireAlive, Patience patience) {
    this.requireAlive = requireAlive;
    this.patience = patience;
  }

  /**
   * @param events opened before the run was submitted
   * @param each sees every event before it counts
   */
  public Outcome toTheEnd(String workspace, String run, EventReader events, Consumer<Event> each) {
    return toTheEnd(() -> events.poll(workspace, run, POLL), each);
  }

  Outcome toTheEnd(Supplier<List<Event>> events, Consumer<Event> each) {
    List<Event> seen = new ArrayList<>();
    long until = System.nanoTime() + patience.end().toNanos();
    long silent = System.nanoTime() + patience.firstEvent().toNanos();
    while (System.nanoTime() - until < 0) {
      for (Event event : events.get()) {
        seen.add(event);
        each.accept(event);
        if (event.kind() == EventKind.REFUSED) {
          return new Refused(event);
        }
        if (event.kind() == EventKind.RUN_ENDED) {
          return new Ended(seen);
        }
      }
      if (seen.isEmpty() && System.nanoTime() - silent > 0) {
        return new Silent();
      }
      requireAlive.run();
    }
    return new StillRunning();
  }
}
