package io.sluice.cli.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.HaltedInbox;
import io.sluice.cli.follow.RunsAhead;
import io.sluice.cli.follow.Whereabouts;
import io.sluice.cli.render.run.RunEnd;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Interrupts;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.EventReader;
import io.sluice.client.RunFollower;
import io.sluice.client.RunFollower.Patience;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A run that is no apply, and all of its events. */
public record FollowedRun(String run, List<Event> events) {
  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(60), Duration.ofMinutes(30));

  /**
   * @param document what the run is about; its workspace and version are added
   */
  public static FollowedRun of(
      Invocation invocation,
      Deployment deployment,
      String workspace,
      RunKind kind,
      ObjectNode document) {
    return of(invocation, deployment, workspace, kind, document, RunOptions.DEFAULT);
  }

  public static FollowedRun of(
      Invocation invocation,
      Deployment deployment,
      String workspace,
      RunKind kind,
      ObjectNode document,
      RunOptions options) {
    document.put("schema_version", 2).put("workspace", workspace);
    if (!document.has("resources")) {
      document.putArray("resources");
    }
    Submission submission =
        new Submission(
            RunIds.next(), false, workspace, Json.encode(document), options, Operator.name());
    try (EventReader reader = deployment.client().events(submission.run(), Optional.empty())) {
      deployment.client().submit(submission, kind);
      return new FollowedRun(
          submission.run(), toTheEnd(invocation, deployment, reader, submission, kind));
    }
  }

  private static List<Event> toTheEnd(
      Invocation invocation,
      Deployment deployment,
      EventReader reader,
      Submission submission,
      RunKind kind) {
    String run = submission.run();
    Consumer<Event> tellNews =
        event -> {
          if (event.kind() == EventKind.RUN_WAITING) {
            RunsAhead.of(deployment.query(), event, invocation::command)
                .forEach(invocation::noteOnce);
          } else if (event.kind() == EventKind.WARNING) {
            // Such as that no worker serves a pool: whoever waits can end that.
            invocation.noteOnce("Warning: " + event.text());
          }
        };
    return switch (followed(deployment, reader, submission, kind, tellNews)) {
      case RunFollower.Ended(List<Event> events) -> events;
      // What providers refuse is known here, too, and told with its place in the configuration.
      case RunFollower.Refused(Event event) when kind == RunKind.PLAN -> List.of(event);
      case RunFollower.Refused(Event event) ->
          throw Fault.of("Run " + run + " was refused", event.text(), "Nothing was changed.");
      case RunFollower.Silent silent -> throw silence(invocation, deployment, submission);
      case RunFollower.StillRunning goingOn ->
          throw Fault.of(
              "Run " + run + " has not ended in " + PATIENCE.end().toMinutes() + " minutes",
              "It continues without this command.",
              "`sluice runs watch " + run + "` follows it.");
    };
  }

  /**
   * Ctrl-C leaves what only asks at once, and takes the run along: nobody would fetch its answers.
   */
  private static RunFollower.Outcome followed(
      Deployment deployment,
      EventReader reader,
      Submission submission,
      RunKind kind,
      Consumer<Event> each) {
    if (kind != RunKind.PLAN) {
      return new RunFollower(deployment.client(), PATIENCE)
          .toTheEnd(submission.workspace(), submission.run(), reader, each);
    }
    try (Interrupts interrupts = new Interrupts()) {
      Runnable meanwhile =
          () -> {
            if (interrupts.count() > 0) {
              throw interrupted(deployment, submission);
            }
          };
      return new RunFollower(deployment.client(), PATIENCE, meanwhile)
          .toTheEnd(submission.workspace(), submission.run(), reader, each);
    }
  }

  private static Fault interrupted(Deployment deployment, Submission submission) {
    deployment
        .client()
        .order(submission.workspace(), new Order.Cancel(submission.run(), false, Operator.name()));
    return Fault.of(
            "Planning was interrupted",
            "Run %s, in which workers ask the providers, is cancelled. Nothing was changed."
                .formatted(submission.run()),
            "")
        .interrupted();
  }

  private static Fault silence(
      Invocation invocation, Deployment deployment, Submission submission) {
    String run = submission.run();
    Whereabouts whereabouts =
        new Whereabouts(deployment.client(), run, submission.workspace(), invocation::command);
    return whereabouts
        .refusal()
        .map(why -> Fault.of("Run " + run + " was refused", why, "Nothing was changed."))
        .orElseGet(
            () ->
                Fault.of(
                    "No planner picked up run "
                        + run
                        + " within "
                        + PATIENCE.firstEvent().toSeconds()
                        + " s",
                    HaltedInbox.why(deployment, submission.workspace(), invocation::command)
                        .orElse("No service has reported on it."),
                    "`sluice doctor` checks what is reachable; a planner of an older build does not"
                        + " know this kind of run."));
  }

  public boolean hasSucceeded() {
    return endedAs(RunOutcome.SUCCEEDED);
  }

  public boolean wasCancelled() {
    return endedAs(RunOutcome.CANCELLED);
  }

  private boolean endedAs(RunOutcome outcome) {
    return events.stream()
        .filter(event -> event.kind() == EventKind.RUN_ENDED)
        .flatMap(event -> RunEnd.of(event, RunKind.PLAN).stream())
        .anyMatch(end -> end.outcome() == outcome);
  }

  /** What failed, a sentence each. */
  public List<String> failures() {
    return events.stream()
        .filter(event -> event.kind() == EventKind.NODE_FAILED)
        .map(Event::text)
        .toList();
  }
}
