package io.sluice.cli.plan;

import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownOutput;
import io.sluice.model.NodeId;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.desired.Outputs;
import java.util.List;

/** The parts of a configuration's plan that people see. */
public final class ShownParts {
  private ShownParts() {}

  /** Outputs and conditions are nodes of a run, but not resources. */
  public static List<ShownChange> changes(List<ConfigurationPlan.ResourceChange> changes) {
    return changes.stream()
        .filter(change -> !change.address().equals(Outputs.ADDRESS))
        .filter(change -> !NodeId.role(change.address().text()).isCondition())
        .map(ShownParts::shown)
        .toList();
  }

  public static List<ShownOutput> outputs(List<ConfigurationPlan.OutputChange> outputs) {
    return outputs.stream()
        .map(
            output ->
                new ShownOutput(output.name(), output.before(), output.after(), output.sensitive()))
        .toList();
  }

  private static ShownChange shown(ConfigurationPlan.ResourceChange change) {
    return ShownChange.of(
        draft -> {
          draft.address = change.address();
          draft.previous = change.previous();
          draft.action = change.action();
          draft.createFirst = change.createBeforeDestroy();
          draft.type = change.type();
          draft.reason = change.reason();
          draft.before = change.before();
          draft.after = change.after();
          draft.hiddenBefore = Pointers.of(change.beforeSensitive());
          draft.hiddenAfter = Pointers.of(change.afterSensitive());
          draft.replacing = Pointers.of(change.replacePaths());
          draft.existed = change.existed();
          draft.importing = change.importing();
          draft.sets = Pointers.of(change.sets());
        });
  }
}
