package io.sluice.machine.node;

/** A decision that the state of its node does not allow: a bug. */
public final class IllegalStep extends IllegalStateException {
  IllegalStep(NodeState state, NodeEvent event) {
    super(
        state.getClass().getSimpleName()
            + "@"
            + state.tries().attempt()
            + " can't take "
            + event.getClass().getSimpleName());
  }
}
