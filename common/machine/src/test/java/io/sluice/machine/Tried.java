package io.sluice.machine;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;

/** What an input would lead to: decided, and taken back. */
public final class Tried {
  private Tried() {}

  public static Transition on(Machine machine, WorkspaceState state, Input input) {
    Step step = machine.step(state, input);
    try {
      return Machine.decided(step, input);
    } finally {
      step.rollBack();
    }
  }
}
