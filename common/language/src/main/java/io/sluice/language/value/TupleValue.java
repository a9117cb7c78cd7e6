package io.sluice.language.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements in an order, each of its own type. */
public final class TupleValue extends CompositeValue<List<Value>> {
  public static final TupleValue EMPTY = new TupleValue(List.of());

  private @Nullable Type type;

  private TupleValue(List<Value> list) {
    super(list, list, Extent.of(list));
  }

  public static TupleValue of(List<Value> elements) {
    return elements.isEmpty() ? EMPTY : new TupleValue(List.copyOf(elements));
  }

  public List<Value> list() {
    return parts;
  }

  @Override
  public Type type() {
    Type known = type;
    if (known == null) {
      known = Type.tuple(parts.stream().map(Value::type).toList());
      type = known;
    }
    return known;
  }
}
