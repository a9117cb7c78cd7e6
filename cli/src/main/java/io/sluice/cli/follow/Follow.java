package io.sluice.cli.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.HaltedInbox;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.Durations;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.run.AwaitedText;
import io.sluice.cli.render.run.ModuleProgress;
import io.sluice.cli.render.run.NodeFault;
import io.sluice.cli.render.run.RunEnd;
import io.sluice.cli.render.run.RunProgress;
import io.sluice.cli.render.run.RunSummary;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Interrupts;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.EventReader;
import io.sluice.client.RunRecords;
import io.sluice.language.source.SourceRange;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorCode;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.query.QueryClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows one run until it has ended, the person has had enough, or the deployment below it has
 * gone. Ctrl-C cancels the run; following is not owning, so nothing else here changes it.
 */
public final class Follow {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(3);

  /** What a node fails with that was not begun because of what is in doubt. */
  private static final Set<ErrorCode> HELD_BACK = Set.of(CoreCode.CLOSED, CoreCode.HELD_BACK);

  /** What is followed and how it is shown; {@code again} is the command that does what is left. */
  public record Subject(String run, String workspace, RunKind kind, String again, boolean json) {}

  /** Nodes that a worker had when the run's last event was of this number. */
  private record Out(List<String> nodes, long sequence) {}

  private final Invocation invocation;
  private final Deployment deployment;
  private final Subject subject;
  private final RunProgress progress;
  private final Quiet quiet;
  private @Nullable Runnable approval;
  private Function<String, Optional<SourceRange>> places = node -> Optional.empty();
  private Patience patience = new Patience(Optional.empty());
  private ModuleProgress modules = new ModuleProgress(List.of());
  private boolean totalled;
  private boolean heard;
  private boolean wondered;
  private Duration askedOut = Duration.ZERO;
  private volatile @Nullable Out out;

  public Follow(Invocation invocation, Deployment deployment, Subject subject) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.subject = subject;
    this.progress = new RunProgress(invocation.terminal().style());
    this.quiet =
        new Quiet(
            deployment,
            new Whereabouts(
                deployment.client(), subject.run(), subject.workspace(), invocation::command));
  }

  /** Runs the decision once, when the run awaits approval of its plan. */
  public Follow deciding(Runnable decision) {
    approval = decision;
    return this;
  }

  /** What was done is the sum of other runs, which the caller shows: this run has no objects. */
  public Follow totalled() {
    totalled = true;
    return this;
  }

  /** Gives up once other runs have held what this one needs for so long. */
  public Follow waiting(Optional<Duration> longest) {
    patience = new Patience(longest);
    return this;
  }

  /** The addresses that the run will change, so that its progress is shown by module. */
  public Follow expecting(List<String> addresses) {
    modules = new ModuleProgress(addresses);
    return this;
  }

  /** Names the places of blocks in faults of nodes. */
  public Follow locating(Function<String, Optional<SourceRange>> blocks) {
    places = blocks;
    return this;
  }

  /** Returns when the run has ended or was interrupted. */
  public ExitCode toTheEnd(EventReader events) {
    while (true) {
      Optional<ExitCode> end = toTheDecision(events);
      if (end.isPresent()) {
        return end.get();
      }
      decide();
    }
  }

  /** Ctrl-C is the shell's again while a person is asked. */
  private void decide() {
    Runnable decision = approval;
    if (decision != null) {
      approval = null;
      decision.run();
      return;
    }
    invocation.note(
        "It continues once someone approves what it waits for:\n  "
            + invocation.command("runs", "approve", subject.run())
            + "\nTo end it instead:\n  "
            + invocation.command("runs", "discard", subject.run()));
  }

  /** Empty when the run waits for approval. */
  private Optional<ExitCode> toTheDecision(EventReader events) {
    try (Interrupts interrupts = new Interrupts();
        Screen screen = new Screen(invocation.terminal())) {
      long began = System.nanoTime();
      long looked = began;
      int answered = 0;
      while (progress.end().isEmpty()) {
        events.poll(subject.workspace(), subject.run(), POLL).forEach(event -> show(event, screen));
        if (progress.takeAwaiting()) {
          screen.close();
          return Optional.empty();
        }
        if (!subject.json()) {
          screen.live(live(screen));
          if (!screen.isLive()) {
            progress.stillRunning(Instant.now()).forEach(screen::line);
          }
        }
        if (interrupts.count() > answered) {
          answered = interrupts.count();
          cancel(answered > 1, screen);
          if (answered > 1) {
            deployment.hurry();
            return Optional.of(interrupted(events, screen));
          }
        }
        long now = System.nanoTime();
        if (now - looked > LOOK.toNanos()) {
          looked = now;
          deployment.client().requireAlive();
          deployment.news().forEach(line -> note(screen, line));
          wonder(Duration.ofNanos(now - began), screen);
          progress.cancelledAt().ifPresent(this::awaitOut);
          quiet.end().ifPresent(end -> show(end, screen));
          requirePatience();
        }
      }
      screen.close();
      return Optional.of(summary(interrupts.count() > 0));
    }
  }

  private List<String> live(Screen screen) {
    List<String> lines = new ArrayList<>();
    lines.add(progress.liveLine(Instant.now(), screen.width()));
    lines.addAll(
        modules.lines(
            progress, screen.width(), screen.room(), Instant.now(), invocation.terminal().style()));
    return lines;
  }

  /** Ends the wait for other runs, and this run with it: nothing of it has begun. */
  private void requirePatience() {
    Optional<Duration> exceeded = patience.exceeded(Instant.now());
    if (exceeded.isPresent()) {
      deployment.client().order(subject.workspace(), new Order.Cancel(subject.run(), false, by()));
      throw Fault.of(
          "Other runs held what this one changes for longer than " + Durations.of(exceeded.get()),
          progress.waitsFor(),
          "Nothing was changed. A longer --lock-timeout waits longer; `"
              + invocation.command("locks")
              + "` shows who holds what.");
    }
  }

  private void show(Event event, Screen screen) {
    heard = true;
    quiet.heard();
    patience.accept(event);
    modules.accept(event);
    if (event.kind() == EventKind.RUN_WAITING && !subject.json()) {
      deployment.learn(query -> RunsAhead.of(query, event, invocation::command));
    }
    boolean seen = event.seq() <= progress.lastSequence();
    if (subject.json()) {
      progress.accept(event);
      if (!seen) {
        screen.line(JsonLine.of(event).toString());
      }
    } else {
      progress.accept(event).forEach(screen::line);
    }
  }

  private void wonder(Duration waited, Screen screen) {
    if (!heard && !wondered && waited.compareTo(SILENCE) > 0) {
      wondered = true;
      note(
          screen,
          "No planner has picked up the submission within "
              + waited.toSeconds()
              + " s. Still waiting, and finding out why...");
      deployment.learn(
          query ->
              List.of(
                  HaltedInbox.why(deployment, subject.workspace(), invocation::command)
                      .orElse(
                          "Is a planner service running? `"
                              + invocation.command("doctor")
                              + "` checks.")));
    }
  }

  /** Asks what a cancelled run still waits for: soon, and then less and less often. */
  private void awaitOut(Instant cancelled) {
    Out known = out;
    out = null;
    if (known != null && known.sequence() >= progress.lastSequence()) {
      progress.leftForWorkers(known.nodes(), cancelled);
    }
    Duration waited = Duration.between(cancelled, Instant.now());
    if (waited.compareTo(askedOut.isZero() ? ANSWERED_WITHIN : askedOut.multipliedBy(3)) < 0) {
      return;
    }
    askedOut = waited;
    deployment.learn(query -> awaited(query, waited));
  }

  private List<String> awaited(QueryClient query, Duration waited) {
    JsonNode answer = query.run(subject.run()).orElseGet(Json::object);
    Optional<RunRecord> run = RunRecords.decoded(answer.path("run"));
    if (run.isEmpty()) {
      return List.of();
    }
    List<String> nodes = AwaitedText.nodes(run.get(), RunRecords.nodes(answer.path("nodes")));
    out = new Out(nodes, run.get().sequence());
    return nodes.isEmpty()
        ? List.of()
        : List.of(AwaitedText.of(subject.run(), nodes, Optional.of(waited), invocation::command));
  }

  private void cancel(boolean force, Screen screen) {
    deployment.client().order(subject.workspace(), new Order.Cancel(subject.run(), force, by()));
    note(
        screen,
        force
            ? "Aborting. The outcome of running operations will be unknown."
            : "Cancelling: running nodes finish, no new ones start. Ctrl-C again aborts them.");
  }

  /** Gives the interruption a moment to be heard, then leaves. */
  private ExitCode interrupted(EventReader events, Screen screen) {
    long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    while (progress.end().isEmpty() && System.nanoTime() < until) {
      events.poll(subject.workspace(), subject.run(), POLL).forEach(event -> show(event, screen));
    }
    if (progress.end().isPresent()) {
      screen.close();
      return summary(true);
    }
    note(
        screen,
        "Run "
            + subject.run()
            + " is still stopping. `"
            + invocation.command("runs", "show", subject.run())
            + "` shows how it ends.");
    return ExitCode.INTERRUPTED;
  }

  private void note(Screen screen, String text) {
    screen.close();
    invocation.note(text);
  }

  private ExitCode summary(boolean interrupted) {
    Event end = progress.end().orElseThrow();
    if (end.kind() == EventKind.REFUSED) {
      throw refused(end);
    }
    RunEnd run = RunEnd.of(end, subject.kind()).or(this::recorded).orElseThrow(() -> unknown(end));
    if (subject.json()) {
      RunSummary.failures(run, progress)
          .forEach(
              trouble ->
                  invocation
                      .terminal()
                      .out()
                      .println(
                          JsonLine.of(
                              NodeFault.of(trouble, places.apply(trouble.node())), Instant.now())));
      invocation.terminal().out().println(RunSummary.line(run, Instant.now()));
    } else {
      invocation
          .terminal()
          .out()
          .print(RunSummary.of(run, progress, advice(run), invocation.terminal().style()));
      invocation.terminal().out().flush();
    }
    boolean good = run.outcome() == RunOutcome.SUCCEEDED;
    return good ? ExitCode.DONE : interrupted ? ExitCode.INTERRUPTED : ExitCode.FAILED;
  }

  private RunSummary.Advice advice(RunEnd run) {
    boolean doubtful =
        run.counts().inDoubt() > 0
            || run.failed().stream()
                .anyMatch(node -> node.code() != null && HELD_BACK.contains(node.code()));
    List<DoubtText.Doubt> doubts =
        doubtful ? DoubtText.of(deployment.query().locks(run.workspace())) : List.of();
    return new RunSummary.Advice() {
      @Override
      public String again() {
        return subject.again();
      }

      @Override
      public String command(List<String> words) {
        return invocation.command(words);
      }

      @Override
      public boolean isTotalled() {
        return totalled;
      }

      @Override
      public int width() {
        boolean live = invocation.terminal().live();
        return live ? invocation.terminal().columns() : RunSummary.Advice.super.width();
      }

      @Override
      public Optional<SourceRange> place(String node) {
        return places.apply(node);
      }

      @Override
      public List<DoubtText.Doubt> doubts() {
        return doubts;
      }
    };
  }

  private Fault refused(Event end) {
    return Fault.of("The submission was refused", end.text(), "Nothing was changed.");
  }

  private Fault unknown(Event end) {
    return Fault.of(
        "The run has ended, but its record is missing",
        end.text(),
        "`" + invocation.command("runs", "show", subject.run()) + "` may show it in a moment.");
  }

  private Optional<RunEnd> recorded() {
    return RunRecords.answered(deployment.query().run(subject.workspace(), subject.run()))
        .map(RunEnd::of);
  }

  private static String by() {
    return Operator.name();
  }
}
