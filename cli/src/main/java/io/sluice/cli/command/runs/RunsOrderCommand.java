package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.StoppedRun;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.OrderReceipt;
import io.sluice.cli.follow.WalkChildren;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.AwaitedText;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.RunRecords;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  @Parameters(
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or `last`: your last change.")
  private String run = "";

  @Option(names = "--json", description = "Print one JSON object per line.")
  boolean json;

  RunsOrderCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  abstract InboxMessage order(RunRecord known, String by);

  /** Whether the run is as the order wants it. */
  abstract Predicate<RunRecord> taken();

  ExitCode after(Deployment deployment, RunRecord settled) {
    if (json) {
      invocation.terminal().out().println(JsonLine.of("run", Instant.now(), settled));
    } else {
      invocation
          .terminal()
          .out()
          .println("Run " + settled.run() + ": " + RunsText.status(settled) + ".");
    }
    return ExitCode.DONE;
  }

  @Override
  public Integer call() {
    try (Deployment deployment =
        opened(new Opening(invocation, fleet, "sluice runs").ofRecorded())) {
      RunRecord known = KnownRun.find(deployment, run).run();
      if (known.ended()) {
        throw ended(known);
      }
      check(known);
      if (isNeedless(known)) {
        return after(deployment, known).number();
      }
      deployment.client().order(known.workspace(), order(known, Operator.name()));
      RunRecord settled = settled(deployment, known);
      return after(deployment, StoppedRun.settled(invocation, deployment, settled)).number();
    }
  }

  /** No run goes on before the order is taken. */
  Deployment opened(Opening opening) {
    return opening.toOrder();
  }

  /** What succeeded has left nothing to be run again. */
  private Fault ended(RunRecord known) {
    boolean left = known.outcome() != RunOutcome.SUCCEEDED && KnownRun.acts(known);
    return Fault.of(
        "Run " + known.run() + " has already ended",
        "Its outcome: " + RunsText.status(known) + ".",
        left
            ? "`" + invocation.command("runs", "retry", known.run()) + "` runs what failed again."
            : "");
  }

  /** Refuses what the order can't mean. */
  void check(RunRecord known) {}

  /** Whether the order would change nothing; says so. */
  boolean isNeedless(RunRecord known) {
    return false;
  }

  private RunRecord settled(Deployment deployment, RunRecord known) {
    return OrderReceipt.await(
        () ->
            RunRecords.answered(deployment.query().run(known.workspace(), known.run()))
                .orElse(known),
        now -> now.ended() || taken().test(now),
        now -> "Run " + known.run() + " has the status: " + RunsText.status(now) + ".");
  }

  @Command(name = "cancel", description = "Cancels a run. Running nodes finish; no new ones start.")
  static final class Cancel extends RunsOrderCommand {
    @Option(
        names = "--force",
        description = "Abort running calls. Their outcome will be unknown (in doubt).")
    private boolean force;

    Cancel(Invocation invocation) {
      super(invocation);
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new Order.Cancel(known.run(), force, by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return run -> run.stop() != null;
    }

    @Override
    ExitCode after(Deployment deployment, RunRecord settled) {
      ExitCode code = super.after(deployment, settled);
      WalkChildren.cancel(deployment, settled.run(), force, Operator.name())
          .forEach(
              child ->
                  invocation.note(
                      "Run "
                          + child.run()
                          + " of workspace "
                          + child.workspace()
                          + " was cancelled with it."));
      List<String> out =
          settled.ended() || json
              ? List.of()
              : AwaitedText.nodes(settled, KnownRun.find(deployment, settled.run()).nodes());
      if (!out.isEmpty()) {
        invocation.note(AwaitedText.of(settled.run(), out, Optional.empty(), invocation::command));
      }
      return code;
    }
  }

  @Command(name = "discard", description = "Discards a run that awaits approval of its plan.")
  static final class Discard extends RunsOrderCommand {
    Discard(Invocation invocation) {
      super(invocation);
    }

    @Override
    void check(RunRecord known) {
      if (known.phase() != RunPhase.AWAITING_APPROVAL) {
        throw Fault.of(
            "Run " + known.run() + " does not wait for approval",
            "Its status: " + RunsText.status(known) + ".",
            "`" + invocation.command("runs", "cancel", known.run()) + "` cancels it.");
      }
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new Order.Discard(known.run(), by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return run -> run.phase() != RunPhase.AWAITING_APPROVAL;
    }
  }

  @Command(
      name = "abandon",
      description =
          "Ends a run at once, whatever it waits for. Running calls are aborted: their outcome is"
              + " unknown, and their addresses stay locked until that is resolved.")
  static final class Abandon extends RunsOrderCommand {
    @Option(
        names = {"--yes", "--force", "--auto-approve"},
        description = "Skip the confirmation prompt.")
    private boolean yes;

    Abandon(Invocation invocation) {
      super(invocation);
    }

    @Override
    void check(RunRecord known) {
      if (yes) {
        return;
      }
      if (json || !invocation.terminal().interactive()) {
        throw Fault.unasked(
            "Abandoning a run aborts its running calls and leaves them in doubt.",
            "Give --yes, or use `"
                + invocation.command("runs", "cancel", known.run())
                + "`, which lets running nodes finish.");
      }
      String question =
          "Run "
              + known.run()
              + " ends at once. Its running calls are aborted; their outcome will be unknown.";
      if (!invocation.terminal().confirms(question)) {
        throw Fault.of("Nothing was changed", "The run continues.", "");
      }
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new Order.Abandon(known.run(), by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return RunRecord::ended;
    }

    @Override
    ExitCode after(Deployment deployment, RunRecord settled) {
      ExitCode code = super.after(deployment, settled);
      List<DoubtText.Doubt> left =
          DoubtText.of(deployment.query().locks(settled.workspace())).stream()
              .filter(doubt -> doubt.run().equals(settled.run()))
              .toList();
      if (!json && !left.isEmpty()) {
        invocation
            .terminal()
            .out()
            .print(
                "These have an unknown outcome. Check each object, then run one of:\n"
                    + DoubtText.ways(left, invocation::command));
      }
      return code;
    }
  }

  @Command(name = "pause", description = "Pauses a run: no new nodes start until it is resumed.")
  static final class Pause extends RunsOrderCommand {
    Pause(Invocation invocation) {
      super(invocation);
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new Order.Pause(known.run(), by);
    }

    @Override
    Predicate<RunRecord> taken() {
      return RunRecord::paused;
    }
  }

  @Command(name = "resume", description = "Resumes a paused or interrupted run, and follows it.")
  static final class Resume extends RunsOrderCommand {
    Resume(Invocation invocation) {
      super(invocation);
    }

    @Override
    Deployment opened(Opening opening) {
      return opening.toWork();
    }

    @Override
    boolean isNeedless(RunRecord known) {
      if (known.paused()) {
        return false;
      }
      invocation.note(
          "Run " + known.run() + " is not paused. Its status: " + RunsText.status(known) + ".");
      return true;
    }

    @Override
    InboxMessage order(RunRecord known, String by) {
      return new Order.Resume(known.run(), by);
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
