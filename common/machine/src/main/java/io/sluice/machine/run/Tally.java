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
    return new RunCounts(
        nodes.nodes(),
        nodes.succeeded(),
        nodes.failed(),
        nodes.skipped(),
        nodes.cancelled(),
        nodes.inDoubt(),
        of(Counter.ADDED),
        of(Counter.CHANGED),
        of(Counter.DESTROYED),
        of(Counter.UNCHANGED),
        of(Counter.ATTEMPTS),
        of(Counter.DUPLICATES),
        of(Counter.ORPHANS),
        of(Counter.REDELIVERED),
        of(Counter.DROPPED),
        of(Counter.DEFERRED),
        of(Counter.GAVE_UP),
        of(Counter.LOST_WORKERS),
        of(Counter.RECOVERED),
        of(Counter.LEFT),
        of(Counter.IMPORTED));
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
