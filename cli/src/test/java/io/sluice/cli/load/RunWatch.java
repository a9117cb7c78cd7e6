package io.sluice.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.client.EventTail;
import io.sluice.client.RunIds;
import io.sluice.client.Submission;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Submits many small runs and hears how each ended, by the topics alone: a command for each would
 * measure the start of commands. Not safe for several threads.
 */
public final class RunWatch implements AutoCloseable {
  private static final RunOptions OPTIONS =
      new RunOptions(
          10, OnFailure.CONTINUE, List.of(), false, RunOptions.Approval.GIVEN, null, false, true);

  private final Deployment deployment;
  private final EventTail tail;
  private final Map<String, Sent> sent = new ConcurrentHashMap<>();
  private final List<End> ends = new ArrayList<>();

  private record Sent(String workspace, long at) {}

  /** How a run ended; {@code said} is the last that was told of it. */
  public record End(String run, String workspace, String outcome, Duration took, String said) {
    public boolean succeeded() {
      return outcome.equals("succeeded");
    }
  }

  public RunWatch(Deployment deployment) {
    this.deployment = deployment;
    this.tail = deployment.client().tail();
  }

  /** Returns without waiting for the broker. */
  public String submit(String workspace, ObjectNode document) {
    String run = RunIds.next();
    sent.put(run, new Sent(workspace, System.nanoTime()));
    deployment
        .client()
        .sendSubmission(
            new Submission(run, false, workspace, Json.encode(document), OPTIONS, "test"));
    return run;
  }

  /** Hears for a while; returns the runs that ended meanwhile. */
  public List<End> poll(Duration time) {
    List<End> fresh = new ArrayList<>();
    for (Event event : tail.poll(time)) {
      end(event).ifPresent(fresh::add);
    }
    ends.addAll(fresh);
    return fresh;
  }

  /** Runs that were submitted and have not ended. */
  public List<String> open() {
    return sent.keySet().stream().sorted().toList();
  }

  /** All that ended, in their order. */
  public List<End> ends() {
    return List.copyOf(ends);
  }

  private Optional<End> end(Event event) {
    EventKind kind = event.kind();
    boolean over =
        kind == EventKind.RUN_ENDED
            || kind == EventKind.REFUSED
            || kind == EventKind.RUN_QUARANTINED;
    Sent run = over ? sent.remove(event.run()) : null;
    if (run == null) {
      return Optional.empty();
    }
    String outcome =
        kind == EventKind.RUN_ENDED && event.data() != null
            ? event.data().path("outcome").asText()
            : kind.name();
    return Optional.of(
        new End(
            event.run(),
            run.workspace(),
            outcome,
            Duration.ofNanos(System.nanoTime() - run.at()),
            event.text() + (event.data() == null ? "" : " " + Json.text(event.data()))));
  }

  @Override
  public void close() {
    tail.close();
  }
}
