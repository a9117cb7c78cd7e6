package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the stack tells others. It is no value: nothing in the same stack can refer to an output.
 * Where the stack is a module, its callers read it: {@link ModuleCall#get(Output)}.
 *
 * @param <V> what callers of a module read
 */
public final class Output<V extends Value> {
  private final String name;
  private final V value;
  private @Nullable String description;
  private boolean sensitive;

  public Output(String name, V value) {
    this.name = name;
    this.value = value;
  }

  /** Of text, a number, a boolean, a list or a map with values in it. */
  public static Output<Value> of(String name, Object value) {
    return new Output<>(name, Values.of(value));
  }

  public Output<V> describedAs(String text) {
    description = text;
    return this;
  }

  public Output<V> sensitive() {
    sensitive = true;
    return this;
  }

  Kind<V> kind() {
    return Kind.like(value);
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
