package io.sluice.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.RunsText;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "Shows one run: how it stands, its nodes, what was repeated.")
final class RunsShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "RUN",
      defaultValue = "last",
      description = "Its id, the beginning of it, or `last` (the default).")
  private String run = "last";

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  RunsShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice runs show").toLook();
    try (Deployment deployment = found.orElseThrow(() -> KnownRun.unknown(run, List.of()))) {
      KnownRun known = KnownRun.find(deployment, run);
      Instant now = Instant.now();
      if (json) {
        ObjectNode line = JsonLine.of("run", now, known.run());
        line.set("nodes", Json.toTree(known.nodes()));
        invocation.terminal().out().println(line);
      } else {
        invocation
            .terminal()
            .out()
            .print(RunsText.show(known.run(), known.nodes(), now, invocation.terminal().style()));
      }
    }
    return ExitCode.DONE.number();
  }
}
