package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the stack tells others. It is no value: nothing in the same stack can refer to an output.
 */
public final class Output {
  private final String name;
  private final Value value;
  private @Nullable String description;
  private boolean sensitive;

  public Output(String name, Object value) {
    this.name = name;
    this.value = Values.of(value);
  }

  public Output describedAs(String text) {
    description = text;
    return this;
  }

  public Output sensitive() {
    sensitive = true;
    return this;
  }

  public String name() {
    return name;
  }

  public Body.Block written() {
    List<Body.Item> items = new ArrayList<>();
    if (description != null) {
      items.add(new Body.Attribute("description", new Expression.Text(description)));
    }
    items.add(new Body.Attribute("value", value.expression()));
    if (sensitive) {
      items.add(new Body.Attribute("sensitive", new Expression.Bool(true)));
    }
    return new Body.Block("output", List.of(name), new Body(items));
  }
}
