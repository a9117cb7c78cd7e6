package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.Value;
import java.util.List;

/** The named values of a stack. A collection that gets a name can still be filled. */
public final class Locals extends ObjectValue {
  public Locals() {
    belongTo(Expression.reference("local"));
  }

  @Override
  protected Locals fresh() {
    return new Locals();
  }

  public boolean has(String name) {
    return writtenBody().items().stream()
        .anyMatch(
            item -> item instanceof Body.Attribute(var known, var value) && known.equals(name));
  }

  /** Gives a value a name, which is what others refer to from then on. */
  public <V extends Value> V named(String name, V value) {
    assign(name, value);
    return argument(name, Kind.like(value));
  }

  public List<Body.Block> written() {
    Body body = writtenBody();
    return body.isEmpty() ? List.of() : List.of(new Body.Block("locals", List.of(), body));
  }
}
