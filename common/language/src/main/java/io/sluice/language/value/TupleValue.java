package io.sluice.language.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Elements in an order, each of its own type. */
public final class TupleValue implements Value {
  public static final TupleValue EMPTY = new TupleValue(List.of());

  private final List<Value> list;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;
  private @Nullable Type type;

  private TupleValue(List<Value> list) {
    this.list = List.copyOf(list);
    this.known = Marks.allKnown(this.list);
    this.marked = Marks.anyMarked(this.list);
    this.extent = Extent.of(this.list);
  }

  public static TupleValue of(List<Value> elements) {
    return elements.isEmpty() ? EMPTY : new TupleValue(elements);
  }

  public List<Value> list() {
    return list;
  }

  @Override
  public Type type() {
    Type known = type;
    if (known == null) {
      known = Type.tuple(list.stream().map(Value::type).toList());
      type = known;
    }
    return known;
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
    return other instanceof TupleValue that && list.equals(that.list);
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
