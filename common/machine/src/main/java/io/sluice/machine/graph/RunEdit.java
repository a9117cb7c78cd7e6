package io.sluice.machine.graph;

import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Counting;
import io.sluice.machine.run.End;
import io.sluice.machine.run.Hold;
import io.sluice.machine.run.NodeCounts;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A run while an input is decided on: what it has become by now, written once at the end. */
public final class RunEdit {
  public final RunState run;

  /** As it was before the input. */
  public final Run before;

  private Run now;
  private final Counting counting;
  private long lastEvent;

  /** Nodes that have become skipped and have no event yet. */
  private List<NodeEntry> skipped = List.of();

  /** Something that may still be worked on was given up with it. */
  public boolean leftOut;

  /** What is left when the run ends counts as skipped, or as cancelled if it was stopped. */
  public int neverDispatched;

  RunEdit(RunState run) {
    this.run = run;
    before = run.written();
    now = before;
    counting = new Counting(before.counts().tally());
    lastEvent = before.lastEvent();
    run.onSkip(this::skipped);
  }

  /** What happens to the run is no longer part of this edit. */
  void release() {
    run.onSkip(null);
  }

  public Run now() {
    return now;
  }

  public void to(Run next) {
    now = next;
  }

  public void to(Stage next) {
    now = now.in(next);
  }

  public void stop(Stop how) {
    now = now.with(now.control().stopped(how));
  }

  public void because(List<String> reasons) {
    now = now.with(now.control().because(reasons));
  }

  public void pause(boolean paused) {
    now = now.with(now.control().withPaused(paused));
  }

  public void hold(Hold hold) {
    now = now.with(hold);
  }

  public void read(@Nullable Refresh reads) {
    now = now.with(now.history().with(reads));
  }

  /** Its plan rests on records that moved. */
  public void planAgain() {
    now = now.in(now.stage().outdated());
  }

  /** Its end, once it has one. */
  public End end() {
    return Objects.requireNonNull(now.end(), "the run has not ended");
  }

  public void count(Counter counter) {
    count(counter, 1);
  }

  public void count(Counter counter, int more) {
    counting.add(counter, more);
  }

  public int counted(Counter counter) {
    return counting.of(counter);
  }

  long nextEvent() {
    return ++lastEvent;
  }

  private void skipped(NodeEntry entry) {
    if (skipped.isEmpty()) {
      skipped = new ArrayList<>();
    }
    skipped.add(entry);
  }

  /** Those since it was last asked. */
  public List<NodeEntry> takeSkipped() {
    List<NodeEntry> taken = skipped;
    skipped = List.of();
    return taken;
  }

  /** How many of its nodes may be out at once. */
  public int places(MachineSettings settings) {
    int own = now.control().parallelism();
    return own > 0 ? own : settings.parallelism();
  }

  public RunCounts counts() {
    return counting.taken().encode(nodes());
  }

  /** As it is to be written. */
  Run stored() {
    return now.stored(new Run.Counts(counting.taken(), nodes()), lastEvent);
  }

  private NodeCounts nodes() {
    if (!run.built()) {
      return run.written().counts().nodes();
    }
    boolean cancelled = now.stopping() && now.stop() != Stop.FAILURE;
    return new NodeCounts(
        run.size(),
        run.count(NodeStatus.SUCCEEDED),
        run.count(NodeStatus.FAILED),
        run.count(NodeStatus.SKIPPED) + (cancelled ? 0 : neverDispatched),
        run.count(NodeStatus.CANCELLED) + (cancelled ? neverDispatched : 0),
        run.count(NodeStatus.IN_DOUBT));
  }
}
