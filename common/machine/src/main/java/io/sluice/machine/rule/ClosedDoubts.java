package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunState.PartKey;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.stored.Change;
import io.sluice.model.record.RecordKeys;
import java.util.List;

/** Doubts that are over. */
public final class ClosedDoubts {
  private ClosedDoubts() {}

  /** The doubt of a run without a claim is over, or has become that of a later one. */
  public static void close(Draft draft, NodeEntry doubt) {
    if (doubt.run.active() && !doubt.run.holds()) {
      draft.move(doubt, new NodeEvent.Cancelled("settled by a later run"));
    } else if (!doubt.run.active()) {
      draft.put(new Change.Node(doubt.run.id, doubt.id, null));
      dropResolved(draft, doubt.run);
    }
  }

  /** Takes the part of a node in doubt away when nothing in it is in doubt any more. */
  public static void dropResolved(Draft draft, RunState run) {
    boolean doubts = run.entries.values().stream().anyMatch(NodeEntry::inDoubt);
    if (!doubts && !run.active()) {
      for (PartKey part : List.copyOf(run.parts.keySet())) {
        if (part.planId().equals(RecordKeys.UNRESOLVED)) {
          draft.put(new Change.Part(run.id, part.planId(), part.i(), null));
        }
      }
    }
  }
}
