package io.sluice.machine.graph;

/** Whether everything that follows from the state of a workspace has followed. */
public enum Followed {
  /** It was restored, and has not been checked yet. */
  UNKNOWN,
  /** What follows from the last input has to follow with the next. */
  HELD_BACK,
  ALL
}
