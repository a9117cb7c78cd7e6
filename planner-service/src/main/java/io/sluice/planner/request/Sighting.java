package io.sluice.planner.request;

import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Snapshot;
import io.sluice.planner.loop.Arrived;
import io.sluice.planning.request.Sight;
import io.sluice.planning.request.Verdict;
import io.sluice.transport.TransportFailure;
import org.jspecify.annotations.Nullable;

/**
 * One look at the workspace of a request, and what becomes of the request after it.
 *
 * @param snapshot with the verdict to answer
 */
record Sighting(Verdict verdict, @Nullable Snapshot snapshot) {
  static Sighting of(PlanRequest request, Snapshots snapshots, Arrived arrived) {
    int tries = arrived.tries();
    try {
      Snapshot snapshot = snapshots.read(request.workspace(), request.version(), Look.after(tries));
      Sight seen = new Sight.Seen(snapshot.epoch(), snapshot.version());
      return new Sighting(Verdict.of(request, seen, arrived.overdue()), snapshot);
    } catch (TransportFailure e) {
      String why = "no state of workspace " + request.workspace() + ": " + e.getMessage();
      Sight sight =
          switch (e.code()) {
            case BEHIND -> new Sight.Behind(why, e.version());
            case UNREACHABLE -> new Sight.Away(why);
            case MISCONFIGURED, FORBIDDEN, NOT_FOUND, UNEXPECTED ->
                new Sight.Faulty(why, tries + 1);
          };
      return new Sighting(Verdict.of(request, sight, arrived.overdue()), null);
    }
  }
}
