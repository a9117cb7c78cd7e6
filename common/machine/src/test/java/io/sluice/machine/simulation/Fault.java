package io.sluice.machine.simulation;

/**
 * What the world does to the system; the shrinker leaves out those that a failure does not need.
 */
enum Fault {
  KILL_WORKER,
  PAUSE_WORKER,
  STOP_WORKER,
  KILL_STATE,
  ZOMBIE_STATE,
  ABORT_COMMIT,
  KILL_PLANNER,

  /** The planner gives up a request without an answer, and continues after it. */
  PARK_REQUEST,

  /** The owner of the workspace does not answer the planner, or with something else than state. */
  OWNER_AWAY,
  RESTART_BROKER,
  REPEAT_MESSAGE,
  LOSE_REPLY,
  FAIL_TRANSIENT,
  FAIL_PERMANENT,
  FAIL_TAINTED,
  DEFER,
  CANCEL,
  PAUSE_RUN,
  UNLOCK,
  ABANDON,
  DISCARD,

  /** An input of a run can't be applied, by a bug: the run is quarantined instead. */
  QUARANTINE,

  /** What is released does not fit a transaction: the input is taken without what follows. */
  MISFIT,
  CLOCK_JUMP,
  FAIL_ALWAYS,
  CHANGE_OUTSIDE
}
