package io.sluice.state.ownership;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;

/** What an input means for a workspace, folded into it: the machine. */
@FunctionalInterface
public interface Decider {
  Transition advance(WorkspaceState state, Input input);
}
