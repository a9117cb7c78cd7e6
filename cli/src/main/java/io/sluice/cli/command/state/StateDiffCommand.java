package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.StateText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = "Shows what changed between two moments.",
    footer = {"", "Example:", "  sluice state diff 2026-01-31 now"})
final class StateDiffCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Parameters(index = "0", paramLabel = "FROM", description = Moments.HELP)
  private String from = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TO",
      description = "The later moment (default: now).")
  private String to = "now";

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  StateDiffCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state diff").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        String name = workspace.name(invocation, deployment);
        JsonNode diff =
            deployment.query().diff(name, Moments.of(deployment, from), Moments.of(deployment, to));
        diff.path("changes").forEach(this::show);
        StateAtCommand.tellUnknown(invocation, diff);
        if (diff.path("changes").isEmpty() && !json) {
          invocation.terminal().out().println("No difference.");
        }
      }
    }
    return ExitCode.DONE.number();
  }

  private void show(JsonNode change) {
    PrintStream out = invocation.terminal().out();
    if (json) {
      ObjectNode line = JsonLine.of("difference", Instant.now());
      out.println(line.setAll((ObjectNode) change));
      return;
    }
    String address = change.path("address").asText();
    if (!change.has("before")) {
      out.println("  + " + address);
    } else if (!change.has("after")) {
      out.println("  - " + address);
    } else {
      out.println("  ~ " + address);
      out.print(StateText.difference(change.path("before"), change.path("after")));
    }
  }
}
