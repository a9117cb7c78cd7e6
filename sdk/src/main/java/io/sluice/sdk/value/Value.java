package io.sluice.sdk.value;

import io.sluice.model.Lineage;
import io.sluice.sdk.expression.Expression;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a configuration. It has an origin (it is what a resource, a variable or an expression
 * will have), or contents (it was given), or both: what was given to a resource is read back as the
 * resource's.
 */
public abstract sealed class Value permits ScalarValue, SequenceValue, MapValue, ObjectValue {
  private @Nullable Expression origin;

  Value(@Nullable Expression origin) {
    this.origin = origin;
  }

  /** Where it comes from; null for what was given and belongs to nothing. */
  final @Nullable Expression origin() {
    return origin;
  }

  final void originate(Expression from) {
    origin = from;
  }

  /** Its way from something with a name, if it is that and no other expression. */
  public final Optional<Lineage> lineage() {
    return origin == null ? Optional.empty() : origin.named();
  }

  /** What is written where it is assigned: a reference if it has an origin, else its contents. */
  public final Expression expression() {
    return origin == null ? contents() : origin;
  }

  /** What is in it, wherever it belongs. */
  abstract Expression contents();

  /**
   * The same value as a part of something. A scalar is copied; a collection or object keeps its
   * identity, so that what is added to it later is seen. Where it is a part of something else
   * already, the result is another view of the same contents.
   */
  abstract Value traced(Expression from);

  /** Another of the same class with that origin, of which nothing else is known. */
  abstract Value elsewhere(Expression from);

  final boolean mayOriginate(Expression from) {
    return origin == null || origin.equals(from);
  }

  /** The HCL that is written where it is assigned. */
  @Override
  public final String toString() {
    return expression().text();
  }
}
