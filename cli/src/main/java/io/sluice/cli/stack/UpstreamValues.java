package io.sluice.cli.stack;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.stacks.deployment.DeploymentConfiguration.UpstreamInput;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/** What other stacks publish: the outputs of the workspaces that are called like them. */
public final class UpstreamValues {
  private UpstreamValues() {}

  /** By the names of upstream inputs. */
  public static Map<String, Value> of(
      Invocation keeper, StackDirectory stack, Settings settings, Deployment deployment) {
    Map<String, Value> values = new HashMap<>();
    for (UpstreamInput input : stack.configuration().upstream().values()) {
      SortedMap<String, Outputs.Output> outputs =
          Outputs.of(ConfigurationPlanning.state(keeper, settings, deployment, input.source()));
      if (outputs.isEmpty()) {
        throw nothing(input);
      }
      Map<String, Value> published = new LinkedHashMap<>();
      outputs.forEach((name, output) -> published.put(name, value(output)));
      values.put(input.name(), ObjectValue.of(published));
    }
    return values;
  }

  /** Where nothing was ever applied. */
  private static Fault nothing(UpstreamInput input) {
    return new Fault(
        Diagnostic.error(
                "Nothing published",
                "The stack \"%s\" has published nothing here.".formatted(input.source()),
                input.range())
            .withHint("Apply a deployment of it that a publish_output block names."));
  }

  public static Fault none(StackDirectory stack) {
    return nothing(stack.configuration().upstream().values().iterator().next());
  }

  private static Value value(Outputs.Output output) {
    Value value = JsonValues.fromJson(output.value());
    return output.sensitive() ? value.withMarks(EnumSet.of(Mark.SENSITIVE)) : value;
  }
}
