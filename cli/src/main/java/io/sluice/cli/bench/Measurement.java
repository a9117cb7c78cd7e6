package io.sluice.cli.bench;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import io.sluice.client.EventTail;
import io.sluice.client.Submission;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.plan.RunOptions.Approval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One window: from the first submission sent to the last end of a run read. A commit counts when
 * this process has read its event as committed, so that the times of all commits are of one clock.
 */
final class Measurement {
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final long LONGEST_HOP_MICROS = Duration.ofHours(1).toMillis() * 1_000;

  /** A window that does not hold the deployment back. */
  private static final int PARALLELISM = 1_000;

  private static final RunOptions OPTIONS =
      new RunOptions(
          PARALLELISM, OnFailure.CONTINUE, List.of(), false, Approval.GIVEN, null, false, false);

  private final Deployment deployment;
  private final Workload workload;
  private final Map<String, Seen> runs = new LinkedHashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private int ended;

  /** What was read of one run. */
  private static final class Seen {
    private final String workspace;
    private final Map<String, Long> committed = new HashMap<>();
    private int failed;
    private boolean over;

    Seen(String workspace) {
      this.workspace = workspace;
    }
  }

  /**
   * What came of a window.
   *
   * @param firstCommit how long it took until the first of all nodes was committed: planning
   */
  record Window(
      long succeeded, long failed, Duration time, Duration firstCommit, Histogram hopMicros) {}

  Measurement(Deployment deployment, Workload workload) {
    this.deployment = deployment;
    this.workload = workload;
  }

  /**
   * @param workspaces a run is submitted to each of them, all at once
   */
  Window measure(Map<String, String> workspaces) {
    List<Submission> submissions = new ArrayList<>();
    workspaces.forEach(
        (run, workspace) -> {
          runs.put(run, new Seen(workspace));
          submissions.add(
              new Submission(
                  run, false, workspace, workload.document(workspace), OPTIONS, "bench"));
        });
    try (EventTail tail = deployment.client().tail()) {
      settle();
      long began = System.nanoTime();
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      submissions.forEach(
          submission -> sent.addAll(deployment.client().sendSubmission(submission)));
      deployment.client().await(sent);
      long last = follow(tail);
      return window(began, last);
    }
  }

  /** What the round before left to the background, compiling included, is not this one's. */
  private static void settle() {
    try {
      Thread.sleep(SETTLE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long follow(EventTail tail) {
    long heard = System.nanoTime();
    while (ended < runs.size()) {
      List<Event> events = tail.poll(POLL);
      long now = System.nanoTime();
      if (!events.isEmpty()) {
        heard = now;
        events.forEach(event -> take(event, now));
      } else if (now - heard > SILENCE.toNanos()) {
        throw Fault.of(
            "No events arrived for " + SILENCE.toSeconds() + " s",
            ended + " of " + runs.size() + " runs have ended.",
            "`sluice doctor` checks what is reachable.");
      } else {
        deployment.client().requireAlive();
      }
    }
    return heard;
  }

  private void take(Event event, long now) {
    Seen run = runs.get(event.run());
    if (run == null || run.over) {
      return;
    }
    EventKind kind = event.kind();
    if (kind == EventKind.NODE_SUCCEEDED && event.node() != null) {
      run.committed.putIfAbsent(event.node(), now);
    } else if (kind == EventKind.NODE_FAILED
        || kind == EventKind.NODE_IN_DOUBT
        || kind == EventKind.NODE_SKIPPED) {
      run.failed++;
      tell(event.text());
    } else if (kind == EventKind.RUN_ENDED
        || kind == EventKind.REFUSED
        || kind == EventKind.RUN_QUARANTINED) {
      run.over = true;
      ended++;
      if (kind != EventKind.RUN_ENDED) {
        run.failed += workload.tasks();
        tell(event.text());
      }
    }
  }

  private void tell(String trouble) {
    if (troubles.size() < 5) {
      troubles.add(trouble);
    }
  }

  /** The first of what went wrong. */
  List<String> troubles() {
    return List.copyOf(troubles);
  }

  private Window window(long began, long last) {
    long first = last;
    Histogram hops = new Histogram(LONGEST_HOP_MICROS, 3);
    long succeeded = 0;
    long failed = 0;
    for (Seen run : runs.values()) {
      succeeded += Math.max(0, run.committed.size() - workload.frame());
      failed += run.failed;
      first = run.committed.values().stream().reduce(first, Math::min);
      workload.vertices().forEach(vertex -> hop(vertex, run, hops));
    }
    return new Window(
        succeeded, failed, Duration.ofNanos(last - began), Duration.ofNanos(first - began), hops);
  }

  private static void hop(Workload.Vertex vertex, Seen run, Histogram hops) {
    @Nullable Long done = run.committed.get(vertex.id());
    if (done == null || vertex.after().isEmpty()) {
      return;
    }
    long before = Long.MIN_VALUE;
    for (String name : vertex.after()) {
      @Nullable Long dependency = run.committed.get("bench_task." + name);
      if (dependency == null) {
        return;
      }
      before = Math.max(before, dependency);
    }
    hops.recordValue(Math.clamp((done - before) / 1_000, 0, LONGEST_HOP_MICROS));
  }

  List<String> workspaces() {
    return runs.values().stream().map(run -> run.workspace).toList();
  }
}
