package io.sluice.language.function;

import io.sluice.language.value.Type;

/**
 * A parameter of a function. Without its permissions a null argument is an error, and an unknown or
 * marked one never reaches the function: the result is unknown, or gets the marks.
 *
 * @param dynamic an argument of a type that is not known yet may reach the function
 */
public record Parameter(
    String name, Type type, boolean nulls, boolean unknowns, boolean dynamic, boolean marked) {

  public static Parameter of(String name, Type type) {
    return new Parameter(name, type, false, false, false, false);
  }

  public Parameter allowingNull() {
    return new Parameter(name, type, true, unknowns, dynamic, marked);
  }

  public Parameter allowingUnknown() {
    return new Parameter(name, type, nulls, true, dynamic, marked);
  }

  public Parameter allowingDynamic() {
    return new Parameter(name, type, nulls, unknowns, true, marked);
  }

  public Parameter allowingMarks() {
    return new Parameter(name, type, nulls, unknowns, dynamic, true);
  }

  /** Everything reaches the function. */
  public Parameter open() {
    return new Parameter(name, type, true, true, true, true);
  }
}
