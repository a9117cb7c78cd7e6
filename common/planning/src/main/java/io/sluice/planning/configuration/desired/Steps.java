package io.sluice.planning.configuration.desired;

import io.sluice.language.config.Declarations.Step;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.Address;
import io.sluice.planning.configuration.address.Sizes;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.provider.schema.TypeSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The instances of steps, and the nodes that run them. */
final class Steps {
  private final Sizes sizes;
  private final CollectedNodes nodes;
  private final LateParts late;
  private final Diagnostics diagnostics;

  Steps(Sizes sizes, CollectedNodes nodes, LateParts late, Diagnostics diagnostics) {
    this.sizes = sizes;
    this.nodes = nodes;
    this.late = late;
    this.diagnostics = diagnostics;
  }

  /**
   * @param by who is told of nodes; null where none are made
   */
  void add(
      ModuleInstance module,
      Step step,
      TypeSchema schema,
      Expansion expansion,
      @Nullable DecisionMaker by) {
    SortedSet<Address> ordering = new TreeSet<>(module.waitsFor());
    ordering.addAll(Needs.named(step.dependsOn(), module, diagnostics));
    ordering.addAll(Evaluation.needs(step.repetition(), module));
    Map<InstanceKey, ResourceInstances.One> made = new LinkedHashMap<>();
    for (Repeated repeated : Expansion.instances(expansion)) {
      EvaluationContext context = new EvaluationContext(module, step.repetition(), repeated);
      Address address = sizes.address(module, step.reference(), repeated, step.range());
      if (address == null) {
        break;
      }
      Decoded body = AuxiliaryNodes.arguments(step, schema, context, diagnostics);
      if (by != null && !diagnostics.hasErrors()) {
        if (module.isLate()) {
          late.step(step, address, body, ordering, by);
        } else if (expansion instanceof Expansion.Waiting waiting) {
          Placeholders.of(step, context, address, body, ordering, waiting, diagnostics)
              .ifPresent(by::await);
        } else {
          nodes.add(AuxiliaryNodes.step(step, schema, body, address, ordering));
        }
      }
      made.put(repeated.key(), new ResourceInstances.One(address, AuxiliaryNodes.stepValue()));
    }
    module.putStep(step.reference(), new ResourceInstances(expansion, made));
  }
}
