package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.stored.Change;
import java.util.ArrayList;
import java.util.List;

/** Closes doubts that are settled. */
public final class ClosedDoubts {
  private ClosedDoubts() {}

  /** The doubt of a run without a claim is over, or has become that of a later one. */
  public static Decision close(View view, NodeEntry doubt) {
    RunState run = view.state().runOf(doubt);
    if (!run.active()) {
      return new Fact.Kept(new Change.Node(run.id, doubt.id, null)).then(() -> dropResolved(run));
    }
    return run.holds()
        ? Decision.nothing()
        : new Fact.NodeMoved(doubt, new NodeEvent.Cancelled("settled by a later run"));
  }

  /** Takes the part of a node in doubt away when nothing in it is in doubt any more. */
  public static Decision dropResolved(RunState run) {
    List<Fact> dropped = new ArrayList<>();
    if (!run.active() && run.entries().stream().noneMatch(NodeEntry::inDoubt)) {
      for (PartKey part : run.parts()) {
        if (part.isUnresolved()) {
          dropped.add(new Fact.Kept(new Change.Part(run.id, part.planId(), part.i(), null)));
        }
      }
    }
    return Decision.all(dropped);
  }
}
