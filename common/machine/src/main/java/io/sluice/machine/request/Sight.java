package io.sluice.machine.request;

/** What the planner saw when it asked the owner of a workspace for its state. */
public sealed interface Sight {
  /** The state as of this owner and version. */
  record Seen(long epoch, long version) implements Sight {}

  /** Nobody answers, or who answers is behind: the partition may be changing hands. */
  record Away(String why) implements Sight {}

  /**
   * The owner answers something else than state.
   *
   * @param times how often by now
   */
  record Faulty(String why, int times) implements Sight {}
}
