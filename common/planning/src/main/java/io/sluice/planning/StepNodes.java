package io.sluice.planning;

import io.sluice.model.Action;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Timeouts;
import io.sluice.planning.document.Resource;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;

/** Instances of a step whose number the run has found out, as nodes. */
final class StepNodes {
  private StepNodes() {}

  /** What it depends on is done: the placeholder has waited for it. */
  static Node of(Resource step, TypeSchema schema) {
    return new Node(
        step.address().text(),
        step.address(),
        Action.STEP,
        step.type(),
        null,
        null,
        step.config(),
        step.references(),
        List.of(),
        step.dependencies(),
        null,
        schema.repeats().of(Action.CREATE),
        Timeouts.NONE,
        null,
        0,
        false,
        null,
        schema.version(),
        schema.sensitivePointers(),
        null);
  }
}
