package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What is wrong with rollouts. */
final class RolloutChecks {
  private final Set<String> deployments;
  private final Module stack;
  private final Diagnostics diagnostics;
  private final Map<String, DeploymentRollout> covered = new HashMap<>();

  private RolloutChecks(Set<String> deployments, Module stack, Diagnostics diagnostics) {
    this.deployments = deployments;
    this.stack = stack;
    this.diagnostics = diagnostics;
  }

  static void check(DeploymentConfiguration configuration, Module stack, Diagnostics diagnostics) {
    RolloutChecks checks =
        new RolloutChecks(configuration.deployments().keySet(), stack, diagnostics);
    configuration.rollouts().values().forEach(checks::check);
  }

  private void check(DeploymentRollout rollout) {
    rollout.deployments().forEach(this::declared);
    for (Traversal canary : rollout.canaries()) {
      if (declared(canary) && DeploymentRollout.name(canary).filter(rollout::covers).isEmpty()) {
        diagnostics.error(
            "Canary of another rollout",
            "The rollout \"%s\" does not speak of this deployment: name it in deployments, too."
                .formatted(rollout.name()),
            canary.range());
      }
    }
    once(rollout);
    if (!rollout.isDivided() && (rollout.pause() || rollout.check() != null)) {
      diagnostics.error(
          "Only one wave",
          "A check, or a pause, comes after a wave and before the next: say who goes first with"
              + " canary or waves.",
          rollout.range());
    }
    if (rollout.check() != null && !rollout.check().output().isEmpty()) {
      output(rollout, rollout.check().output());
    }
  }

  /** A deployment goes by one rollout. */
  private void once(DeploymentRollout rollout) {
    for (String deployment : deployments) {
      if (!rollout.covers(deployment)) {
        continue;
      }
      DeploymentRollout first = covered.putIfAbsent(deployment, rollout);
      if (first != null) {
        diagnostics.error(
            "Deployment in two rollouts",
            "The rollout at %s speaks of the deployment \"%s\", too."
                .formatted(first.range(), deployment),
            rollout.range());
        return;
      }
    }
  }

  private boolean declared(Traversal reference) {
    String name = DeploymentRollout.name(reference).orElse(null);
    if (name == null) {
      diagnostics.error(
          "Invalid reference", "A reference to deployment.NAME is required.", reference.range());
      return false;
    }
    if (!deployments.contains(name)) {
      diagnostics.add(
          Diagnostic.error(
                  "Undeclared reference",
                  "There is no deployment \"%s\" in the deployment files.".formatted(name),
                  reference.range())
              .withHint(Suggestions.question(name, deployments)));
    }
    return deployments.contains(name);
  }

  private void output(DeploymentRollout rollout, String name) {
    Output found = stack.outputs().get(name);
    if (found == null) {
      diagnostics.add(
          Diagnostic.error(
                  "Undeclared output",
                  "The check refers to the output \"%s\", which the stack does not have."
                      .formatted(name),
                  rollout.range())
              .withHint(Suggestions.question(name, stack.outputs().keySet())));
    } else if (found.ephemeral()) {
      diagnostics.error(
          "Ephemeral value not allowed",
          "The output \"%s\" is ephemeral, so nobody can check it.".formatted(name),
          rollout.range());
    }
  }
}
