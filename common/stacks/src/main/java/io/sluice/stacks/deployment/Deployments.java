package io.sluice.stacks.deployment;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.WorkspaceName;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;

/** The deployments of a stack, loaded and checked. */
public final class Deployments {
  private Deployments() {}

  /**
   * Reads the deployment files beside a stack.
   *
   * @param otherwise what the stack is called where the files do not say
   */
  public static DeploymentConfiguration load(
      ConfigurationFiles files, Module stack, String otherwise, Diagnostics diagnostics) {
    Diagnostics texts = new Diagnostics();
    DeploymentConfiguration configuration = DeploymentReader.read(files, texts);
    diagnostics.addAll(texts);
    if (!texts.hasErrors()) {
      DeploymentChecks.check(configuration, stack, diagnostics);
      if (configuration.deployments().isEmpty()) {
        diagnostics.error(
            "No deployment",
            "A stack has at least one deployment: write a block deployment \"NAME\" in a file"
                + " NAME.tfdeploy.hcl.",
            null);
      }
    }
    String name = name(configuration, otherwise);
    for (Deployment deployment : configuration.deployments().values()) {
      String workspace = workspace(name, deployment.name());
      if (!WorkspaceName.isValid(workspace)) {
        diagnostics.error(
            "Invalid deployment name",
            "Its state would be the workspace \"%s\". %s".formatted(workspace, WorkspaceName.RULE),
            deployment.range());
      }
    }
    for (DeploymentRollout rollout : configuration.rollouts().values()) {
      String workspace = rolloutWorkspace(name, rollout.name());
      if (!WorkspaceName.isValid(workspace)) {
        diagnostics.error(
            "Invalid rollout name",
            "Its run would be in the workspace \"%s\". %s".formatted(workspace, WorkspaceName.RULE),
            rollout.range());
      }
    }
    return configuration;
  }

  public static String name(DeploymentConfiguration configuration, String otherwise) {
    return configuration.name() == null ? otherwise : configuration.name();
  }

  /** The workspace that holds the state of a deployment. */
  public static String workspace(String stack, String deployment) {
    return stack + "." + deployment;
  }

  /** The workspace of the run that walks the deployments of a rollout; no deployment has a dot. */
  public static String rolloutWorkspace(String stack, String rollout) {
    return stack + ".rollout." + rollout;
  }
}
