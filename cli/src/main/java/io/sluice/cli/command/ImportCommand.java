package io.sluice.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = "Reads an object that exists, by a worker's provider, and brings it into state.")
final class ImportCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(index = "0", paramLabel = "ADDRESS", description = "TYPE.NAME, where it is to stand.")
  private String address = "";

  @Parameters(index = "1", paramLabel = "ID", description = "As the provider knows it.")
  private String id = "";

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  ImportCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment = new Opening(invocation, fleet, "sluice import").toWork()) {
      String name = workspace.name(invocation, deployment);
      ObjectNode document = Json.object();
      document.putArray("imports").addObject().put("to", address).put("id", id);
      FollowedRun run = FollowedRun.of(deployment, name, "import", document);
      List<String> failures = run.failures();
      if (!failures.isEmpty()) {
        throw Fault.of(
            address + " was not imported",
            String.join("; ", failures),
            "State is as it was. Does an object of the id \"" + id + "\" exist?");
      }
      tell(run);
    }
    return ExitCode.DONE.number();
  }

  private void tell(FollowedRun run) {
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("imported", Instant.now())
                  .put("address", address)
                  .put("id", id)
                  .put("run", run.run()));
      return;
    }
    invocation.terminal().out().println(address + " is in state, by run " + run.run() + ".");
    invocation.note(
        "The next plan compares the configuration with it. To take it back: sluice state restore"
            + " --undo "
            + run.run());
  }
}
