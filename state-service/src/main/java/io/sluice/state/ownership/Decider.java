package io.sluice.state.ownership;

import io.sluice.machine.Input;
import io.sluice.machine.Transition;
import io.sluice.machine.WorkspaceState;

/** What an input means for a workspace, folded into it: the machine. */
@FunctionalInterface
public interface Decider {
  Transition advance(WorkspaceState state, Input input);
}
