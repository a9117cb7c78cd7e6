package io.sluice.cli.command.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.AwaitedText;
import io.sluice.cli.render.run.InterruptedText;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "show", description = "Shows one run: its status, its nodes and what was repeated.")
final class RunsShowCommand implements Callable<Integer> {
  private static final int POLLS = 10;
  private static final Duration POLL = Duration.ofMillis(200);
  private final Invocation invocation;

  @Mixin private RunArgument run = new RunArgument();
  @Mixin private LookOptions look = new LookOptions();

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
                      found, deployment.isIdle(), out, cancelled, waiting(deployment, found));
                }));
    KnownRun known = seen.known();
    Instant now = Instant.now();
    if (look.json()) {
      ObjectNode line = JsonLine.of("run", now, known.run());
      line.set("nodes", Json.toTree(known.nodes()));
      invocation.terminal().out().println(line);
    } else {
      invocation
          .terminal()
          .out()
          .print(
              RunsText.show(
                  known.run(), known.nodes(), seen.idle(), now, invocation.terminal().style()));
      seen.plan().ifPresent(plan -> invocation.terminal().out().println("\n" + plan));
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
      Optional<String> plan) {}

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
        for (Event event : events.poll(run.run(), POLL)) {
          if (event.kind() == EventKind.RUN_CANCELLING) {
            return Optional.of(event.at());
          }
        }
      }
    }
    return Optional.empty();
  }
}
