package io.sluice.cli.stack;

import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.plan.AskedPlan;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableSources;
import io.sluice.language.function.Moment;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.Phase;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Value;
import io.sluice.model.Suggestion;
import io.sluice.model.WorkspaceName;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import io.sluice.stacks.deployment.DeploymentConfiguration;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentValues;
import io.sluice.stacks.deployment.Deployments;
import io.sluice.stacks.deployment.PlanContext;
import io.sluice.stacks.deployment.RulesOnPlan;
import io.sluice.stacks.load.StackLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The directory of a stack, loaded and checked.
 *
 * @param name what its workspaces begin with
 */
public record StackDirectory(
    Invocation inside, String name, Module stack, DeploymentConfiguration configuration) {

  /** Refuses a stack that is faulty. */
  public static StackDirectory load(Invocation inside) {
    DirectorySource source = source(inside);
    Diagnostics found = new Diagnostics();
    Module stack = StackLoader.load(source, found);
    DeploymentConfiguration configuration =
        Deployments.load(source, stack, directoryName(inside), found);
    failIfFaulty(found);
    return new StackDirectory(
        inside, Deployments.name(configuration, directoryName(inside)), stack, configuration);
  }

  /** All that is to be said of it without values. */
  public static List<Diagnostic> validated(Invocation inside) {
    DirectorySource source = source(inside);
    Diagnostics names = new Diagnostics();
    Diagnostics found = new Diagnostics();
    Module stack = StackLoader.load(source, names);
    DeploymentConfiguration configuration =
        Deployments.load(source, stack, directoryName(inside), found);
    if (!names.hasErrors() && !found.hasErrors()) {
      DeploymentValues.validate(
          configuration, stack, environment(source, Phase.VALIDATE, WorkspaceName.DEFAULT), found);
    }
    ProviderRegistry registry = InstalledProviders.all(inside);
    found.addAll(
        AskedPlan.validated(
            inside, answers -> ConfigurationValidation.of(source, registry, answers)));
    return found.list();
  }

  /** The deployments of these names; all where none is named. */
  public List<Deployment> chosen(List<String> names) {
    SortedMap<String, Deployment> all = configuration.deployments();
    if (names.isEmpty()) {
      return List.copyOf(all.values());
    }
    List<Deployment> chosen = new ArrayList<>();
    for (String each : names) {
      Deployment deployment = all.get(each);
      if (deployment == null) {
        throw Fault.of(
            "There is no deployment \"" + each + "\"",
            "The stack %s has %s.".formatted(name, String.join(", ", all.keySet())),
            Suggestion.ofTyped(each, all.keySet())
                .map(near -> "Did you mean " + near + "?")
                .orElse("Name one of these, or none to mean all of them."));
      }
      if (!chosen.contains(deployment)) {
        chosen.add(deployment);
      }
    }
    return chosen;
  }

  public String workspace(Deployment deployment) {
    return Deployments.workspace(name, deployment.name());
  }

  /** {@code shop/production}: as it is shown. */
  public String title(Deployment deployment) {
    return name + "/" + deployment.name();
  }

  /**
   * What a deployment sets the stack's variables to.
   *
   * @param upstream what other stacks publish, by the names of upstream inputs
   */
  public VariableSources variables(Deployment deployment, Map<String, Value> upstream) {
    Diagnostics found = new Diagnostics();
    SortedMap<String, Expression> inputs =
        DeploymentValues.of(
                configuration,
                stack,
                upstream,
                environment(source(inside), Phase.PLAN, workspace(deployment)),
                found)
            .inputs(deployment);
    failIfFaulty(found);
    return new VariableSources(
        inside.environment(), List.of(new VariableSources.Deployed(deployment.name(), inputs)));
  }

  /** What the rules of its group say of a plan. */
  public RulesOnPlan rules(Deployment deployment, PlanContext context) {
    Diagnostics found = new Diagnostics();
    RulesOnPlan rules =
        RulesOnPlan.of(
            configuration,
            deployment,
            context,
            environment(source(inside), Phase.PLAN, workspace(deployment)),
            found);
    failIfFaulty(found);
    return rules;
  }

  private static ModuleEnvironment environment(
      DirectorySource source, Phase phase, String workspace) {
    return ModuleEnvironment.of(
        phase, source.access(), Moment.UNKNOWN, workspace, source.workingDirectory());
  }

  private static void failIfFaulty(Diagnostics found) {
    if (found.hasErrors()) {
      throw new Fault(found.list());
    }
  }

  private static DirectorySource source(Invocation inside) {
    DirectorySource source = new DirectorySource(inside.directory());
    if (!StackLoader.isStack(source)) {
      throw Fault.of(
          "No stack in this directory",
          "The directory has no *.tfcomponent.hcl and no *.tfstack.hcl.",
          "Name the directory of a stack; `sluice plan` plans a configuration.");
    }
    return source;
  }

  private static String directoryName(Invocation inside) {
    return String.valueOf(inside.directory().toAbsolutePath().normalize().getFileName());
  }
}
