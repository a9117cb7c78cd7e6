package io.sluice.language.syntax;

/** {@code .*} and {@code [*]} differ in how much of what follows belongs to each element. */
public enum SplatKind {
  ATTRIBUTE,
  FULL
}
