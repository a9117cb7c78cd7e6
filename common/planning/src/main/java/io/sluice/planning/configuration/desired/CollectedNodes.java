package io.sluice.planning.configuration.desired;

import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.plan.Node;
import java.util.ArrayList;
import java.util.List;

/** The nodes of a plan that no object of state stands for: reads, steps, conditions, imports. */
final class CollectedNodes {
  private final Phase phase;
  private final Diagnostics diagnostics;
  private final List<Node> nodes = new ArrayList<>();

  CollectedNodes(Phase phase, Diagnostics diagnostics) {
    this.phase = phase;
    this.diagnostics = diagnostics;
  }

  void add(Node node) {
    nodes.add(node);
  }

  List<Node> all() {
    return List.copyOf(nodes);
  }

  void provisioners(DesiredConfiguration.Block block, ResourceInstances.One one) {
    nodes.addAll(Provisioners.of(block, one, diagnostics));
  }

  /** Looks at provisioners and conditions; adds none. */
  void rules(DesiredConfiguration.Block block, ResourceInstances.One one) {
    Provisioners.of(block, one, diagnostics);
    conditions(block, one, false);
    conditions(block, one, true);
  }

  AuxiliaryNodes.Made conditions(
      DesiredConfiguration.Block block, ResourceInstances.One one, boolean after) {
    AuxiliaryNodes.Made made = conditions(block, one, after, diagnostics);
    Node node = made.node();
    if (node != null && phase == Phase.PLAN) {
      nodes.add(node);
    }
    return made;
  }

  static AuxiliaryNodes.Made conditions(
      DesiredConfiguration.Block block,
      ResourceInstances.One one,
      boolean after,
      Diagnostics diagnostics) {
    return AuxiliaryNodes.conditions(
        after
            ? block.resource().lifecycle().postconditions()
            : block.resource().lifecycle().preconditions(),
        after ? block.context().withSelf(one) : block.context(),
        block.address(),
        after,
        diagnostics);
  }
}
