package io.sluice.cli.follow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.EventReader;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.RunEnd;
import io.sluice.cli.render.RunProgress;
import io.sluice.cli.render.RunSummary;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Interrupts;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RunOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Follows one run until it has ended, the person has had enough, or the stack below it has gone.
 * Ctrl-C cancels the run; following is not owning, so nothing else here changes it.
 */
public final class Follow {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** What is followed and how it is told; {@code again} is the command that does what is left. */
  public record Subject(String run, String workspace, RunKind kind, String again, boolean json) {}

  private final Invocation invocation;
  private final Deployment deployment;
  private final Subject subject;
  private final RunProgress progress;
  private boolean heard;
  private boolean wondered;

  public Follow(Invocation invocation, Deployment deployment, Subject subject) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.subject = subject;
    this.progress = new RunProgress(invocation.terminal().style());
  }

  /** Returns when the run has ended or was interrupted. */
  public ExitCode toTheEnd(EventReader events) {
    try (Interrupts interrupts = new Interrupts();
        Screen screen = new Screen(invocation.terminal())) {
      long began = System.nanoTime();
      long looked = began;
      int answered = 0;
      while (progress.end().isEmpty()) {
        events.poll(subject.run(), POLL).forEach(event -> show(event, screen));
        if (!subject.json()) {
          screen.live(progress.liveLine(Instant.now(), screen.width()));
        }
        if (interrupts.count() > answered) {
          answered = interrupts.count();
          cancel(answered > 1, screen);
          if (answered > 1) {
            deployment.hurry();
            return interrupted(events, screen);
          }
        }
        long now = System.nanoTime();
        if (now - looked > LOOK.toNanos()) {
          looked = now;
          deployment.requireAlive();
          deployment.news().forEach(line -> note(screen, line));
          wonder(Duration.ofNanos(now - began), screen);
        }
      }
      screen.close();
      return summary(interrupts.count() > 0);
    }
  }

  private void show(Event event, Screen screen) {
    heard = true;
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
          "Nobody has taken the submission in "
              + waited.toSeconds()
              + " s: is a planner service running? `sluice doctor` looks. Still waiting...");
    }
  }

  private void cancel(boolean force, Screen screen) {
    deployment.tell(subject.workspace(), new InboxMessage.Cancel(subject.run(), force, by()));
    note(
        screen,
        force
            ? "Interrupting: what runs at this moment is in doubt."
            : "Cancelling: what has begun may end. Ctrl-C again interrupts it.");
  }

  /** Gives the interruption a moment to be heard, then leaves. */
  private ExitCode interrupted(EventReader events, Screen screen) {
    long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    while (progress.end().isEmpty() && System.nanoTime() < until) {
      events.poll(subject.run(), POLL).forEach(event -> show(event, screen));
    }
    if (progress.end().isPresent()) {
      screen.close();
      return summary(true);
    }
    note(
        screen,
        "Run "
            + subject.run()
            + " was told to stop and goes on stopping. `sluice runs show "
            + subject.run()
            + "` says how it ends.");
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
      invocation.terminal().out().println(summaryLine(run));
    } else {
      invocation
          .terminal()
          .out()
          .print(RunSummary.of(run, progress, subject.again(), invocation.terminal().style()));
      invocation.terminal().out().flush();
    }
    boolean good = run.outcome() == RunOutcome.SUCCEEDED;
    return good ? ExitCode.DONE : interrupted ? ExitCode.INTERRUPTED : ExitCode.FAILED;
  }

  private Fault refused(Event end) {
    return Fault.of("The submission was refused", end.text(), "Nothing was changed.");
  }

  private Fault unknown(Event end) {
    return Fault.of(
        "The run has ended, but its record is not there",
        end.text(),
        "`sluice runs show " + subject.run() + "` may know it in a moment.");
  }

  private static ObjectNode summaryLine(RunEnd run) {
    ObjectNode line =
        JsonLine.of("summary", Instant.now())
            .put("run", run.run())
            .put("workspace", run.workspace());
    line.set("outcome", Json.toTree(run.outcome()));
    RunSummary.numbers(run.counts()).forEach(line::put);
    return line;
  }

  private Optional<RunEnd> recorded() {
    return deployment
        .query()
        .run(subject.run())
        .flatMap(answer -> RunRecords.decoded(answer.path("run")))
        .map(RunEnd::of);
  }

  private static String by() {
    return System.getProperty("user.name", "unknown");
  }
}
