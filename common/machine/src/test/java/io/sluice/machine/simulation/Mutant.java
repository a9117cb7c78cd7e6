package io.sluice.machine.simulation;

/** Rules that are broken on purpose: each has to be caught. */
enum Mutant {
  NONE,
  NO_EPOCH,
  NO_DEDUPLICATION,
  ACKNOWLEDGED_BEFORE_RESULT,
  LOST_REPLY_RETRIED_IN_WORKER,
  REDELIVERY_EXECUTED,
  COUNT_BELIEVED,
  LATE_SUCCESS_IGNORED,
  RELEASED_TOO_EARLY,
  CLAIM_RELEASED_WHILE_OUTSTANDING,
  OLD_OBJECT_FORGOTTEN,
  OFFSETS_BEFORE_FENCING,
  STORED_BEFORE_COMMIT,
  DROP_NOT_REPORTED,
  EXPANDED_TWICE,
  RETRY_WITHOUT_LIMIT,
  COUNTED_OFF_BY_ONE,
  DOUBT_AS_FAILURE,
  STALE_PLAN_ACCEPTED,
  CALLED_BEFORE_STARTED,
  STARTED_UNAPPROVED,
  STOP_FORGOTTEN,
  PROVIDER_WINDOW_FORGOTTEN,
  SURPLUS_FIRST,
  PLANNED_WITHOUT_READING,

  /** What providers answered for a plan that was left is taken for the next one. */
  ANSWERS_OUTLIVE_THEIR_PLAN,

  /** The planner is asked again before the whole wave is answered. */
  ASKED_ON_HALF_A_WAVE,

  /** A planner does not answer the requests of an earlier owner, and nothing repeats them. */
  REQUEST_DROPPED,

  /** Silence is looked for in what is decided and not committed yet. */
  LOOK_BEFORE_COMMIT,

  /** A worker compares a moment that the state service wrote with its own clock. */
  CLOCKS_BELIEVED,

  /** The machine does not learn what a placeholder deletes beyond what its plan named. */
  BEYOND_UNHEARD,

  /** The machine remembers only that an attempt had a second claim, and not which. */
  CALLER_FORGOTTEN
}
