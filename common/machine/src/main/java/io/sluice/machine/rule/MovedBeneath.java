package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.model.Address;
import java.util.ArrayList;
import java.util.List;

/** Something changed beneath a run that is being planned. */
public final class MovedBeneath {
  private MovedBeneath() {}

  /** A plan that is being made for the address is based on what was there before. */
  public static Decision note(View view, Address address) {
    List<Fact> moved = new ArrayList<>();
    for (RunState other : view.state().activeRuns()) {
      RunView run = view.run(other);
      if (run.now().isPlanning() && other.held().touches(address.live())) {
        moved.add(Fact.moved(run, now -> now.with(now.history().moved(view.context().offset()))));
      }
    }
    return Decision.all(moved);
  }
}
