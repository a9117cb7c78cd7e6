package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.stored.Change;
import java.util.List;

/** Doubts that are over. */
public final class ClosedDoubts {
  private ClosedDoubts() {}

  /** The doubt of a run without a claim is over, or has become that of a later one. */
  public static void close(Draft draft, NodeEntry doubt) {
    RunState run = draft.runOf(doubt);
    if (!run.active()) {
      draft.put(new Change.Node(run.id, doubt.id, null));
      dropResolved(draft, run);
    } else if (!run.holds()) {
      draft.move(doubt, new NodeEvent.Cancelled("settled by a later run"));
    }
  }

  /** Takes the part of a node in doubt away when nothing in it is in doubt any more. */
  public static void dropResolved(Draft draft, RunState run) {
    boolean doubts = run.entries().stream().anyMatch(NodeEntry::inDoubt);
    if (!doubts && !run.active()) {
      for (PartKey part : List.copyOf(run.parts())) {
        if (part.isUnresolved()) {
          draft.put(new Change.Part(run.id, part.planId(), part.i(), null));
        }
      }
    }
  }
}
