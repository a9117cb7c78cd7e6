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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "locks", description = "Shows which run holds what, and who waits for whom.")
final class LocksCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  @Parameters(
      paramLabel = "WORKSPACE",
      arity = "0..1",
      description = "Only this one; without it, every workspace with a run that has not ended.")
  private @Nullable String workspace;

  LocksCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Map<String, JsonNode> locks =
        look.at(invocation, "sluice locks", this::locks).orElseGet(TreeMap::new);
    if (look.json()) {
      locks.forEach(
          (name, lock) ->
              invocation
                  .terminal()
                  .out()
                  .println(
                      JsonLine.of("lock", Instant.now())
                          .put("workspace", name)
                          .set("locks", lock)));
    } else {
      invocation.terminal().out().print(LocksText.of(locks, invocation.terminal().style()));
    }
    return ExitCode.DONE.number();
  }

  private SortedMap<String, JsonNode> locks(Deployment deployment) {
    SortedMap<String, JsonNode> locks = new TreeMap<>();
    if (workspace != null) {
      locks.put(workspace, deployment.query().locks(workspace));
      return locks;
    }
    RunRecords.decoded(deployment.query().runs()).stream()
        .filter(run -> !run.ended())
        .map(RunRecord::workspace)
        .distinct()
        .forEach(name -> locks.put(name, deployment.query().locks(name)));
    return locks;
  }
}
