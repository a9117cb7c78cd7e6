package io.sluice.language.expression.type;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.Optional;

/** The type of a variable as declared, with the defaults of its optional attributes. */
public final class TypeConstraint {
  /** What a variable without a type has. */
  public static final TypeConstraint ANY = new TypeConstraint(Types.ANY, Defaults.NONE);

  private final Type type;
  private final Defaults defaults;

  TypeConstraint(Type type, Defaults defaults) {
    this.type = type;
    this.defaults = defaults;
  }

  /** Reads a type expression; empty if it is none, which is then reported. */
  public static Optional<TypeConstraint> parse(Expression expression, Diagnostics diagnostics) {
    return new TypeReader(diagnostics).whole(expression);
  }

  public Type type() {
    return type;
  }

  Defaults defaults() {
    return defaults;
  }

  /** The value, completed by defaults and converted. */
  public Value convert(Value value) throws ConversionException {
    return Conversion.convert(defaults.apply(value), type);
  }
}
