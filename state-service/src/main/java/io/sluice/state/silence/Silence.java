package io.sluice.state.silence;

import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.state.store.Workspaces;
import java.util.List;
import java.util.function.Function;

/** Finds tasks and requests that will never be answered. */
public interface Silence {
  /**
   * An input that follows from a silence.
   *
   * @param what for people
   */
  record Found(String workspace, String what, Function<DecisionContext, Input> input) {}

  /**
   * The ones that are known by now to stay without an answer. Asks Kafka in the background, and
   * rarely.
   *
   * @param workspaces as they are committed
   * @param position up to where the inbox has been read and applied, markers of transactions too
   */
  List<Found> among(Workspaces workspaces, long position);
}
