package io.sluice.sdk.value;

import io.sluice.sdk.expression.Binding;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values by key. What is put into it later is in it wherever it was assigned. */
public final class MapValue<E extends Value> extends Value {
  private final Kind<E> kind;
  private final @Nullable Map<String, Part<E>> entries;

  private MapValue(
      Kind<E> kind, @Nullable Map<String, Part<E>> entries, @Nullable Expression origin) {
    super(origin);
    this.kind = kind;
    this.entries = entries;
  }

  /** What its values are. */
  public Kind<E> kind() {
    return kind;
  }

  static <E extends Value> MapValue<E> at(Expression from, Kind<E> kind) {
    return new MapValue<>(kind, null, from);
  }

  static <E extends Value> MapValue<E> of(Kind<E> kind, Map<String, E> entries) {
    MapValue<E> map = new MapValue<>(kind, new LinkedHashMap<>(), null);
    entries.forEach(map::put);
    return map;
  }

  @Override
  MapValue<E> traced(Expression from) {
    if (mayOriginate(from)) {
      originate(from);
      return this;
    }
    return new MapValue<>(kind, entries, from);
  }

  @Override
  MapValue<E> elsewhere(Expression from) {
    return at(from, kind);
  }

  public MapValue<E> put(String key, E value) {
    if (entries == null) {
      throw new IllegalStateException(this + " is not written here, so nothing can be put into it");
    }
    entries.put(key, Part.of(value));
    return this;
  }

  /** Puts text, a number, a boolean, or a value of the map's kind. */
  public MapValue<E> put(String key, Object value) {
    return put(key, kind.of(value));
  }

  public boolean isEmpty() {
    return entries != null && entries.isEmpty();
  }

  /** The value of a key: as it was put there, or, where the map belongs to something, its. */
  public E get(String key) {
    Expression from = origin() == null ? null : origin().key(key);
    Part<E> part = entries == null ? null : entries.get(key);
    if (part != null) {
      return part.traced(from);
    }
    if (from == null) {
      throw new NoSuchElementException("there is no key \"" + key + "\" in this map");
    }
    return kind.at(from);
  }

  /** The value of a key that is itself a value. */
  public E get(TextValue key) {
    return kind.at(new Expression.Element(expression(), key.expression()));
  }

  /** The values that were put into it, by key. */
  public Map<String, E> entries() {
    Map<String, E> known = new LinkedHashMap<>();
    if (entries != null) {
      entries.forEach((key, part) -> known.put(key, part.value()));
    }
    return known;
  }

  /** {@code [for value in this : …]} */
  public <R extends Value> ListValue<R> listed(Function<E, R> body) {
    Binding value = new Binding("value");
    R result = body.apply(element(value));
    return ListValue.at(
        new Expression.Loop(null, value, expression(), null, result.expression(), false, null),
        Kind.like(result));
  }

  /** {@code [for key, value in this : …]} */
  public <R extends Value> ListValue<R> listed(BiFunction<TextValue, E, R> body) {
    Binding key = new Binding("key");
    Binding value = new Binding("value");
    R result = body.apply(bound(key), element(value));
    return ListValue.at(loop(key, value, null, result), Kind.like(result));
  }

  /** {@code {for key, value in this : key => …}} */
  public <R extends Value> MapValue<R> mapped(BiFunction<TextValue, E, R> body) {
    Binding key = new Binding("key");
    Binding value = new Binding("value");
    R result = body.apply(bound(key), element(value));
    return MapValue.at(loop(key, value, new Expression.Bound(key), result), Kind.like(result));
  }

  private static TextValue bound(Binding key) {
    return Kind.TEXT.at(new Expression.Bound(key));
  }

  private E element(Binding value) {
    return kind.at(new Expression.Bound(value));
  }

  private Expression loop(Binding key, Binding item, @Nullable Expression newKey, Value body) {
    return new Expression.Loop(key, item, expression(), newKey, body.expression(), false, null);
  }

  @Override
  Expression contents() {
    if (entries == null) {
      return expression();
    }
    List<Expression.Entry> written = new ArrayList<>();
    entries.forEach(
        (key, part) ->
            written.add(new Expression.Entry(new Expression.Text(key), part.expression())));
    return new Expression.Mapping(written);
  }
}
