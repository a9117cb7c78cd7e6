package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.stored.Change;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.record.RecordKeys;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The parts of plans, kept until their plan is complete. */
public final class PlanParts {
  /** Plans of which parts are kept while none is accepted: more means that their makers died. */
  private static final int PLANS_KEPT = 3;

  private PlanParts() {}

  public static void arrived(Draft draft, PlanPart part) {
    RunEdit run = draft.edit(part.run());
    if (run == null) {
      return;
    }
    boolean wanted =
        run.now().awaitsPlan()
            && part.expands() == null
            && !part.planId().equals(RecordKeys.UNRESOLVED)
            && !run.now().history().formerPlans().contains(part.planId())
            && run.run.part(part.planId(), part.i()) == null;
    if (wanted && fits(draft, run, part)) {
      makeRoom(draft, run, part.planId());
      draft.put(new Change.Part(part));
    }
  }

  /** Makers of plans that died in between leave parts behind. */
  private static void makeRoom(Draft draft, RunEdit run, String planId) {
    Set<String> others = new TreeSet<>();
    run.run.parts().forEach(part -> others.add(part.planId()));
    others.remove(planId);
    if (others.size() >= PLANS_KEPT) {
      drop(draft, run);
    }
  }

  /**
   * No plan keeps more nodes than a run may have; one that tries is refused when it is complete.
   */
  private static boolean fits(Draft draft, RunEdit run, PlanPart part) {
    int nodes = part.nodes().size();
    for (PlanPart kept : run.run.partsOf(part.planId())) {
      nodes += kept.nodes().size();
    }
    return nodes <= draft.settings.maxNodes();
  }

  static void drop(Draft draft, RunEdit run) {
    for (PartKey part : List.copyOf(run.run.parts())) {
      draft.put(new Change.Part(run.run.id, part.planId(), part.i(), null));
    }
  }
}
