package io.sluice.language.value;

/** The types that have no parts; apart from {@link Type} so that neither waits for the other. */
public final class Types {
  public static final Type ANY = new Type.Any();
  public static final Type STRING = Type.Primitive.STRING;
  public static final Type NUMBER = Type.Primitive.NUMBER;
  public static final Type BOOL = Type.Primitive.BOOL;

  private Types() {}
}
