package io.sluice.model;

/** What is done to an address. REPLACE is how a plan is shown; a run holds it as two nodes. */
public enum Action {
  CREATE,
  UPDATE,
  REPLACE,
  DELETE,
  READ,
  NOOP,
  EXPAND,
  STEP,
  FORGET,
  IMPORT
}
