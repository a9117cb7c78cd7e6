package io.sluice.planning.configuration;

import io.sluice.language.config.Membership;
import io.sluice.language.config.Module;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.values.SharedOutputs;
import io.sluice.planning.graph.Diff;
import io.sluice.stacks.load.StackLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A workspace that a configuration comes after.
 *
 * @param why the block that says so, or the data source that reads its outputs
 */
public record Neighbour(String workspace, String why) {
  /** What a root module says of its workspace; its other faults are not reported here. */
  public static Membership membership(SourceFiles files) {
    return StackLoader.alone(files, List.of(), ".", new Diagnostics())
        .map(Module::membership)
        .orElse(Membership.UNSAID);
  }

  /** Those that it names, and those whose outputs it reads. */
  public static List<Neighbour> of(Configuration configuration, String workspace) {
    List<Neighbour> neighbours = new ArrayList<>();
    configuration
        .root()
        .membership()
        .after()
        .forEach(
            named ->
                neighbours.add(new Neighbour(named.workspace(), "after, at " + named.range())));
    Snapshot nothing = Snapshot.empty(workspace);
    PlanInputs inputs = new PlanInputs(nothing, RunKind.APPLY, RunOptions.DEFAULT, Map.of());
    DesiredConfiguration wanted = configuration.wanted(Phase.PLAN, inputs, new Diagnostics());
    Diff.draw(configuration.whole(nothing), wanted);
    wanted
        .auxiliary()
        .forEach(
            node ->
                SharedOutputs.workspace(node.type(), node.config())
                    .map(name -> new Neighbour(name, node.address().text()))
                    .ifPresent(neighbours::add));
    return neighbours;
  }
}
