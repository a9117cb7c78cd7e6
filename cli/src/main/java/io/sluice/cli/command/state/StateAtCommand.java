package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "at",
    description = "Lists what state held at a moment.",
    footer = {"", "Examples:", "  sluice state at 2h", "  sluice state at last^"})
final class StateAtCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(paramLabel = "TIME|RUN", description = Moments.HELP)
  private String moment = "";

  @Option(names = "--json", description = "Print whole records, one JSON object per line.")
  private boolean json;

  StateAtCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state at").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        String name = workspace.name(invocation, deployment);
        JsonNode then = deployment.query().at(name, Moments.of(deployment, moment));
        then.path("resources").forEach(this::show);
        tellUnknown(invocation, then);
      }
    }
    return ExitCode.DONE.number();
  }

  static void tellUnknown(Invocation invocation, JsonNode answer) {
    for (JsonNode address : answer.path("unknown")) {
      invocation.note(
          address.asText() + ": its value before its first recorded change is unknown.");
    }
  }

  private void show(JsonNode record) {
    if (json) {
      ObjectNode fields = ((ObjectNode) record).deepCopy();
      fields.set("resource_type", fields.remove("type"));
      invocation.terminal().out().println(JsonLine.of("resource", Instant.now()).setAll(fields));
    } else {
      invocation.terminal().out().println(record.path("address").asText());
    }
  }
}
