package io.sluice.language.expression;

import io.sluice.language.value.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names that {@code for} binds around an expression, and the current element of a splat. */
record Frame(@Nullable Frame outer, String name, Value value) {
  /** No identifier is empty. */
  private static final String ITEM = "";

  static @Nullable Frame bind(@Nullable Frame outer, @Nullable String name, Value value) {
    return name == null ? outer : new Frame(outer, name, value);
  }

  static Frame item(@Nullable Frame outer, Value element) {
    return new Frame(outer, ITEM, element);
  }

  static Optional<Value> find(@Nullable Frame innermost, String name) {
    for (Frame frame = innermost; frame != null; frame = frame.outer) {
      if (frame.name.equals(name)) {
        return Optional.of(frame.value);
      }
    }
    return Optional.empty();
  }

  static Optional<Value> item(@Nullable Frame innermost) {
    return find(innermost, ITEM);
  }
}
