package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.StoppedRun;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.OrderReceipt;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.run.AwaitedText;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.model.message.Order;
import io.sluice.model.record.RunRecord;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "force-unlock",
    description = "Makes a run release its claim. Addresses in doubt stay locked and are listed.")
public final class ForceUnlockCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or `last`: your last change.")
  private String run = "";

  @Option(
      names = {"--force", "--auto-approve"},
      description = "Skip the confirmation prompt.")
  private boolean force;

  public ForceUnlockCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice force-unlock").ofRecorded().toOrder()) {
      KnownRun known = KnownRun.find(deployment, run);
      if (known.run().ended()) {
        throw ended(known.run());
      }
      if (!agreed(known.run())) {
        invocation.note("Nothing was changed.");
        return ExitCode.FAILED.number();
      }
      deployment
          .client()
          .order(
              known.run().workspace(), new Order.ForceUnlock(known.run().run(), Operator.name()));
      RunRecord unlocked = awaitStopped(deployment, known).run();
      StoppedRun.settled(invocation, deployment, unlocked);
      report(deployment, awaitReleased(deployment, known).run());
    }
    return ExitCode.DONE.number();
  }

  static Fault ended(RunRecord run) {
    String standing = "Its outcome: " + RunsText.status(run) + ".";
    return AwaitedText.claim(run)
        .map(
            wait ->
                Fault.of(
                    "Run " + run.run() + " has ended, but is still waiting for one thing",
                    standing + " " + wait,
                    "Wait; if it takes longer, `sluice doctor` finds out what does not work."))
        .orElseGet(
            () ->
                Fault.of(
                    "Run " + run.run() + " holds nothing",
                    standing,
                    "`sluice locks` shows which run holds what."));
  }

  private boolean agreed(RunRecord known) {
    return force
        || !invocation.terminal().interactive()
        || invocation
            .terminal()
            .confirms(
                "Run "
                    + known.run()
                    + " will start nothing more, and other runs may change what it was about to"
                    + " change.");
  }

  private static KnownRun awaitStopped(Deployment deployment, KnownRun known) {
    String id = known.run().run();
    return OrderReceipt.await(
        () -> KnownRun.find(deployment, id),
        now -> now.run().stop() != null || now.run().ended(),
        now -> "Run " + id + " has not stopped yet.");
  }

  private static KnownRun awaitReleased(Deployment deployment, KnownRun known) {
    String id = known.run().run();
    return OrderReceipt.await(
        () -> KnownRun.find(deployment, id),
        now -> now.run().claim() == null || now.run().ended(),
        now -> "Run " + id + " still holds its claim.");
  }

  private void report(Deployment deployment, RunRecord released) {
    PrintStream out = invocation.terminal().out();
    out.println(
        released.claim() == null
            ? "Run " + released.run() + " holds nothing any more."
            : "Run " + released.run() + " has ended. " + AwaitedText.claim(released).orElse(""));
    JsonNode locks = deployment.query().locks(released.workspace());
    for (JsonNode held : locks.path("held")) {
      if (held.path("run").asText().equals(released.run())) {
        held.path("out")
            .forEach(
                address ->
                    out.println(
                        "  still running, locked until a worker reports on it: "
                            + address.asText()));
      }
    }
    List<DoubtText.Doubt> doubts =
        DoubtText.of(locks).stream().filter(doubt -> doubt.run().equals(released.run())).toList();
    doubts.forEach(doubt -> out.println("  stays in doubt: " + doubt.address()));
    if (!doubts.isEmpty()) {
      out.print(
          "Check each object, then run one of:\n" + DoubtText.ways(doubts, invocation::command));
    }
  }
}
