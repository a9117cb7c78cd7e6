package io.sluice.language.value;

/** The values that are needed everywhere. */
public final class Values {
  public static final Value.BoolValue TRUE = new Value.BoolValue(true);
  public static final Value.BoolValue FALSE = new Value.BoolValue(false);
  public static final Value.StringValue EMPTY_STRING = new Value.StringValue("");

  /** The bare {@code null}, of no type yet. */
  public static final Value.NullValue NULL = new Value.NullValue(Types.ANY);

  /** Unknown, even in its type. */
  public static final Value.UnknownValue UNKNOWN =
      new Value.UnknownValue(Types.ANY, Refinement.NONE);

  private Values() {}
}
