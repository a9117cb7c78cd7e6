package io.sluice.cli.command.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.read.FollowedRun;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description =
        "Imports an existing object into state. If the directory has a configuration, one of its"
            + " blocks must describe the object, and Sluice asks that block's provider.",
    footer = {"", "Example:", "  sluice import local_file.motd motd.txt"})
public final class ImportCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();
  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      index = "0",
      paramLabel = "ADDRESS",
      description = "The address that the object gets: TYPE.NAME or TYPE.NAME[KEY].")
  private String address = "";

  @Parameters(index = "1", paramLabel = "ID", description = "The object's id at its provider.")
  private String id = "";

  @Option(
      names = "--without-configuration",
      description =
          "Import it even if no block describes it; the next apply would then destroy it.")
  private boolean withoutConfiguration;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  public ImportCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Settings settings = fleet.settings(invocation);
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
            invocation,
            settings,
            Roots.workspace(invocation, workspace.named()),
            variables.sources(invocation));
    try (Deployment deployment = new Opening(invocation, fleet, "sluice import").toWork()) {
      boolean configured = planning.isPresent();
      boolean declared = configured && declared(planning, deployment);
      String name = configured ? planning.workspace() : workspace.name(invocation, deployment);
      ObjectNode document = configured ? bundle(planning, deployment) : Json.object();
      document.putArray("imports").addObject().put("to", address).put("id", id);
      FollowedRun run = FollowedRun.of(invocation, deployment, name, RunKind.IMPORT, document);
      List<String> failures = run.failures();
      if (!failures.isEmpty()) {
        throw Fault.of(
            address + " was not imported",
            String.join("; ", failures),
            "State did not change. Does an object with the id \"" + id + "\" exist?");
      }
      tell(run, configured, declared);
    }
    return ExitCode.DONE.number();
  }

  private ObjectNode bundle(ConfigurationPlanning planning, Deployment deployment) {
    // What the evaluation reads on the way goes along.
    planning.providers(Optional.of(deployment));
    ObjectNode document = planning.bundle().toJson();
    return withoutConfiguration ? document.put("undeclared", true) : document;
  }

  private boolean declared(ConfigurationPlanning planning, Deployment deployment) {
    Set<String> known = planning.declared(Optional.of(deployment));
    if (known.contains(address) || withoutConfiguration) {
      return known.contains(address);
    }
    throw Fault.of(
        "No block describes " + address,
        Suggestion.ofTyped(address, known)
            .map(near -> "Did you mean " + near + "?")
            .orElse("The next apply would destroy the object."),
        "Write its block first, or import it anyway with --without-configuration.");
  }

  private void tell(FollowedRun run, boolean configured, boolean declared) {
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("imported", Instant.now())
                  .put("address", address)
                  .put("id", id)
                  .put("declared", declared)
                  .put("run", run.run()));
      return;
    }
    invocation.terminal().out().println(address + " is now in state (run " + run.run() + ").");
    invocation.note(
        declared
            ? "The next plan compares it with its block."
            : (configured ? "No block describes " + address : "There is no configuration here")
                + ": an apply that does not describe it would DESTROY "
                + id
                + ".");
    invocation.note("To undo it: " + invocation.command("state", "restore", "--undo", run.run()));
  }
}
