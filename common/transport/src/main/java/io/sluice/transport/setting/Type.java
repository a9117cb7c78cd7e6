package io.sluice.transport.setting;

/** What its value is. */
public enum Type {
  TEXT,
  NUMBER,
  DURATION,
  FLAG,
  PATH,
  ADDRESSES,
  LIST
}
