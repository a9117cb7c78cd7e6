package io.sluice.model.plan;

/** What a plan is for. */
public enum Purpose {
  /** To read what has to be known before the plan itself can be drawn. */
  READ,
  /** To ask providers what the plan itself is drawn from. */
  ASK,
  CHANGE
}
