package io.sluice.machine;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run's record while an input is decided on: read and changed here, written once at the end. */
final class RunDraft {
  final RunState run;
  final RunRecord before;
  RunPhase phase;
  @Nullable RunOutcome outcome;
  RunOptions options;
  @Nullable ClaimScope claim;
  List<String> claimed;
  int widenings;
  @Nullable String planId;
  List<String> formerPlans;
  int parts;
  @Nullable String hash;
  boolean paused;
  @Nullable Stop stop;
  boolean replan;
  long movedAt;
  int parallelism;
  Map<String, Integer> windows;
  long sequence;
  @Nullable Instant startedAt;
  @Nullable Instant endedAt;
  List<String> waitingFor;
  List<String> reasons;
  List<NodeSummary> failed;
  @Nullable Refresh refresh;
  int attempted;
  int round;
  long askedAt;
  int unanswered;
  boolean lingers;
  int added;
  int changed;
  int destroyed;
  int unchanged;
  int attempts;
  int duplicates;
  int orphans;
  int redelivered;
  int dropped;
  int deferred;
  int gaveUp;
  int lostWorkers;
  int recovered;
  int left;

  /** Nodes that have become skipped, and that people have not been told of. */
  private List<NodeEntry> skipped = List.of();

  /** Something that may still be worked on was given up with it. */
  boolean leftOut;

  /** What is left when the run ends counts as skipped, or as cancelled if it was stopped. */
  int neverLeft;

  RunDraft(RunState run) {
    this.run = run;
    this.before = run.record();
    phase = before.phase();
    outcome = before.outcome();
    options = before.options();
    claim = before.claim();
    claimed = before.claimed();
    widenings = before.widenings();
    planId = before.planId();
    formerPlans = before.formerPlans();
    parts = before.parts();
    hash = before.hash();
    paused = before.paused();
    stop = before.stop();
    replan = before.replan();
    movedAt = before.movedAt();
    parallelism = before.parallelism();
    windows = before.windows();
    sequence = before.sequence();
    startedAt = before.startedAt();
    endedAt = before.endedAt();
    waitingFor = before.waitingFor();
    reasons = before.reasons();
    failed = before.failed();
    refresh = before.refresh();
    attempted = before.attempted();
    round = before.round();
    askedAt = before.askedAt();
    unanswered = before.unanswered();
    lingers = before.lingers();
    read(before.counts());
  }

  private void read(RunCounts counts) {
    added = counts.added();
    changed = counts.changed();
    destroyed = counts.destroyed();
    unchanged = counts.unchanged();
    attempts = counts.attempts();
    duplicates = counts.duplicates();
    orphans = counts.orphans();
    redelivered = counts.redelivered();
    dropped = counts.dropped();
    deferred = counts.deferred();
    gaveUp = counts.gaveUp();
    lostWorkers = counts.lostWorkers();
    recovered = counts.recovered();
    left = counts.left();
  }

  void skipped(NodeEntry entry) {
    if (skipped.isEmpty()) {
      skipped = new ArrayList<>();
    }
    skipped.add(entry);
  }

  /** Those since it was last asked. */
  List<NodeEntry> takeSkipped() {
    List<NodeEntry> taken = skipped;
    skipped = List.of();
    return taken;
  }

  boolean stopping() {
    return stop != null;
  }

  /** Whether the planner has been asked for the plan and is still to be heard of. */
  boolean awaitsPlan() {
    return phase == RunPhase.PLANNING || (lingers && planId == null);
  }

  /** Whether a node that is ready may leave. */
  boolean mayRelease() {
    return phase == RunPhase.RUNNING && stop == null && !paused && !replan;
  }

  /** Whether the plan that it follows now holds nothing but the reads before the plan. */
  boolean reading() {
    return refresh == Refresh.READING;
  }

  /** Whether it is over when everything is read. */
  boolean onlyReads() {
    return before.kind() == RunKind.REFRESH || before.kind() == RunKind.DRIFT;
  }

  /** Nothing of it is still to be heard of. */
  boolean ended() {
    return endedAt != null && !lingers;
  }

  /** For people it is over; the planner, or what left with a late answer, may be to be heard of. */
  boolean told() {
    return endedAt != null;
  }

  RunCounts counts() {
    RunCounts was = run.record().counts();
    boolean built = run.built();
    boolean cancelled = stop != null && stop != Stop.FAILURE;
    return new RunCounts(
        built ? nodes() : was.nodes(),
        built ? run.count(NodeStatus.SUCCEEDED) : was.succeeded(),
        built ? run.count(NodeStatus.FAILED) : was.failed(),
        built ? run.count(NodeStatus.SKIPPED) + (cancelled ? 0 : neverLeft) : was.skipped(),
        built ? run.count(NodeStatus.CANCELLED) + (cancelled ? neverLeft : 0) : was.cancelled(),
        built ? run.count(NodeStatus.IN_DOUBT) : was.inDoubt(),
        added,
        changed,
        destroyed,
        unchanged,
        attempts,
        duplicates,
        orphans,
        redelivered,
        dropped,
        deferred,
        gaveUp,
        lostWorkers,
        recovered,
        left);
  }

  private int nodes() {
    int nodes = 0;
    for (NodeStatus status : NodeStatus.values()) {
      nodes += run.count(status);
    }
    return nodes;
  }

  RunRecord record() {
    return new RunRecord(
        before.run(),
        before.workspace(),
        before.kind(),
        phase,
        outcome,
        options,
        before.by(),
        before.root(),
        before.queuedAt(),
        claim,
        claimed,
        widenings,
        planId,
        formerPlans,
        parts,
        hash,
        paused,
        stop,
        replan,
        movedAt,
        parallelism,
        windows,
        counts(),
        sequence,
        before.submittedAt(),
        startedAt,
        endedAt,
        waitingFor,
        reasons,
        failed,
        refresh,
        attempted,
        round,
        askedAt,
        unanswered,
        lingers,
        before.refusals());
  }
}
