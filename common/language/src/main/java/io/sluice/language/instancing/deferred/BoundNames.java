package io.sluice.language.instancing.deferred;

import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.SubExpressions;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The names that loops around an expression bind. */
final class BoundNames {
  private final Deque<String> names = new ArrayDeque<>();

  boolean contains(String name) {
    return names.contains(name);
  }

  void bind(@Nullable String key, String value) {
    if (key != null) {
      names.push(key);
    }
    names.push(value);
  }

  void unbind(@Nullable String key) {
    names.pop();
    if (key != null) {
      names.pop();
    }
  }

  /** Nothing is bound until {@link Aside#restore}. */
  Aside aside() {
    Deque<String> mine = new ArrayDeque<>(names);
    names.clear();
    return () -> names.addAll(mine);
  }

  /** Names that are set aside for a while. */
  @FunctionalInterface
  interface Aside {
    void restore();
  }

  /** Whether the expression means something else for each element of a loop or a splat. */
  boolean reach(Expression expression) {
    if (expression instanceof Expression.SplatItem) {
      return true;
    }
    if (expression instanceof Expression.Splat splat) {
      return reach(splat.source());
    }
    if (!names.isEmpty()
        && expression.variables().stream().anyMatch(t -> names.contains(t.root()))) {
      return true;
    }
    return SubExpressions.of(expression).stream().anyMatch(BoundNames::standsAtItem);
  }

  private static boolean standsAtItem(Expression expression) {
    if (expression instanceof Expression.SplatItem) {
      return true;
    }
    return !(expression instanceof Expression.Splat)
        && SubExpressions.of(expression).stream().anyMatch(BoundNames::standsAtItem);
  }
}
