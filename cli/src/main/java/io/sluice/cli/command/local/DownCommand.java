package io.sluice.cli.command.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.local.BackgroundDeployment;
import io.sluice.cli.local.InterruptedRuns;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Stops the deployment of the directory, whichever process hosts it. */
@Command(
    name = "down",
    description = "Stops the local deployment. Unfinished runs continue at the next start.")
public final class DownCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  public DownCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    LocalDirectory directory = new LocalDirectory(invocation.directory());
    boolean stopped =
        BackgroundDeployment.stop(directory, new FleetOptions().settings(invocation).environment());
    List<RunRecord> left = InterruptedRuns.of(directory);
    Instant now = Instant.now();
    if (json) {
      ObjectNode line = JsonLine.of("down", now).put("stopped", stopped);
      left.forEach(run -> line.withArray("runs").add(run.run()));
      invocation.terminal().out().println(line);
    } else {
      invocation
          .terminal()
          .out()
          .println(
              stopped ? "The local deployment has stopped." : "No deployment is running here.");
      if (!left.isEmpty()) {
        invocation.note(InterruptedText.leaving(left, now, invocation.command("up")));
      }
    }
    return ExitCode.DONE.number();
  }
}
