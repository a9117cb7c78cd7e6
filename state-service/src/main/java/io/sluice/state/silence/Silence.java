package io.sluice.state.silence;

import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Moment;
import io.sluice.state.store.Workspaces;
import java.util.List;
import java.util.function.Function;

/** Finds what was asked of others and will never be answered. */
public interface Silence {
  /**
   * An input that follows from a silence.
   *
   * @param what for people
   */
  record Found(String workspace, String what, Function<Moment, Input> input) {}

  /**
   * What is known by now not to be answered. Asks Kafka in the background and rarely.
   *
   * @param workspaces as they are committed
   * @param position up to where the inbox has been read and applied, markers of transactions too
   */
  List<Found> among(Workspaces workspaces, long position);
}
