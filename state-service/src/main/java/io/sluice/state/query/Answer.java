package io.sluice.state.query;

/** What became of a question. */
sealed interface Answer {
  record Found(Object body) implements Answer {}

  record Nothing(String why) implements Answer {}

  /** The question itself is wrong. */
  record Refused(String why) implements Answer {}

  /** This instance does not own the workspace. */
  record Elsewhere(String workspace) implements Answer {}

  record Behind(long version) implements Answer {}

  /** What another instance answered. */
  record Passed(int status, byte[] body) implements Answer {}
}
