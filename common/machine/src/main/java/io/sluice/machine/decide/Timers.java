package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeEvent;
import java.util.LinkedHashSet;
import java.util.Set;

/** What time alone brings about. */
public final class Timers {
  private Timers() {}

  public static void due(Draft draft) {
    Set<RunState> touched = new LinkedHashSet<>();
    for (NodeEntry entry : draft.state.indexes().due(draft.moment.now())) {
      draft.move(entry, new NodeEvent.FellDue());
      touched.add(draft.runOf(entry));
    }
    draft.state.runStates().stream().filter(RunState::hasLocalWork).forEach(touched::add);
    touched.forEach(run -> draft.touch(draft.edit(run)));
    draft.tidies = true;
  }
}
