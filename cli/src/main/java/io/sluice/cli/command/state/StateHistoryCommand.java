package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    description = "Shows what was written at an address, when and by which run; newest first.")
final class StateHistoryCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(
      paramLabel = "ADDRESS",
      description = "The address; it need not be in state any more.")
  private String address = "";

  @Option(names = "--limit", paramLabel = "N", description = "How many entries (default: 20).")
  private int limit = 20;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  StateHistoryCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state history").toLook();
    if (found.isEmpty()) {
      throw nothing();
    }
    try (Deployment deployment = found.get()) {
      String name = workspace.name(invocation, deployment);
      List<JsonNode> history = deployment.query().history(name, new Address(address), limit);
      if (history.isEmpty()) {
        throw nothing();
      }
      history.forEach(this::show);
    }
    return ExitCode.DONE.number();
  }

  private Fault nothing() {
    return Fault.of(
        "There is no history of " + address,
        "The log of state does not contain this address.",
        "`sluice state list` lists the addresses in state.");
  }

  private void show(JsonNode entry) {
    if (json) {
      ObjectNode line = JsonLine.of("history", Instant.now()).put("address", address);
      line.setAll((ObjectNode) entry);
      invocation.terminal().out().println(line);
      return;
    }
    JsonNode record = entry.path("record");
    invocation
        .terminal()
        .out()
        .printf(
            "%s  %-26s  %s%n",
            entry.path("at").asText(),
            entry.path("run").asText("-"),
            record.isMissingNode()
                ? "removed"
                : "version "
                    + record.path("version").asText()
                    + ", "
                    + record.path("status").asText()
                    + (record.hasNonNull("id") ? ", id " + record.path("id").asText() : ""));
  }
}
