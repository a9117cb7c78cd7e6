package io.sluice.planning.configuration.desired;

import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.Repeated;
import io.sluice.model.Address;
import io.sluice.planning.configuration.late.DoneInstances;
import io.sluice.planning.decide.DecisionMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is replaced although its configuration does not require it.
 *
 * @param requested addresses that a person named
 */
record Replacements(Set<String> requested, DoneInstances done) {
  /** Why an object is replaced that could stay as it is; null if it stays. */
  @Nullable String reason(DesiredConfiguration.Block block, DecisionMaker by) {
    if (requested.contains(block.address().text())) {
      return "requested";
    }
    return Triggers.fired(block, by, done) ? "replace_triggered_by" : null;
  }

  /** The instances in state that the run replaces, if they are left when it has expanded them. */
  List<String> among(DesiredConfiguration.Block block, DecisionMaker by) {
    List<String> found = new ArrayList<>();
    for (Address address : by.instances(block.address())) {
      EvaluationContext context =
          new EvaluationContext(
              block.context().module(),
              block.resource().repetition(),
              Repeated.at(InstanceKey.of(address)));
      DesiredConfiguration.Block one =
          new DesiredConfiguration.Block(
              block.resource(), block.type(), context, address, block.ordering());
      if (reason(one, by) != null) {
        found.add(address.text());
      }
    }
    return found;
  }
}
