package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.stored.Change;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.record.RecordKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The parts of plans, kept until their plan is complete. */
public final class PlanParts {
  /**
   * How many plans that were not accepted keep their parts; more of them mean that their makers
   * died.
   */
  private static final int PLANS_KEPT = 3;

  private PlanParts() {}

  public static Decision arrived(View view, PlanPart part) {
    RunView run = view.run(part.run());
    if (run == null) {
      return Decision.nothing();
    }
    boolean wanted =
        run.now().awaitsPlan()
            && part.expands() == null
            && Waves.isOfRequest(part, run.now().asking().round())
            && !part.planId().equals(RecordKeys.UNRESOLVED)
            && !run.now().history().formerPlans().contains(part.planId())
            && run.run().part(part.planId(), part.i()) == null;
    return wanted && fits(view, run, part)
        ? room(run, part.planId()).and(new Fact.Kept(new Change.Part(part)))
        : Decision.nothing();
  }

  /** Makes room: a planner that dies between parts leaves the first ones behind. */
  private static Decision room(RunView run, String planId) {
    Set<String> others = new TreeSet<>();
    run.run().parts().forEach(part -> others.add(part.planId()));
    others.remove(planId);
    return others.size() >= PLANS_KEPT ? drop(run) : Decision.nothing();
  }

  /**
   * Whether the part fits: no plan keeps more nodes than a run may have. A larger plan is refused
   * when it is complete.
   */
  private static boolean fits(View view, RunView run, PlanPart part) {
    int nodes = part.nodes().size();
    for (PlanPart kept : run.run().partsOf(part.planId())) {
      nodes += kept.nodes().size();
    }
    return nodes <= view.settings().maxNodes();
  }

  static Decision drop(RunView run) {
    List<Fact> dropped = new ArrayList<>();
    for (PartKey part : run.run().parts()) {
      dropped.add(new Fact.Kept(new Change.Part(run.run().id, part.planId(), part.i(), null)));
    }
    return Decision.all(dropped);
  }
}
