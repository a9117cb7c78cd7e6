package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists runs, newest first.")
public final class RunsListCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  @Option(names = "--workspace", paramLabel = "W", description = "Only the runs of this workspace.")
  private @Nullable String workspace;

  @Option(names = "--all", description = "Include ended refreshes, drift checks and state edits.")
  private boolean all;

  public RunsListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Seen seen =
        look.at(
                invocation,
                "sluice runs list",
                deployment ->
                    new Seen(RunRecords.decoded(deployment.query().runs()), deployment.isIdle()))
            .orElse(new Seen(List.of(), true));
    List<RunRecord> shown = KnownRun.listed(seen.runs(), workspace, all);
    Instant now = Instant.now();
    if (look.json()) {
      shown.forEach(run -> invocation.terminal().out().println(JsonLine.of("run", now, run)));
    } else {
      invocation
          .terminal()
          .out()
          .print(RunsText.list(shown, seen.idle(), now, invocation.terminal().style()));
    }
    if (seen.idle()) {
      InterruptedText.of(
              shown.stream().filter(run -> !run.ended()).toList(), now, invocation::command)
          .forEach(invocation::note);
    }
    return ExitCode.DONE.number();
  }

  private record Seen(List<RunRecord> runs, boolean idle) {}
}
