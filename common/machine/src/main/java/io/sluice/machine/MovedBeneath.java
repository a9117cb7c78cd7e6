package io.sluice.machine;

import io.sluice.model.Address;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;

/** Something changed beneath a run that is being planned. */
final class MovedBeneath {
  private MovedBeneath() {}

  /** A plan that is being made there rests on what was before. */
  static void note(Draft draft, Address address) {
    for (RunState other : draft.state.activeRuns()) {
      RunEdit run = draft.edit(other);
      boolean planning = run.now().phase() == RunPhase.PLANNING && run.now().claim() != null;
      if (planning
          && (run.now().claim() == ClaimScope.WHOLE || other.held().touches(address.live()))) {
        run.to(run.now().with(run.now().history().moved(draft.moment.offset())));
      }
    }
  }
}
