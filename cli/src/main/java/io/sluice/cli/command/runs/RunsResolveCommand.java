package io.sluice.cli.command.runs;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.OrderReceipt;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.RunRecords;
import io.sluice.model.Suggestion;
import io.sluice.model.message.Order;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.record.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "resolve",
    description = "Resolves a node in doubt, once you have checked its object.",
    footer = {"", "Example:", "  sluice runs resolve last fakecloud_network.eu --adopt net-17"})
final class RunsResolveCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or `last`: your last change.")
  private String run = "";

  @Parameters(
      index = "1",
      paramLabel = "NODE",
      description = "The node in doubt, as `sluice locks` names it.")
  private String node = "";

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Choice choice = new Choice();

  /** What the person found. */
  static final class Choice {
    @Option(
        names = "--adopt",
        paramLabel = "ID",
        description = "The operation happened; this is the object's id.")
    private @Nullable String adopt;

    @Option(
        names = "--retry",
        description = "The operation did not happen; the next apply repeats it.")
    @SuppressWarnings("UnusedVariable") // What is left when it is none of the others.
    private boolean retry;

    @Option(
        names = "--abandon",
        description = "Give up on this operation; Sluice stops tracking it.")
    private boolean abandon;

    @Option(
        names = "--interrupt",
        description = "Its call hangs: end the call, so that the node is in doubt.")
    private boolean interrupt;
  }

  RunsResolveCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (choice.adopt != null && choice.adopt.isBlank()) {
      throw Fault.of(
          "--adopt needs the object's id",
          "It was empty.",
          "Look it up at the provider; if there is no object, use --retry or --abandon.");
    }
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice runs resolve").ofRecorded().toWork()) {
      KnownRun known = KnownRun.find(deployment, run);
      if (choice.interrupt) {
        requireCalling(known);
      } else {
        requireInDoubt(
            known, () -> DoubtText.of(deployment.query().locks(known.run().workspace())));
      }
      deployment
          .client()
          .order(
              known.run().workspace(),
              new Order.Resolve(
                  known.run().run(), node, resolution(), choice.adopt, Operator.name()));
      if (choice.interrupt) {
        invocation.terminal().out().println(meaning() + ".");
        return ExitCode.DONE.number();
      }
      awaitSettled(deployment, known.run().run());
      invocation.terminal().out().println("Resolved " + node + ": " + meaning() + ".");
    }
    return ExitCode.DONE.number();
  }

  private String meaning() {
    return switch (resolution()) {
      case ADOPT -> "it is in state as " + choice.adopt;
      case RETRY -> "the next apply repeats it";
      case ABANDON -> "Sluice no longer tracks it";
      case INTERRUPT ->
          "The call of "
              + node
              + " is ended as soon as its provider's process makes no other; `"
              + invocation.command("runs", "show", run)
              + "` shows what became of it";
    };
  }

  private Resolution resolution() {
    if (choice.interrupt) {
      return Resolution.INTERRUPT;
    }
    return choice.adopt != null
        ? Resolution.ADOPT
        : choice.abandon ? Resolution.ABANDON : Resolution.RETRY;
  }

  /**
   * A later run refuses what an earlier one left in doubt: then that one is named.
   *
   * @param doubts all of the workspace, asked only where it is not of this run
   */
  private void requireInDoubt(KnownRun known, Supplier<List<DoubtText.Doubt>> doubts) {
    List<String> doubtful =
        known.nodes().entrySet().stream()
            .filter(entry -> entry.getValue().status() == NodeStatus.IN_DOUBT)
            .map(Map.Entry::getKey)
            .toList();
    if (!doubtful.contains(node)) {
      doubts.get().stream()
          .filter(doubt -> doubt.node().equals(node) || doubt.address().equals(node))
          .findFirst()
          .ifPresent(
              doubt -> {
                throw elsewhere(known, doubt);
              });
      throw Fault.of(
          node + " is not in doubt",
          doubtful.isEmpty()
              ? "No node of run " + known.run().run() + " is."
              : Suggestion.ofTyped(node, doubtful)
                  .map(near -> "Did you mean " + near + "?")
                  .orElse("In doubt: " + String.join(", ", doubtful) + "."),
          "`sluice runs show " + known.run().run() + "` shows its nodes.");
    }
  }

  private void requireCalling(KnownRun known) {
    if (known.nodes().get(node) == null || known.nodes().get(node).status() != NodeStatus.STARTED) {
      throw Fault.of(
          "No worker is calling " + node,
          "Only a call that is still running can be interrupted.",
          "`sluice runs show " + known.run().run() + "` shows its nodes.");
    }
  }

  private Fault elsewhere(KnownRun known, DoubtText.Doubt doubt) {
    List<String> words = new ArrayList<>(List.of("runs", "resolve", doubt.run(), doubt.node()));
    switch (resolution()) {
      case ADOPT -> words.addAll(List.of("--adopt", Objects.requireNonNull(choice.adopt)));
      case RETRY -> words.add("--retry");
      case ABANDON -> words.add("--abandon");
      case INTERRUPT -> words.add("--interrupt");
    }
    return Fault.of(
        node + " is not in doubt in run " + known.run().run(),
        "It is in doubt in run " + doubt.run() + ".",
        invocation.command(words));
  }

  private void awaitSettled(Deployment deployment, String id) {
    OrderReceipt.await(
        () ->
            deployment
                .query()
                .run(id)
                .map(answer -> RunRecords.nodes(answer.path("nodes")).get(node)),
        now -> now.isEmpty() || now.get().status() != NodeStatus.IN_DOUBT,
        now -> node + " is still in doubt.");
  }
}
