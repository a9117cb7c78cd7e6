package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.LocksText;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.Suggestion;
import io.sluice.model.WorkspaceName;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.zookeeper.Members;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "locks",
    description = "Shows which run holds what, which runs wait for it, and what is in doubt.")
public final class LocksCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  @Parameters(
      paramLabel = "WORKSPACE",
      arity = "0..1",
      description =
          "Only this workspace (default: all with an unfinished run or something in doubt).")
  private @Nullable String workspace;

  public LocksCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Seen seen =
        look.at(invocation, "sluice locks", this::seen)
            .orElse(new Seen(new TreeMap<>(), List.of(), new LocksText.Work(true, Set.of())));
    SortedMap<String, JsonNode> locks = seen.locks();
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
      String text =
          LocksText.of(locks, seen.work(), invocation.terminal().style(), invocation::command);
      invocation.terminal().out().print(text);
      InterruptedText.of(seen.interrupted(), Instant.now(), invocation::command)
          .forEach(invocation::note);
    }
    return ExitCode.DONE.number();
  }

  private record Seen(
      SortedMap<String, JsonNode> locks, List<RunRecord> interrupted, LocksText.Work work) {}

  private Seen seen(Deployment deployment) {
    List<RunRecord> runs = RunRecords.decoded(deployment.query().runs());
    SortedMap<String, JsonNode> locks = locks(deployment, runs);
    boolean idle = deployment.isIdle();
    List<RunRecord> interrupted =
        runs.stream()
            .filter(run -> idle && !run.ended() && locks.containsKey(run.workspace()))
            .toList();
    Set<String> pools =
        idle
            ? Set.of()
            : deployment.client().members(Members.WORKERS).stream()
                .map(Members.Description::pool)
                .collect(Collectors.toSet());
    return new Seen(locks, interrupted, new LocksText.Work(idle, pools));
  }

  private SortedMap<String, JsonNode> locks(Deployment deployment, List<RunRecord> runs) {
    SortedMap<String, JsonNode> locks = new TreeMap<>();
    if (workspace != null) {
      requireKnown(deployment, runs, workspace);
      locks.put(workspace, deployment.query().locks(workspace));
      return locks;
    }
    runs.stream()
        .filter(run -> !run.ended() || run.counts().inDoubt() > 0)
        .map(RunRecord::workspace)
        .distinct()
        .forEach(name -> locks.put(name, deployment.query().locks(name)));
    return locks;
  }

  private static void requireKnown(Deployment deployment, List<RunRecord> runs, String name) {
    Set<String> known = new TreeSet<>(deployment.query().workspaces());
    runs.stream().map(RunRecord::workspace).forEach(known::add);
    if (!known.contains(name) && !name.equals(WorkspaceName.DEFAULT)) {
      throw Fault.of(
          "There is no workspace " + name,
          Suggestion.ofTyped(name, known)
              .map(near -> "Did you mean " + near + "?")
              .orElse("There are: " + String.join(", ", known) + "."),
          "`sluice workspace list` lists them.");
    }
  }
}
