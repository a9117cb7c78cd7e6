package io.sluice.sdk.block;

import io.sluice.model.Lineage;
import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.BoolValue;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.TextValue;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A variable of the stack: who plans it gives the value. */
public final class Variable<V extends Value> {
  private final String name;
  private final Kind<V> kind;
  private final List<Body.Item> rules = new ArrayList<>();
  private @Nullable Value otherwise;
  private String constraint;
  private @Nullable String description;
  private boolean sensitive;
  private boolean ephemeral;
  private boolean nullable = true;

  private Variable(String name, Kind<V> kind) {
    this.name = name;
    this.kind = kind;
    this.constraint = kind.constraint();
  }

  public static Variable<TextValue> text(String name) {
    return of(name, Kind.TEXT);
  }

  public static Variable<NumberValue> number(String name) {
    return of(name, Kind.NUMBER);
  }

  public static Variable<BoolValue> bool(String name) {
    return of(name, Kind.BOOL);
  }

  public static <V extends Value> Variable<V> of(String name, Kind<V> kind) {
    return new Variable<>(name, kind);
  }

  /** The value where none is given; a variable without one must be given one. */
  public Variable<V> defaultsTo(Object value) {
    otherwise = kind.of(value);
    return this;
  }

  /** It may be left out, and is null then. */
  public Variable<V> defaultsToNothing() {
    otherwise = Values.nothing();
    return this;
  }

  public Variable<V> describedAs(String text) {
    description = text;
    return this;
  }

  /** A type as HCL has it, for what {@link Kind} can't say. */
  public Variable<V> typed(String type) {
    constraint = Values.written(type).toString();
    return this;
  }

  /** Its value is in no plan and no state. */
  public Variable<V> ephemeral() {
    ephemeral = true;
    return this;
  }

  public Variable<V> sensitive() {
    sensitive = true;
    return this;
  }

  /** Null is no value of it. */
  public Variable<V> notNull() {
    nullable = false;
    return this;
  }

  public Variable<V> validated(Function<V, BoolValue> condition, String otherwiseSaid) {
    BoolValue holds = condition.apply(value());
    rules.add(new Body.Block("validation", List.of(), Condition.body(holds, otherwiseSaid)));
    return this;
  }

  public String name() {
    return name;
  }

  /** What values of it are. */
  public Kind<V> kind() {
    return kind;
  }

  boolean isRequired() {
    return otherwise == null;
  }

  public Lineage identifier() {
    return Lineage.root("var").member(name);
  }

  /** {@code var.NAME} */
  public V value() {
    return kind.at(new Expression.Reference(identifier()));
  }

  public Body.Block written() {
    List<Body.Item> items = new ArrayList<>();
    if (description != null) {
      items.add(new Body.Attribute("description", new Expression.Text(description)));
    }
    items.add(new Body.Attribute("type", new Expression.Word(constraint)));
    if (otherwise != null) {
      items.add(new Body.Attribute("default", otherwise.expression()));
    }
    if (sensitive) {
      items.add(new Body.Attribute("sensitive", new Expression.Bool(true)));
    }
    if (ephemeral) {
      items.add(new Body.Attribute("ephemeral", new Expression.Bool(true)));
    }
    if (!nullable) {
      items.add(new Body.Attribute("nullable", new Expression.Bool(false)));
    }
    items.addAll(rules);
    return new Body.Block("variable", List.of(name), new Body(items));
  }
}
