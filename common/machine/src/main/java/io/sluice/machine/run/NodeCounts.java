package io.sluice.machine.run;

/** How many nodes a run has, and where they stand. */
public record NodeCounts(
    int nodes, int succeeded, int failed, int skipped, int cancelled, int inDoubt) {
  public static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0, 0);
}
