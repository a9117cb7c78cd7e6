package io.sluice.model;

/** How an operation may be repeated when it is unknown whether it happened. */
public enum RepeatClass {
  PURE,
  BY_NAME,
  TOKEN,
  SEARCH,
  NONE
}
