package io.sluice.planning.request;

import org.jspecify.annotations.Nullable;

/** What the planner saw when it asked the owner of a workspace for its state. */
public sealed interface Sight {
  /** The state as of this owner and version. */
  record Seen(long epoch, long version) implements Sight {}

  /**
   * The owner answers and has not come to the version of the request.
   *
   * @param version where it is, unless it does not say
   */
  record Behind(String why, @Nullable Long version) implements Sight {}

  /** No answer: the partition may be changing hands. */
  record Away(String why) implements Sight {}

  /**
   * The owner answers something else than state.
   *
   * @param times how often by now
   */
  record Faulty(String why, int times) implements Sight {}
}
