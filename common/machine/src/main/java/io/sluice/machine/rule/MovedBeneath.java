package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.model.Address;

/** Something changed beneath a run that is being planned. */
public final class MovedBeneath {
  private MovedBeneath() {}

  /** A plan that is being made there rests on what was before. */
  public static void note(Draft draft, Address address) {
    for (RunState other : draft.state.activeRuns()) {
      RunEdit run = draft.edit(other);
      if (run.now().isPlanning() && other.held().touches(address.live())) {
        run.to(run.now().with(run.now().history().moved(draft.moment.offset())));
      }
    }
  }
}
