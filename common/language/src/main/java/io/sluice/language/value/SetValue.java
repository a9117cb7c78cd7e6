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
public final class SetValue extends CompositeValue<List<Value>> {
  private final Type type;

  private SetValue(Type type, List<Value> list) {
    super(list, list, Extent.of(list));
    this.type = type;
  }

  /** The set of the elements, marked if one of them is. */
  public static Value of(Type element, Collection<Value> elements) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    List<Value> plain = new ArrayList<>(elements.size());
    for (Value each : elements) {
      plain.add(Marks.unmarkDeep(each, marks));
    }
    List<Value> distinct = List.copyOf(ValueOrder.distinct(plain));
    return new SetValue(Type.set(element), distinct).withMarks(marks);
  }

  public List<Value> list() {
    return parts;
  }

  @Override
  public Type type() {
    return type;
  }
}
