package io.sluice.planner.request;

import io.sluice.machine.request.Sight;
import io.sluice.machine.request.Verdict;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Snapshot;
import io.sluice.transport.TransportFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One look at the workspace of a request, and what becomes of the request after it.
 *
 * @param snapshot with the verdict to answer
 */
record Sighting(Verdict verdict, @Nullable Snapshot snapshot) {
  /**
   * A frozen owner holds a thread up no longer than the first of these. A large workspace takes
   * longer to write, and gets its time when it is tried again.
   */
  private static final Duration[] PATIENCE = {
    Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(240)
  };

  static Sighting of(PlanRequest request, Snapshots snapshots, int tries) {
    Duration longest = PATIENCE[Math.min(tries, PATIENCE.length - 1)];
    try {
      Snapshot snapshot = snapshots.read(request.workspace(), request.version(), longest);
      Sight seen = new Sight.Seen(snapshot.epoch(), snapshot.version());
      return new Sighting(Verdict.of(request, seen), snapshot);
    } catch (TransportFailure e) {
      String why = "no state of workspace " + request.workspace() + ": " + e.getMessage();
      Sight sight =
          switch (e.code()) {
            case UNREACHABLE, BEHIND -> new Sight.Away(why);
            case MISCONFIGURED, FORBIDDEN, NOT_FOUND, KEY, UNEXPECTED ->
                new Sight.Faulty(why, tries + 1);
          };
      return new Sighting(Verdict.of(request, sight), null);
    }
  }
}
