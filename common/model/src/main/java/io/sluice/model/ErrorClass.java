package io.sluice.model;

/**
 * The class of an error decides everything that follows from it. Only TRANSIENT and THROTTLED say
 * that it certainly did not happen and may work later.
 */
public enum ErrorClass {
  USER,
  PERMANENT,
  TRANSIENT,
  THROTTLED,
  IN_DOUBT,
  FENCED,
  FATAL
}
