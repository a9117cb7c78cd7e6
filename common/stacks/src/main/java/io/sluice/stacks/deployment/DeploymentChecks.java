package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.Reading;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.stacks.deployment.DeploymentConfiguration.AutoApproval;
import io.sluice.stacks.deployment.DeploymentConfiguration.Check;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentConfiguration.Group;
import io.sluice.stacks.deployment.DeploymentConfiguration.PublishedOutput;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is wrong with deployments as far as no value is needed to say it. */
final class DeploymentChecks {
  /** What the plan is called in the condition of a rule, and what is known of it. */
  private static final String CONTEXT = "context";

  private final DeploymentConfiguration configuration;
  private final Module stack;
  private final Diagnostics diagnostics;

  private DeploymentChecks(
      DeploymentConfiguration configuration, Module stack, Diagnostics diagnostics) {
    this.configuration = configuration;
    this.stack = stack;
    this.diagnostics = diagnostics;
  }

  static void check(DeploymentConfiguration configuration, Module stack, Diagnostics diagnostics) {
    DeploymentChecks checks = new DeploymentChecks(configuration, stack, diagnostics);
    for (Local local : configuration.locals().values()) {
      checks.references(local.value(), Set.of("local", "upstream_input"), Set.of());
    }
    checks.circles();
    configuration.deployments().values().forEach(checks::deployment);
    configuration.groups().values().forEach(checks::group);
    configuration.autoApprovals().values().forEach(checks::autoApproval);
    configuration.published().values().forEach(checks::published);
    RolloutChecks.check(configuration, stack, diagnostics);
  }

  private void deployment(Deployment deployment) {
    Traversal group = deployment.group();
    if (group != null) {
      declared(group, "deployment_group", configuration.groups().keySet());
    }
    Expression inputs = deployment.inputs();
    if (inputs != null) {
      references(inputs, Set.of("local", "upstream_input", "identity_token", "store"), Set.of());
    }
    if (inputs == null || inputs instanceof ObjectConstructor) {
      inputs(deployment, (ObjectConstructor) inputs);
    }
  }

  private void inputs(Deployment deployment, @Nullable ObjectConstructor inputs) {
    Set<String> set = new HashSet<>();
    boolean computed = false;
    for (ObjectConstructor.Item item :
        inputs == null ? List.<ObjectConstructor.Item>of() : inputs.items()) {
      String name = Reading.text(item.key());
      computed |= name == null;
      if (name == null) {
        continue;
      }
      Variable variable = stack.variables().get(name);
      if (!set.add(name)) {
        diagnostics.error(
            "Duplicate input",
            "The input \"%s\" is set twice in this deployment.".formatted(name),
            item.key().range());
      } else if (variable == null) {
        diagnostics.add(
            Diagnostic.error(
                    "Undeclared input",
                    "The stack has no variable \"%s\".".formatted(name),
                    item.key().range())
                .withHint(Suggestions.question(name, stack.variables().keySet())));
      } else if (!variable.ephemeral() && mentions(item.value(), "identity_token")) {
        diagnostics.error(
            "Token for a variable that is kept",
            "A token is good for one run only: the variable \"%s\" at %s has to be ephemeral."
                .formatted(name, variable.range()),
            item.value().range());
      }
    }
    for (Variable variable : stack.variables().values()) {
      if (variable.defaultValue() == null && !computed && !set.contains(variable.name())) {
        diagnostics.error(
            "Missing input",
            "The deployment \"%s\" does not set \"%s\", which has no default (%s)."
                .formatted(deployment.name(), variable.name(), variable.range()),
            deployment.range());
      }
    }
  }

  private static boolean mentions(Expression expression, String root) {
    return expression.variables().stream().anyMatch(each -> each.root().equals(root));
  }

  private void group(Group group) {
    for (Traversal check : group.checks()) {
      declared(check, "deployment_auto_approve", configuration.autoApprovals().keySet());
    }
  }

  private void autoApproval(AutoApproval rule) {
    for (Check check : rule.checks()) {
      references(check.condition(), Set.of("local", "deployment"), Set.of(CONTEXT));
      references(check.reason(), Set.of("local", "deployment"), Set.of(CONTEXT));
    }
  }

  private void published(PublishedOutput output) {
    references(output.value(), Set.of("deployment"), Set.of());
    for (Traversal traversal : output.value().variables()) {
      if (traversal.root().equals("deployment")
          && traversal.steps().size() > 1
          && traversal.steps().get(1) instanceof TraversalStep.Attribute attribute) {
        outputOf(traversal, attribute);
      }
    }
  }

  private void outputOf(Traversal traversal, TraversalStep.Attribute attribute) {
    Output found = stack.outputs().get(attribute.name());
    if (found == null) {
      diagnostics.add(
          Diagnostic.error(
                  "Undeclared output",
                  "The stack has no output \"%s\".".formatted(attribute.name()),
                  attribute.range())
              .withHint(Suggestions.question(attribute.name(), stack.outputs().keySet())));
    } else if (found.ephemeral()) {
      diagnostics.error(
          "Ephemeral value not allowed",
          "The output \"%s\" is ephemeral, and what is published is kept."
              .formatted(attribute.name()),
          traversal.range());
    }
  }

  /**
   * Whether every reference of an expression names what is declared.
   *
   * @param roots of declarations
   * @param free of what needs none
   */
  private void references(Expression expression, Set<String> roots, Set<String> free) {
    for (Traversal traversal : expression.variables()) {
      if (roots.contains(traversal.root())) {
        declared(traversal, traversal.root(), names(traversal.root()));
        if (traversal.root().equals("identity_token")) {
          noTokens(traversal);
        }
      } else if (!free.contains(traversal.root())) {
        diagnostics.error(
            "Invalid reference",
            "\"%s\" can't be referred to here. What can: %s."
                .formatted(traversal.root(), listed(roots, free)),
            traversal.range());
      }
    }
  }

  private static String listed(Set<String> roots, Set<String> free) {
    Set<String> all = new java.util.TreeSet<>(roots);
    all.addAll(free);
    all.remove("store");
    return String.join(", ", all);
  }

  private Collection<String> names(String root) {
    return switch (root) {
      case "local" -> configuration.locals().keySet();
      case "upstream_input" -> configuration.upstream().keySet();
      case "identity_token" -> configuration.tokens().keySet();
      case "deployment" -> configuration.deployments().keySet();
      default ->
          configuration.stores().values().stream()
              .map(DeploymentConfiguration.Store::type)
              .toList();
    };
  }

  private void noTokens(Traversal traversal) {
    diagnostics.add(
        Diagnostic.error(
                "No identity tokens", "This fleet issues no identity tokens.", traversal.range())
            .withHint(
                "Let workers have the token, and read it in a provider's config:"
                    + " worker_env(\"NAME\")."));
  }

  private void declared(Traversal traversal, String root, Collection<String> names) {
    boolean named =
        traversal.root().equals(root)
            && !traversal.steps().isEmpty()
            && traversal.steps().getFirst() instanceof TraversalStep.Attribute;
    if (!named) {
      diagnostics.error(
          "Invalid reference",
          "A reference to %s.NAME is required.".formatted(root),
          traversal.range());
      return;
    }
    TraversalStep.Attribute name = (TraversalStep.Attribute) traversal.steps().getFirst();
    if (!names.contains(name.name())) {
      diagnostics.add(
          Diagnostic.error(
                  "Undeclared reference",
                  "There is no %s \"%s\" in the deployment files.".formatted(root, name.name()),
                  traversal.rootRange().to(name.range()))
              .withHint(Suggestions.question(name.name(), names)));
    }
  }

  /** Locals that need each other. */
  private void circles() {
    Map<String, Set<String>> needs = new HashMap<>();
    for (Local local : configuration.locals().values()) {
      Set<String> of = new HashSet<>();
      for (Traversal traversal : local.value().variables()) {
        if (traversal.root().equals("local")
            && !traversal.steps().isEmpty()
            && traversal.steps().getFirst() instanceof TraversalStep.Attribute name) {
          of.add(name.name());
        }
      }
      needs.put(local.name(), of);
    }
    Set<String> told = new HashSet<>();
    for (Local local : configuration.locals().values()) {
      Set<String> reached = reached(local.name(), needs);
      if (reached.contains(local.name()) && told.add(local.name())) {
        told.addAll(reached);
        diagnostics.error(
            "Cycle of locals",
            "local.%s needs itself, by way of %s."
                .formatted(local.name(), String.join(", ", new java.util.TreeSet<>(reached))),
            local.range());
      }
    }
  }

  private static Set<String> reached(String from, Map<String, Set<String>> needs) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(needs.getOrDefault(from, Set.of()));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (reached.add(next)) {
        open.addAll(needs.getOrDefault(next, Set.of()));
      }
    }
    return reached;
  }
}
