package io.sluice.bridge.schema;

/** How blocks or nested objects of a name stand together. */
public enum Nesting {
  /** One or none, which is null. */
  SINGLE,
  /** Always one; an omitted block is an object of nulls. */
  GROUP,
  LIST,
  SET,
  MAP
}
