package io.sluice.language.value;

import java.util.List;

/** Elements of one type in an order. */
public final class ListValue implements Value {
  private final Type type;
  private final List<Value> list;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;

  private ListValue(Type type, List<Value> list) {
    this.type = type;
    this.list = List.copyOf(list);
    this.known = Marks.allKnown(this.list);
    this.marked = Marks.anyMarked(this.list);
    this.extent = Extent.of(this.list);
  }

  public static ListValue of(Type element, List<Value> elements) {
    return new ListValue(Type.list(element), elements);
  }

  public List<Value> list() {
    return list;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public boolean isWhollyKnown() {
    return known;
  }

  @Override
  public boolean containsMarks() {
    return marked;
  }

  @Override
  public Extent extent() {
    return extent;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ListValue that && type.equals(that.type) && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  @Override
  public String toString() {
    return Rendering.render(this);
  }
}
