package io.sluice.planning.configuration.desired;

import io.sluice.language.instancing.Needs;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.Address;
import io.sluice.planning.configuration.late.DoneInstances;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DecisionMaker;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** {@code replace_triggered_by}: whether what it names changes in this plan. */
final class Triggers {
  private Triggers() {}

  /** What it names. */
  static SortedSet<Address> needs(DesiredConfiguration.Block block) {
    SortedSet<Address> needs = new TreeSet<>();
    block
        .resource()
        .lifecycle()
        .replaceTriggeredBy()
        .forEach(trigger -> needs.addAll(Needs.of(trigger, block.context())));
    return needs;
  }

  /** During a run it is only known that an object was changed, not which attribute. */
  static boolean fired(DesiredConfiguration.Block block, DecisionMaker by, DoneInstances done) {
    for (Expression trigger : block.resource().lifecycle().replaceTriggeredBy()) {
      String attribute = attribute(trigger);
      for (Address address : Needs.of(trigger, block.context())) {
        Decision decision = by.decided(address).orElse(null);
        if (decision == null ? done.wasChanged(address) : alters(decision, attribute)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Creating a resource triggers nothing: the same plan creates what waits for it. */
  private static boolean alters(Decision decision, String attribute) {
    if (decision.change() instanceof Change.Create) {
      return false;
    }
    return Change.alters(decision.change(), decision.config().hasNonNull(attribute), attribute);
  }

  /** The first attribute below the instance, or nothing for all of it. */
  private static String attribute(Expression trigger) {
    List<TraversalStep> steps =
        switch (trigger) {
          case Expression.ScopeTraversal(Traversal traversal) ->
              traversal.steps().subList(1, traversal.steps().size());
          case Expression.RelativeTraversal relative -> relative.steps();
          default -> List.of();
        };
    for (TraversalStep step : steps) {
      if (step instanceof TraversalStep.Attribute attribute) {
        return attribute.name();
      }
    }
    return "";
  }
}
