package io.sluice.cli.command.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.follow.RunEvents;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.run.AwaitedText;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.cli.render.run.NodeHistory;
import io.sluice.cli.render.run.RunsText;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.EventReader;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "show", description = "Shows one run: its status, its nodes and what was repeated.")
final class RunsShowCommand implements Callable<Integer> {
  private static final int POLLS = 10;
  private static final Duration POLL = Duration.ofMillis(200);
  private final Invocation invocation;

  @Mixin private RunArgument run = new RunArgument();
  @Mixin private LookOptions look = new LookOptions();

  @Option(names = "--all", description = "Show every node, however many there are.")
  private boolean all;

  RunsShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Seen seen =
        run.known(
            look.at(
                invocation,
                "sluice runs show",
                deployment -> {
                  KnownRun found = run.of(deployment);
                  List<String> out = AwaitedText.nodes(found.run(), found.nodes());
                  Optional<Instant> cancelled =
                      out.isEmpty() ? Optional.empty() : cancelledAt(deployment, found.run());
                  return new Seen(
                      found,
                      deployment.isIdle(),
                      out,
                      cancelled,
                      waiting(deployment, found),
                      history(deployment, found.run()));
                }));
    KnownRun known = seen.known();
    Instant now = Instant.now();
    if (look.json()) {
      ObjectNode line = JsonLine.of("run", now, known.run());
      line.set("nodes", Json.toTree(known.nodes()));
      line.set("history", history(seen.history()));
      invocation.terminal().out().println(line);
    } else {
      invocation.terminal().out().print(text(seen, now));
      seen.plan().ifPresent(plan -> invocation.terminal().out().println("\n" + plan));
    }
    if (!look.json() && known.run().ended() && seen.history().isEmpty() && !all) {
      invocation.note(
          "What became of each node: "
              + invocation.command("runs", "show", known.run().run(), "--all"));
    }
    boolean interrupted = seen.idle() && !known.run().ended();
    if (!look.json() && interrupted) {
      invocation.note(InterruptedText.of(known.run(), now, invocation::command));
    } else if (!look.json() && !seen.out().isEmpty()) {
      invocation.note(
          AwaitedText.of(
              known.run().run(),
              seen.out(),
              seen.cancelled().map(since -> Duration.between(since, now)),
              invocation::command));
    }
    return ExitCode.DONE.number();
  }

  private record Seen(
      KnownRun known,
      boolean idle,
      List<String> out,
      Optional<Instant> cancelled,
      Optional<String> plan,
      List<NodeHistory> history) {}

  private String text(Seen seen, Instant now) {
    RunRecord known = seen.known().run();
    Style style = invocation.terminal().style();
    return seen.history().isEmpty()
        ? RunsText.show(known, seen.known().nodes(), seen.idle(), now, style)
        : RunsText.head(known, seen.idle(), now, style)
            + "\n"
            + NodeHistory.table(
                seen.history(),
                all,
                invocation.command("runs", "show", known.run(), "--all"),
                style);
  }

  /**
   * The record of a run that has ended keeps no nodes, but its events tell of them. No deployment
   * is started for them unless they are asked for.
   */
  private List<NodeHistory> history(Deployment deployment, RunRecord run) {
    return run.ended() && (all || !deployment.isResting())
        ? NodeHistory.of(RunEvents.of(deployment, run))
        : List.of();
  }

  private static ArrayNode history(List<NodeHistory> nodes) {
    ArrayNode all = Json.mapper().createArrayNode();
    for (NodeHistory node : nodes) {
      ObjectNode one =
          all.addObject()
              .put("node", node.node())
              .put("status", node.status().name().toLowerCase(Locale.ROOT))
              .put("attempts", node.attempts())
              .put("worker", node.worker())
              .put("why", node.why());
      Optional.ofNullable(node.began()).ifPresent(began -> one.put("began", began.toString()));
      Optional.ofNullable(node.took()).ifPresent(took -> one.put("took_ms", took.toMillis()));
    }
    return all;
  }

  /** The plan that somebody has to approve. */
  private Optional<String> waiting(Deployment deployment, KnownRun known) {
    return known.run().phase() == RunPhase.AWAITING_APPROVAL && !look.json()
        ? Optional.of(new RunPlan(invocation, look.settings(invocation), deployment).text(known))
        : Optional.empty();
  }

  private static Optional<Instant> cancelledAt(Deployment deployment, RunRecord run) {
    try (EventReader events =
        deployment.client().events(run.run(), Optional.of(run.submittedAt()))) {
      for (int i = 0; i < POLLS; i++) {
        for (Event event : events.poll(run.workspace(), run.run(), POLL)) {
          if (event.kind() == EventKind.RUN_CANCELLING) {
            return Optional.of(event.at());
          }
        }
      }
    }
    return Optional.empty();
  }
}
