package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.RunRecords;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.LocksText;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "locks", description = "Shows which run holds what, and who waits for whom.")
final class LocksCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  LocksCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice locks").toLook();
    Map<String, JsonNode> locks = new TreeMap<>();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
        runs.stream()
            .filter(run -> !run.ended())
            .map(RunRecord::workspace)
            .distinct()
            .forEach(name -> locks.put(name, deployment.query().locks(name)));
      }
    }
    if (json) {
      locks.forEach(
          (name, lock) -> {
            invocation
                .terminal()
                .out()
                .println(
                    JsonLine.of("lock", Instant.now()).put("workspace", name).set("locks", lock));
          });
    } else {
      invocation.terminal().out().print(LocksText.of(locks, invocation.terminal().style()));
    }
    return ExitCode.DONE.number();
  }
}
