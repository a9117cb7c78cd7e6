package io.sluice.language.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;

/**
 * Different elements of one type, in the order that {@link ValueOrder} gives them. Marks of
 * elements are marks of the set: {@link #of} moves them there, since marked elements cannot be
 * compared.
 */
public final class SetValue implements Value {
  private final Type type;
  private final List<Value> list;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;

  private SetValue(Type type, List<Value> list) {
    this.type = type;
    this.list = List.copyOf(list);
    this.known = Marks.allKnown(this.list);
    this.marked = Marks.anyMarked(this.list);
    this.extent = Extent.of(this.list);
  }

  /** The set of the elements, marked if one of them is. */
  public static Value of(Type element, Collection<Value> elements) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    List<Value> plain = new ArrayList<>(elements.size());
    for (Value each : elements) {
      plain.add(Marks.unmarkDeep(each, marks));
    }
    return new SetValue(Type.set(element), ValueOrder.distinct(plain)).withMarks(marks);
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
    return other instanceof SetValue that && type.equals(that.type) && list.equals(that.list);
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
