package io.sluice.sdk.value;

import io.sluice.sdk.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * A value where it was assigned. Whether it is written as a reference is decided then: to be asked
 * for it later gives a collection an origin, which is its own place.
 *
 * @param reference null where the contents are written
 */
record Part<V extends Value>(V value, @Nullable Expression reference) {
  static <V extends Value> Part<V> of(V value) {
    return new Part<>(value, value.origin());
  }

  Expression expression() {
    return reference == null ? value.contents() : reference;
  }

  /** The value as a part of what has this origin, or as it was assigned where that has none. */
  @SuppressWarnings("unchecked") // what is traced is of the same class
  V traced(@Nullable Expression from) {
    return from == null ? value : (V) value.traced(from);
  }
}
