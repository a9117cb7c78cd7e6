package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.RunRecords;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.RunsText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An order to a run: sent, and then seen to have been taken. */
abstract sealed class RunsOrderCommand implements Callable<Integer> {
  final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "RUN", description = "Its id, the beginning of it, or `last`.")
  private String run = "";

  @Option(names = "--json", description = "One JSON object a line.")
  boolean json;

  RunsOrderCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  abstract InboxMessage order(RunRecord known, String by);

  /** Whether the run stands as the order wants it. */
  abstract Predicate<RunRecord> taken();

  ExitCode after(Deployment deployment, RunRecord settled) {
    if (json) {
      invocation.terminal().out().println(JsonLine.of("run", Instant.now(), settled));
    } else {
      invocation
          .terminal()
          .out()
          .println("Run " + settled.run() + ": " + RunsText.standing(settled) + ".");
    }
    return ExitCode.DONE;
  }

  @Override
  public Integer call() {
    try (Deployment deployment = new Opening(invocation, fleet, "sluice runs").toWork()) {
      RunRecord known = KnownRun.find(deployment, run).run();
      if (known.ended()) {
        throw Fault.of(
            "Run " + known.run() + " has ended already",
            "It ended as " + RunsText.standing(known) + ".",
            "`sluice runs retry " + known.run() + "` runs again what failed.");
      }
      deployment.tell(known.workspace(), order(known, System.getProperty("user.name", "unknown")));
      return after(deployment, settled(deployment, known)).number();
    }
  }

  private RunRecord settled(Deployment deployment, RunRecord known) {
    return OrderTaken.await(
        () ->
            deployment
                .query()
                .run(known.run())
                .flatMap(answer -> RunRecords.decoded(answer.path("run")))
                .orElse(known),
        now -> now.ended() || taken().test(now),
        now -> "Run " + known.run() + " stands as: " + RunsText.standing(now) + ".");
  }

  @Command(
      name = "cancel",
      description = "Cancels a run: what has begun may end, nothing else begins.")
  static final class Cancel extends RunsOrderCommand {
    @Option(names = "--force", description = "Interrupt what has begun: it is in doubt then.")
    private boolean force;

    Cancel(Invocation invocation) {
      super(invocation);
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new InboxMessage.Cancel(known.run(), force, by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return run -> run.stop() != null;
    }
  }

  @Command(name = "pause", description = "Releases nothing more until the run is resumed.")
  static final class Pause extends RunsOrderCommand {
    Pause(Invocation invocation) {
      super(invocation);
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new InboxMessage.Pause(known.run(), by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return RunRecord::paused;
    }
  }

  @Command(
      name = "resume",
      description = "Goes on with a paused or broken-off run, and follows it.")
  static final class Resume extends RunsOrderCommand {
    Resume(Invocation invocation) {
      super(invocation);
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new InboxMessage.Resume(known.run(), by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return run -> !run.paused();
    }

    @Override
    ExitCode after(Deployment deployment, RunRecord settled) {
      return RunsWatchCommand.follow(invocation, deployment, settled, json);
    }
  }
}
