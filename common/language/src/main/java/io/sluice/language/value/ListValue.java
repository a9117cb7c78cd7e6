package io.sluice.language.value;

import java.util.List;

/** Elements of one type in an order. */
public final class ListValue extends CompositeValue<List<Value>> {
  private final Type type;

  private ListValue(Type type, List<Value> list) {
    super(list, list, Extent.of(list));
    this.type = type;
  }

  public static ListValue of(Type element, List<Value> elements) {
    return new ListValue(Type.list(element), List.copyOf(elements));
  }

  public List<Value> list() {
    return parts;
  }

  @Override
  public Type type() {
    return type;
  }
}
