package io.sluice.language.value;

/** What travels with a value into everything that is made of it. */
public enum Mark {
  /** Not to be shown. */
  SENSITIVE,
  /** Not to be kept in a plan or in state. */
  EPHEMERAL
}
