package io.sluice.sdk.value;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of objects of one type, whose own class is known: {@code object.get(TITLE)}. Together they
 * are the type: {@link Kind#object(Field[])}.
 */
public final class Field<V extends Value> {
  private final String name;
  private final Kind<V> kind;
  private final boolean required;
  private final @Nullable V otherwise;

  private Field(String name, Kind<V> kind, boolean required, @Nullable V otherwise) {
    this.name = name;
    this.kind = kind;
    this.required = required;
    this.otherwise = otherwise;
  }

  public static <V extends Value> Field<V> required(String name, Kind<V> kind) {
    return new Field<>(name, kind, true, null);
  }

  /** One that may be left out, and is null then. */
  public static <V extends Value> Field<V> optional(String name, Kind<V> kind) {
    return new Field<>(name, kind, false, null);
  }

  /**
   * One that may be left out.
   *
   * @param otherwise what it is then
   */
  public static <V extends Value> Field<V> optional(String name, Kind<V> kind, Object otherwise) {
    return new Field<>(name, kind, false, kind.of(otherwise));
  }

  public String name() {
    return name;
  }

  Kind<V> kind() {
    return kind;
  }

  boolean isRequired() {
    return required;
  }

  /** As it stands in a type constraint. */
  String constraint() {
    String type =
        required
            ? kind.constraint()
            : "optional("
                + kind.constraint()
                + Optional.ofNullable(otherwise).map(value -> ", " + value).orElse("")
                + ")";
    return name + " = " + type;
  }
}
