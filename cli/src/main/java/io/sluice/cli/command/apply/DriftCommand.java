package io.sluice.cli.command.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.LocalPlan;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.read.Findings;
import io.sluice.cli.read.FollowedRun;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "drift",
    description =
        "Reads every object of a workspace, in parallel on the workers, and reports what was"
            + " changed or deleted outside of Sluice. State does not change.")
public final class DriftCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR|PLAN",
      description =
          "A configuration or a plan document: also reports what it would change, and configures"
              + " providers from its blocks.")
  private @Nullable String plan;

  @Option(
      names = "--detailed-exitcode",
      description = "Exit with 0 if nothing differs, 1 on failure, 2 if something differs.")
  private boolean detailed;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public DriftCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    String named = plan;
    boolean directory = named != null && Files.isDirectory(invocation.resolve(named));
    Invocation inside = directory && named != null ? Roots.in(invocation, named) : invocation;
    Optional<ConfigurationPlanning> configuration =
        directory
            ? Optional.of(
                ConfigurationPlanning.load(
                    inside,
                    fleet.settings(inside),
                    Roots.workspace(inside, workspace.named()),
                    variables.sources(inside)))
            : Optional.empty();
    Opening opening = new Opening(inside, fleet, "sluice drift").ofRecorded();
    if (opening.isUnused()) {
      if (!json) {
        invocation.terminal().out().println("No drift: nothing was ever recorded here.");
      }
      return ExitCode.DONE.number();
    }
    try (Deployment deployment = opening.toWork()) {
      String name =
          configuration.isPresent()
              ? configuration.get().workspace()
              : workspace.name(inside, deployment);
      ObjectNode document =
          configuration.isPresent() ? configuration.get().bundle().toJson() : Json.object();
      FollowedRun run =
          FollowedRun.of(
              inside, deployment, name, RunKind.DRIFT, document, ConfigurationPlanning.READ_ALL);
      Findings findings = Findings.of(run);
      Map<String, String> found = new TreeMap<>(findings.changes());
      Map<String, String> wanted =
          configuration.isPresent()
              ? byConfiguration(configuration.get(), deployment)
              : byDocument(inside, deployment, name);
      wanted.forEach(found::putIfAbsent);
      found.forEach((address, what) -> Findings.tell(invocation, json, address, what));
      Findings.requireAll(run);
      if (!json) {
        invocation
            .terminal()
            .out()
            .println(
                found.isEmpty()
                    ? "No drift: " + findings.read() + " objects match state."
                    : found.size()
                        + (found.size() == 1 ? " object differs; " : " objects differ; ")
                        + findings.read()
                        + " were read.");
      }
      return (detailed && !found.isEmpty() ? ExitCode.CHANGES : ExitCode.DONE).number();
    }
  }

  /** By address, what the configuration would do to what is in state. */
  private static Map<String, String> byConfiguration(
      ConfigurationPlanning planning, Deployment deployment) {
    Map<String, String> changes = new TreeMap<>();
    for (var change :
        planning.draw(Optional.of(deployment), RunKind.APPLY, RunOptions.DEFAULT).changes()) {
      tell(changes, change.address(), change.action());
    }
    return changes;
  }

  private static void tell(Map<String, String> changes, Address address, Action action) {
    if (action.isChange()) {
      changes.put(address.text(), "the configuration changes it (" + action.word() + ")");
    }
  }

  /** By address, what the plan document would do to what is in state. */
  private Map<String, String> byDocument(Invocation inside, Deployment deployment, String name) {
    Map<String, String> changes = new TreeMap<>();
    String file = plan;
    if (file == null) {
      return changes;
    }
    Snapshot snapshot =
        ConfigurationPlanning.state(inside, fleet.settings(inside), deployment, name);
    Planning.Document document =
        new Planning.Document(
            PlanFile.checked(invocation, file, true).document(),
            RunKind.APPLY,
            RunOptions.DEFAULT,
            true,
            KnownProviders.of(invocation));
    for (Node node : LocalPlan.of(document, snapshot).plan().nodes()) {
      Action action = node.pairedWith() == null ? node.action() : Action.REPLACE;
      tell(changes, node.address().live(), action);
    }
    return changes;
  }
}
