package io.sluice.cli.command.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "verify",
    description =
        "Reads the topics from their beginning and compares them, byte for byte, with what the"
            + " state service holds.")
final class StateVerifyCommand implements Callable<Integer> {
  private static final List<String> WHAT = List.of("state", "runs_topic", "log");
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  StateVerifyCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state verify").toLook();
    if (found.isEmpty()) {
      invocation.note("Nothing has been recorded here yet.");
      return ExitCode.DONE.number();
    }
    try (Deployment deployment = found.get()) {
      return report(deployment.query().verify());
    }
  }

  private int report(List<JsonNode> partitions) {
    long records = 0;
    long runs = 0;
    List<String> differing = new ArrayList<>();
    boolean truncated = false;
    for (JsonNode partition : partitions) {
      records += partition.path("records").asLong();
      runs += partition.path("runs").asLong();
      for (String what : WHAT) {
        JsonNode compared = partition.path(what);
        truncated |= compared.path("truncated").asBoolean();
        compared
            .path("differing")
            .forEach(
                key ->
                    differing.add(
                        key.asText()
                            + " ("
                            + what
                            + " of partition "
                            + partition.path("partition").asText()
                            + ")"));
      }
      if (json) {
        ObjectNode line = JsonLine.of("verified", Instant.now());
        invocation.terminal().out().println(line.setAll((ObjectNode) partition));
      }
    }
    if (!differing.isEmpty()) {
      throw Fault.of(
          "The state service does not hold what was written",
          String.join(", ", differing.stream().limit(10).toList())
              + (differing.size() > 10 ? " and " + (differing.size() - 10) + " more" : "")
              + ".",
          "The topics are the truth: stop the state service, remove its local store (.sluice/store,"
              + " or SLUICE_DATA) and start it again; it is rebuilt.");
    }
    if (!json) {
      invocation
          .terminal()
          .out()
          .printf(
              "%d partitions: %d resources and %d records of runs are byte for byte what the topics"
                  + " hold%s.%n",
              partitions.size(),
              records,
              runs,
              truncated ? "; the log begins later than state, the rest of it agrees" : "");
    }
    return ExitCode.DONE.number();
  }
}
