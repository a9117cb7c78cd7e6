package io.sluice.machine;

import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.NodeCounts;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Tally;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.List;

/** A run while an input is decided: its changes so far, which are written once at the end. */
final class RunEdit implements RunView {
  private final RunState run;
  private final Run before;
  private Run now;
  private Tally tally;

  /** Whether the tally is in a record, so that counting goes on in a copy. */
  private boolean taken = true;

  private long lastEvent;

  /** Nodes that have become skipped and have no event yet. */
  private List<NodeEntry> skipped = List.of();

  RunEdit(RunState run) {
    this.run = run;
    before = run.written();
    now = before;
    tally = before.counts().tally();
    lastEvent = before.lastEvent();
  }

  @Override
  public RunState run() {
    return run;
  }

  @Override
  public Run before() {
    return before;
  }

  @Override
  public Run now() {
    return now;
  }

  @Override
  public int counted(Counter counter) {
    return tally.of(counter);
  }

  @Override
  public RunCounts counts() {
    return tally.encode(nodes());
  }

  void to(Run from, Run next) {
    if (!from.equals(now)) {
      throw new IllegalStateException("run " + run.id + " has moved since this was decided");
    }
    now = next;
  }

  void count(Counter counter, int more) {
    if (taken) {
      tally = tally.copy();
      taken = false;
    }
    tally.add(counter, more);
  }

  long nextEvent() {
    return ++lastEvent;
  }

  void skipped(NodeEntry entry) {
    if (skipped.isEmpty()) {
      skipped = new ArrayList<>();
    }
    skipped.add(entry);
  }

  /** The nodes that became skipped since the last call. */
  List<NodeEntry> takeSkipped() {
    List<NodeEntry> taken = skipped;
    skipped = List.of();
    return taken;
  }

  /** As it is to be written. */
  Run stored() {
    taken = true;
    return now.stored(new Run.Counts(tally, nodes()), lastEvent);
  }

  /**
   * A node that was never dispatched counts as skipped when the run ends, or as cancelled if the
   * run was stopped.
   */
  private NodeCounts nodes() {
    if (!run.built()) {
      return run.written().counts().nodes();
    }
    int never = now.ended() ? run.neverDispatched() : 0;
    boolean cancelled = now.stopping() && now.stop() != Stop.FAILURE;
    return new NodeCounts(
        run.size(),
        run.count(NodeStatus.SUCCEEDED),
        run.count(NodeStatus.FAILED),
        run.count(NodeStatus.SKIPPED) + (cancelled ? 0 : never),
        run.count(NodeStatus.CANCELLED) + (cancelled ? never : 0),
        run.count(NodeStatus.IN_DOUBT));
  }
}
