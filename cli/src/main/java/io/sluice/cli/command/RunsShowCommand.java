package io.sluice.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.RunsText;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "show", description = "Shows one run: how it stands, its nodes, what was repeated.")
final class RunsShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private RunArgument run = new RunArgument();
  @Mixin private LookOptions look = new LookOptions();

  RunsShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    KnownRun known = run.known(look.at(invocation, "sluice runs show", run::of));
    Instant now = Instant.now();
    if (look.json()) {
      ObjectNode line = JsonLine.of("run", now, known.run());
      line.set("nodes", Json.toTree(known.nodes()));
      invocation.terminal().out().println(line);
    } else {
      invocation
          .terminal()
          .out()
          .print(RunsText.show(known.run(), known.nodes(), now, invocation.terminal().style()));
    }
    return ExitCode.DONE.number();
  }
}
