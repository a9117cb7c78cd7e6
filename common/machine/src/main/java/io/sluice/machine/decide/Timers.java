package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What time alone brings about. */
public final class Timers {
  private Timers() {}

  public static Decision due(View view) {
    List<Fact> fell = new ArrayList<>();
    Set<RunState> touched = new LinkedHashSet<>();
    for (NodeEntry entry : view.state().indexes().due(view.context().now())) {
      fell.add(new Fact.NodeMoved(entry, new NodeEvent.FellDue()));
      touched.add(view.state().runOf(entry));
    }
    return Decision.all(fell).then(() -> touched(view, touched));
  }

  private static Decision touched(View view, Set<RunState> fallen) {
    Set<RunState> touched = new LinkedHashSet<>(fallen);
    view.state().runStates().stream().filter(RunState::hasLocalWork).forEach(touched::add);
    List<Fact> facts = new ArrayList<>();
    touched.forEach(run -> facts.add(new Fact.RunTouched(view.run(run))));
    return Decision.all(facts);
  }
}
