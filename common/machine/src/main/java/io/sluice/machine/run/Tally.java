package io.sluice.machine.run;

import io.sluice.model.record.RunCounts;
import java.util.Arrays;

/** The numbers of a run that do not follow from its nodes. */
public final class Tally {
  static final Tally NONE = new Tally(new int[Counter.values().length]);

  private final int[] counts;

  private Tally(int[] counts) {
    this.counts = counts;
  }

  public int of(Counter counter) {
    return counts[counter.ordinal()];
  }

  /** A copy that may be counted on with. */
  public Tally copy() {
    return new Tally(counts.clone());
  }

  public void add(Counter counter, int more) {
    counts[counter.ordinal()] += more;
  }

  static Tally decode(RunCounts counts) {
    return new Tally(
        new int[] {
          counts.added(),
          counts.changed(),
          counts.destroyed(),
          counts.unchanged(),
          counts.attempts(),
          counts.duplicates(),
          counts.orphans(),
          counts.redelivered(),
          counts.dropped(),
          counts.deferred(),
          counts.gaveUp(),
          counts.lostWorkers(),
          counts.recovered(),
          counts.left(),
          counts.imported()
        });
  }

  public RunCounts encode(NodeCounts nodes) {
    return RunCounts.of(
        draft -> {
          draft.nodes = nodes.nodes();
          draft.succeeded = nodes.succeeded();
          draft.failed = nodes.failed();
          draft.skipped = nodes.skipped();
          draft.cancelled = nodes.cancelled();
          draft.inDoubt = nodes.inDoubt();
          draft.added = of(Counter.ADDED);
          draft.changed = of(Counter.CHANGED);
          draft.destroyed = of(Counter.DESTROYED);
          draft.unchanged = of(Counter.UNCHANGED);
          draft.attempts = of(Counter.ATTEMPTS);
          draft.duplicates = of(Counter.DUPLICATES);
          draft.orphans = of(Counter.ORPHANS);
          draft.redelivered = of(Counter.REDELIVERED);
          draft.dropped = of(Counter.DROPPED);
          draft.deferred = of(Counter.DEFERRED);
          draft.gaveUp = of(Counter.GAVE_UP);
          draft.lostWorkers = of(Counter.LOST_WORKERS);
          draft.recovered = of(Counter.RECOVERED);
          draft.left = of(Counter.LEFT);
          draft.imported = of(Counter.IMPORTED);
        });
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tally tally && Arrays.equals(counts, tally.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return Arrays.toString(counts);
  }
}
