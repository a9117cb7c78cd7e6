package io.sluice.language.value;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A value that is made of other values. What it knows of its parts it finds out once, when it is
 * made.
 *
 * @param <P> the parts: a list of values, or a map of them
 */
public abstract sealed class CompositeValue<P> implements Value
    permits ListValue, SetValue, MapValue, TupleValue, ObjectValue {
  final P parts;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;

  CompositeValue(P parts, Collection<Value> values, Extent extent) {
    this.parts = parts;
    this.known = Marks.allKnown(values);
    this.marked = Marks.anyMarked(values);
    this.extent = extent;
  }

  @Override
  public final boolean isWhollyKnown() {
    return known;
  }

  @Override
  public final boolean containsMarks() {
    return marked;
  }

  @Override
  public final Extent extent() {
    return extent;
  }

  /** The type of a tuple or object follows from its parts, so it need not be compared. */
  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof CompositeValue<?> that
        && getClass() == that.getClass()
        && (this instanceof TupleValue || this instanceof ObjectValue || type().equals(that.type()))
        && parts.equals(that.parts);
  }

  @Override
  public final int hashCode() {
    return parts.hashCode();
  }

  @Override
  public final String toString() {
    return Rendering.render(this);
  }
}
