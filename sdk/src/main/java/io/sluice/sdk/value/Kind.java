package io.sluice.sdk.value;

import static java.util.stream.Collectors.joining;

import io.sluice.sdk.expression.Expression;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which class the values of a place have, and how one is made there. */
public final class Kind<V extends Value> {
  public static final Kind<TextValue> TEXT =
      new Kind<>("text", "string", TextValue.class, from -> new TextValue(from, from), Kind::text);
  public static final Kind<NumberValue> NUMBER =
      new Kind<>(
          "a number",
          "number",
          NumberValue.class,
          from -> new NumberValue(from, from),
          Kind::number);
  public static final Kind<BoolValue> BOOL =
      new Kind<>(
          "true or false", "bool", BoolValue.class, from -> new BoolValue(from, from), Kind::bool);
  public static final Kind<AnyValue> ANY =
      new Kind<>("a value", "any", AnyValue.class, from -> new AnyValue(from, from), Kind::any);

  private final String name;
  private final String constraint;
  private final Class<?> type;
  private final Function<Expression, V> at;
  private final Function<Object, @Nullable V> of;

  /** Null for what can't be filled: scalars. */
  private final @Nullable Supplier<V> empty;

  private Kind(
      String name,
      String constraint,
      Class<?> type,
      Function<Expression, V> at,
      Function<Object, @Nullable V> of,
      @Nullable Supplier<V> empty) {
    this.name = name;
    this.constraint = constraint;
    this.type = type;
    this.at = at;
    this.of = of;
    this.empty = empty;
  }

  private Kind(
      String name,
      String constraint,
      Class<?> type,
      Function<Expression, V> at,
      Function<Object, @Nullable V> of) {
    this(name, constraint, type, at, of, null);
  }

  public static <E extends Value> Kind<ListValue<E>> list(Kind<E> element) {
    return new Kind<>(
        "a list of " + element.name,
        "list(" + element.constraint + ")",
        ListValue.class,
        from -> ListValue.at(from, element),
        plain ->
            switch (plain) {
              case SetValue<?> set -> ListValue.at(set.expression(), element);
              case Collection<?> all ->
                  ListValue.of(element, Ordered.elements(all).stream().map(element::of).toList());
              default -> null;
            },
        () -> ListValue.of(element, List.of()));
  }

  public static <E extends Value> Kind<SetValue<E>> set(Kind<E> element) {
    return new Kind<>(
        "a set of " + element.name,
        "set(" + element.constraint + ")",
        SetValue.class,
        from -> SetValue.at(from, element),
        plain ->
            switch (plain) {
              case ListValue<?> list -> Kind.<SetValue<E>>unchecked(SetValue.of(list));
              case Collection<?> all ->
                  SetValue.of(element, Ordered.elements(all).stream().map(element::of).toList());
              default -> null;
            },
        () -> SetValue.of(element, List.of()));
  }

  public static <E extends Value> Kind<MapValue<E>> map(Kind<E> element) {
    return new Kind<>(
        "a map of " + element.name,
        "map(" + element.constraint + ")",
        MapValue.class,
        from -> MapValue.at(from, element),
        plain -> {
          if (!(plain instanceof Map<?, ?> map)) {
            return null;
          }
          Map<String, E> entries = new LinkedHashMap<>();
          Ordered.entries(map).forEach((key, value) -> entries.put(key, element.of(value)));
          return MapValue.of(element, entries);
        },
        () -> MapValue.of(element, Map.of()));
  }

  /** Objects of a class that has a constructor without parameters. */
  public static <V extends ObjectValue> Kind<V> object(Class<V> type, Supplier<V> constructor) {
    return new Kind<>(
        "an object " + type.getSimpleName(),
        "any",
        type,
        from -> {
          V made = constructor.get();
          made.originate(from);
          return made;
        },
        plain -> null,
        constructor);
  }

  /** Objects with these parts, for variables and what is computed of them. */
  public static Kind<ObjectValue> object(Field<?>... fields) {
    String type =
        Stream.of(fields).map(Field::constraint).collect(joining(", ", "object({ ", " })"));
    return new Kind<>(
        "an " + type,
        type,
        ObjectValue.class,
        from -> {
          ObjectValue made = new ObjectValue();
          made.originate(from);
          return made;
        },
        plain -> plain instanceof Map<?, ?> map ? filled(type, map, fields) : null,
        ObjectValue::new);
  }

  private static ObjectValue filled(String type, Map<?, ?> map, Field<?>... fields) {
    ObjectValue object = new ObjectValue();
    Map<String, @Nullable Object> given = new LinkedHashMap<>(Ordered.entries(map));
    for (Field<?> field : fields) {
      Object value = given.remove(field.name());
      if (value != null) {
        object.set(field, value);
      } else if (field.isRequired()) {
        throw new IllegalArgumentException("\"" + field.name() + "\" is missing in an " + type);
      }
    }
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("there is no " + given.keySet() + " in an " + type);
    }
    return object;
  }

  /** The kind of a value that is there. */
  public static <V extends Value> Kind<V> like(V value) {
    return new Kind<>(
        "another such value",
        "any",
        value.getClass(),
        from -> Kind.unchecked(value.elsewhere(from)),
        plain -> null);
  }

  /** As the type of a variable: {@code list(string)}. */
  public String constraint() {
    return constraint;
  }

  /** The value that something with an origin has there. */
  public V at(Expression from) {
    return at.apply(from);
  }

  /** The value of a Java object: text, number, boolean, list, map, or a value. */
  public V of(@Nullable Object plain) {
    if (type.isInstance(plain)) {
      return unchecked(plain);
    }
    V value = plain == null ? null : of.apply(plain);
    if (value == null && plain instanceof AnyValue any) {
      value = at(any.expression());
    }
    if (value == null) {
      String given = plain == null ? "null" : plain.getClass().getSimpleName();
      throw new IllegalArgumentException(name + " is wanted here, not " + given);
    }
    return value;
  }

  /** A value that was assigned where this kind is read. */
  V fitted(Value value) {
    return type.isInstance(value) ? unchecked(value) : at(value.expression());
  }

  boolean isFillable() {
    return empty != null;
  }

  V empty() {
    if (empty == null) {
      throw new IllegalStateException(name + " can't be filled");
    }
    return empty.get();
  }

  /** A class says nothing of its elements; the methods that take values do. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T unchecked(Object value) {
    return (T) value;
  }

  private static @Nullable TextValue text(Object plain) {
    return switch (plain) {
      case CharSequence text -> Values.text(text.toString());
      case ScalarValue scalar -> scalar.asText();
      default -> null;
    };
  }

  private static @Nullable NumberValue number(Object plain) {
    return switch (plain) {
      case Number number -> Values.number(new BigDecimal(number.toString()));
      case ScalarValue scalar -> scalar.asNumber();
      default -> null;
    };
  }

  private static @Nullable BoolValue bool(Object plain) {
    return switch (plain) {
      case Boolean bool -> Values.bool(bool);
      case ScalarValue scalar -> scalar.asBool();
      default -> null;
    };
  }

  private static AnyValue any(Object plain) {
    Value value = Values.of(plain);
    return new AnyValue(value.contents(), value.origin());
  }
}
