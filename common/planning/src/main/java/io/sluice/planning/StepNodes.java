package io.sluice.planning;

import io.sluice.model.Action;
import io.sluice.model.plan.Node;
import io.sluice.planning.document.Resource;
import io.sluice.provider.schema.TypeSchema;

/** Instances of a step whose number the run has found out, as nodes. */
final class StepNodes {
  private StepNodes() {}

  /** What it depends on is done: the placeholder has waited for it. */
  static Node of(Resource step, TypeSchema schema) {
    return Node.of(
        draft -> {
          draft.id = step.address().text();
          draft.address = step.address();
          draft.action = Action.STEP;
          draft.type = step.type();
          draft.config = step.config();
          draft.values = step.references();
          draft.dependencies = step.dependencies();
          draft.repeat = schema.repeats().of(Action.CREATE);
          draft.schemaVersion = schema.version();
          draft.sensitivePaths = schema.sensitivePointers();
        });
  }
}
