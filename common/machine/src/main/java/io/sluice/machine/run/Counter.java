package io.sluice.machine.run;

/** What a run counts: what really changed, and what was repeated. */
public enum Counter {
  ADDED,
  CHANGED,
  DESTROYED,
  UNCHANGED,
  ATTEMPTS,
  DUPLICATES,
  ORPHANS,
  REDELIVERED,
  DROPPED,
  DEFERRED,
  GAVE_UP,
  LOST_WORKERS,
  RECOVERED,
  LEFT,
  IMPORTED
}
