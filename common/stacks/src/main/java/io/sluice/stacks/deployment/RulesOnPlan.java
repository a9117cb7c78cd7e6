package io.sluice.stacks.deployment;

import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.stacks.deployment.DeploymentConfiguration.AutoApproval;
import io.sluice.stacks.deployment.DeploymentConfiguration.Check;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentConfiguration.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the rules of a deployment's group approve a plan.
 *
 * @param rules what was asked; empty where the deployment has no rules
 * @param against why a rule does not approve it
 */
public record RulesOnPlan(List<String> rules, List<String> against) {
  public RulesOnPlan {
    rules = List.copyOf(rules);
    against = List.copyOf(against);
  }

  /** A plan is approved only if every check of every rule holds. */
  public boolean approves() {
    return !rules.isEmpty() && against.isEmpty();
  }

  public static RulesOnPlan of(
      DeploymentConfiguration configuration,
      Deployment deployment,
      PlanContext context,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    Map<String, Value> names = new HashMap<>();
    names.put("context", context.value());
    configuration.deployments().keySet().forEach(n -> names.put("deployment." + n, Value.of(n)));
    DeploymentScope scope = new DeploymentScope(configuration, names, environment, diagnostics);
    List<String> rules = new ArrayList<>();
    List<String> against = new ArrayList<>();
    for (AutoApproval rule : rules(configuration, deployment)) {
      rules.add(rule.name());
      for (Check check : rule.checks()) {
        if (!holds(check, scope, diagnostics)) {
          against.add(rule.name() + ": " + reason(check, scope));
        }
      }
    }
    return new RulesOnPlan(rules, against);
  }

  private static List<AutoApproval> rules(
      DeploymentConfiguration configuration, Deployment deployment) {
    Group group =
        last(deployment.group()).map(name -> configuration.groups().get(name)).orElse(null);
    return group == null
        ? List.of()
        : group.checks().stream()
            .map(RulesOnPlan::last)
            .flatMap(Optional::stream)
            .flatMap(name -> Stream.ofNullable(configuration.autoApprovals().get(name)))
            .toList();
  }

  private static Optional<String> last(@Nullable Traversal reference) {
    return reference != null
            && !reference.steps().isEmpty()
            && reference.steps().getFirst() instanceof TraversalStep.Attribute name
        ? Optional.of(name.name())
        : Optional.empty();
  }

  /** What is faulty or unknown does not hold. */
  private static boolean holds(Check check, DeploymentScope scope, Diagnostics diagnostics) {
    Value value = scope.evaluate(check.condition()).unmarked();
    if (!value.isKnown() || value.isNull()) {
      return false;
    }
    try {
      return Conversion.convert(value, Types.BOOL).equals(Value.of(true));
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid condition",
          "A condition is true or false: " + e.reason() + ".",
          check.condition().range());
      return false;
    }
  }

  private static String reason(Check check, DeploymentScope scope) {
    Value value = scope.evaluate(check.reason()).unmarked();
    boolean text = value.isKnown() && !value.isNull() && value.type() instanceof Type.Primitive;
    return text && value instanceof Value.StringValue(String reason)
        ? reason
        : "the check at %s does not hold".formatted(check.range());
  }
}
