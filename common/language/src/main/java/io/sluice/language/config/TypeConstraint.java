package io.sluice.language.config;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A type with what {@code optional(…, default)} says of attributes that are left out.
 *
 * @param range where it is written, null when a variable has no type
 */
public record TypeConstraint(Type type, @Nullable Defaults defaults, @Nullable SourceRange range) {
  public static final TypeConstraint ANY = new TypeConstraint(Types.ANY, null);

  TypeConstraint(Type type, @Nullable Defaults defaults) {
    this(type, defaults, null);
  }

  TypeConstraint at(SourceRange place) {
    return new TypeConstraint(type, defaults, place);
  }

  /**
   * Whether a value from the command line or the environment is text as it stands; for other types
   * it is an expression.
   */
  public boolean takesText() {
    return range == null || type.isPrimitive();
  }

  /**
   * Defaults of an object, and of what its attributes hold. The element of a collection is the
   * child named {@code ""}; elements of a tuple are named by their position.
   */
  public record Defaults(
      SortedMap<String, Expression> values, SortedMap<String, Defaults> children) {
    static @Nullable Defaults of(Map<String, Expression> values, Map<String, Defaults> children) {
      return values.isEmpty() && children.isEmpty()
          ? null
          : new Defaults(new TreeMap<>(values), new TreeMap<>(children));
    }
  }
}
