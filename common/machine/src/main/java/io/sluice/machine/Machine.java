package io.sluice.machine;

@SuppressWarnings("DoNotCallSuggester")
public final class Machine {
  public Machine(MachineSettings settings) {}

  /** What the input leads to; the state stays as it is until the transition is folded. */
  public Transition apply(WorkspaceState state, Input input) {
    throw new UnsupportedOperationException("" + input);
  }

  /**
   * As {@link #apply}, and folds it: half the work for a shell that throws its state away if it
   * can't commit. A transition that throws leaves the state as it was, here too.
   */
  public Transition advance(WorkspaceState state, Input input) {
    throw new UnsupportedOperationException("" + input);
  }
}
