package io.sluice.cli.command.apply;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.fleet.ReadersText;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.logging.Timeline;
import io.sluice.cli.plan.ApprovalQuestion;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.HeldNodes;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.OutputsText;
import io.sluice.cli.render.plan.PlanLines;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.render.plan.PlanTotals;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.cli.terminal.Terminal;
import io.sluice.cli.terminal.Unsent;
import io.sluice.client.EventReader;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.language.source.SourceRange;
import io.sluice.planning.configuration.desired.Outputs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Shows what is intended, asks, submits and follows. */
public final class Applying {
  private final Invocation invocation;
  private final Invocation inside;
  private final Settings settings;
  private final Deployment deployment;
  private final Terminal terminal;
  private final Choices choices;
  private final Unsent unsent;
  private Function<String, Optional<SourceRange>> places = node -> Optional.empty();
  private Optional<Duration> patience = Optional.empty();

  /**
   * Where it happens.
   *
   * @param invocation as it was typed
   * @param inside the same, in the directory of the root module
   */
  public record Place(
      Invocation invocation, Invocation inside, Settings settings, Deployment deployment) {}

  /**
   * What the arguments say.
   *
   * @param approved nobody is asked about the plan
   * @param shown the plan was shown when it was saved, and is not shown again
   * @param automatic nobody is asked about what the run finds out later
   * @param again what to do when only some of it is done
   */
  public record Choices(
      boolean destroys,
      boolean approved,
      boolean shown,
      boolean automatic,
      boolean detach,
      boolean json,
      String again) {}

  public Applying(Place place, Choices choices, Unsent unsent) {
    this.invocation = place.invocation();
    this.inside = place.inside();
    this.settings = place.settings();
    this.deployment = place.deployment();
    this.terminal = invocation.terminal();
    this.choices = choices;
    this.unsent = unsent;
  }

  /** Names the places of blocks in faults of nodes. */
  public Applying locating(Function<String, Optional<SourceRange>> blocks) {
    places = blocks;
    return this;
  }

  /** Gives up once other runs have held what it changes for so long. */
  public Applying waiting(Optional<Duration> longest) {
    patience = longest;
    return this;
  }

  public ExitCode apply(Intent intent) {
    show(intent);
    if (intent.isNothing()) {
      return done(intent);
    }
    HeldNodes.requireSomethingElse(intent.held(), intent.changes(), intent.steps());
    if (!intent.changesNothing() && !agreed(intent.workspace(), intent.changes())) {
      return ExitCode.FAILED;
    }
    Submission unapproved =
        new Submission(
            RunIds.next(),
            false,
            intent.workspace(),
            intent.bundle(),
            intent.options(),
            Operator.name());
    Submission submission =
        choices.automatic()
            ? unapproved.approvedAsItGoes(intent.hash())
            : unapproved.approved(intent.hash());
    if (choices.detach()) {
      return left(submission, intent);
    }
    ExitCode code = followed(submission, intent);
    Timeline.mark("run ended");
    if (code == ExitCode.DONE) {
      outputs(intent);
      ReadersText.tell(inside, settings, deployment, Set.of(intent.workspace()), choices.json());
    }
    return code;
  }

  private void show(Intent intent) {
    if (choices.json()) {
      PlanLines.of(
              intent.changes(),
              intent.outputs(),
              choices.destroys() ? "destroy" : "apply",
              Instant.now())
          .forEach(line -> terminal.out().println(line));
      HeldNodes.tell(invocation, intent.held());
    } else if (choices.shown()) {
      // What is left alone may be so since then.
      if (!intent.held().isEmpty()) {
        terminal
            .out()
            .println(
                PlanText.of(
                    intent.kind(),
                    List.of(),
                    List.of(),
                    intent.held(),
                    terminal.style(),
                    inside::command));
      }
    } else {
      String text =
          PlanText.of(
              intent.kind(),
              intent.changes(),
              intent.outputs(),
              intent.held(),
              terminal.style(),
              inside::command);
      terminal.out().println(text);
    }
  }

  private ExitCode done(Intent intent) {
    if (!choices.json()) {
      String complete =
          (choices.destroys() ? "Destroy" : "Apply")
              + " complete! Resources: 0 added, 0 changed, 0 destroyed.";
      terminal.out().println(terminal.style().green(complete));
    }
    outputs(intent);
    return ExitCode.DONE;
  }

  /** Whether the person agrees, or has. */
  boolean agreed(String workspace, List<ShownChange> changes) {
    if (choices.approved()) {
      return true;
    }
    ApprovalQuestion question =
        choices.destroys()
            ? ApprovalQuestion.toDestroy(workspace)
            : ApprovalQuestion.toPerform(workspace);
    if (question.noting(PlanTotals.of(changes).stays()).ask(terminal)) {
      terminal.out().println();
      return true;
    }
    invocation.note("\nNothing was changed.");
    return false;
  }

  private void submit(Submission submission, Intent intent) {
    unsent.close();
    deployment.client().submit(submission, intent.kind());
    Timeline.mark("submitted");
  }

  private ExitCode left(Submission submission, Intent intent) {
    submit(submission, intent);
    if (choices.json()) {
      submitted(submission);
    } else {
      terminal.out().println(submission.run());
      invocation.note(
          "The run continues without this command:\n  "
              + invocation.command("runs", "watch", submission.run()));
    }
    return ExitCode.DONE;
  }

  private void submitted(Submission submission) {
    terminal
        .out()
        .println(
            JsonLine.of("submitted", Instant.now())
                .put("run", submission.run())
                .put("workspace", submission.workspace()));
  }

  private ExitCode followed(Submission submission, Intent intent) {
    try (EventReader events = deployment.client().events(submission.run(), Optional.empty())) {
      submit(submission, intent);
      if (choices.json()) {
        submitted(submission);
      }
      Follow.Subject subject =
          new Follow.Subject(
              submission.run(),
              submission.workspace(),
              intent.kind(),
              choices.again(),
              choices.json());
      return new Follow(inside.on(terminal), deployment, subject)
          .locating(places)
          .waiting(patience)
          .expecting(intent.changes().stream().map(change -> change.address().text()).toList())
          .toTheEnd(events);
    }
  }

  private void outputs(Intent intent) {
    Map<String, Outputs.Output> outputs =
        new TreeMap<>(
            Outputs.of(
                ConfigurationPlanning.state(inside, settings, deployment, intent.workspace())));
    Timeline.mark("outputs read");
    if (choices.destroys() || outputs.isEmpty()) {
      return;
    }
    if (choices.json()) {
      terminal.out().println(OutputsText.line(outputs, Instant.now()));
    } else {
      terminal
          .out()
          .print("\n" + terminal.style().bold("Outputs:") + "\n\n" + OutputsText.all(outputs));
      terminal.out().flush();
    }
  }
}
