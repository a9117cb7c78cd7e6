package io.sluice.sdk.block;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import io.sluice.sdk.value.Field;
import io.sluice.sdk.value.Keyed;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.ObjectValue;
import io.sluice.sdk.value.SequenceValue;
import io.sluice.sdk.value.SetValue;
import io.sluice.sdk.value.Value;
import io.sluice.sdk.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A block that can stand for several: a resource, a data source, a module.
 *
 * @param <S> the class itself
 */
public abstract sealed class RepeatableBlock<S extends RepeatableBlock<S>> extends Block
    permits TypedBlock, ModuleBlock {
  private @Nullable Value count;
  private @Nullable Value forEach;
  private final List<Block> dependencies = new ArrayList<>();
  private final Lifecycle lifecycle = new Lifecycle();

  RepeatableBlock(String keyword, List<String> labels, @Nullable Requirement requirement) {
    super(keyword, labels, requirement);
  }

  /** A new one of the same class; only its parts are looked at. */
  @Override
  protected abstract S fresh();

  @SuppressWarnings("unchecked")
  final S self() {
    return (S) this;
  }

  @Override
  public S set(String name, @Nullable Object value) {
    super.set(name, value);
    return self();
  }

  @Override
  public S block(String name, Consumer<ObjectValue> contents) {
    super.block(name, contents);
    return self();
  }

  @Override
  public <V extends Value> S set(Field<V> field, Object value) {
    super.set(field, value);
    return self();
  }

  @Override
  public <E extends Value> S dynamic(
      String type, SequenceValue<E> forEach, BiConsumer<E, ObjectValue> contents) {
    super.dynamic(type, forEach, contents);
    return self();
  }

  @Override
  public <E extends Value> S dynamic(
      String type, MapValue<E> forEach, Keyed<E, ObjectValue> contents) {
    super.dynamic(type, forEach, contents);
    return self();
  }

  public final S count(long instances) {
    return count(Values.number(instances));
  }

  public final S count(NumberValue instances) {
    count = instances;
    return self();
  }

  /** One for each entry: {@link Each#key()} and {@link Each#value()} stand for it. */
  public final S forEach(MapValue<?> entries) {
    forEach = entries;
    return self();
  }

  public final S forEach(SetValue<?> elements) {
    forEach = asSet(elements);
    return self();
  }

  /** What is written out in brackets is a list. */
  private static Value asSet(SetValue<?> elements) {
    return elements.expression() instanceof Expression.Sequence
        ? Values.called("toset", elements)
        : elements;
  }

  public final S forEach(String... keys) {
    forEach = Values.called("toset", Values.texts(keys));
    return self();
  }

  /** One for each entry, and what is set of it: {@code forEach(map, (key, value, one) -> …)}. */
  public final <E extends Value> S forEach(MapValue<E> entries, Keyed<E, S> contents) {
    forEach = entries;
    contents.accept(Each.key(), Each.value(entries.kind()), self());
    return self();
  }

  /** One for each element, and what is set of it. */
  public final <E extends Value> S forEach(SetValue<E> elements, BiConsumer<E, S> contents) {
    forEach = asSet(elements);
    contents.accept(Each.value(elements.kind()), self());
    return self();
  }

  /** These come first, although nothing of them is used. */
  public final S dependsOn(Block... blocks) {
    dependencies.addAll(List.of(blocks));
    return self();
  }

  public final S lifecycle(Consumer<Lifecycle> rules) {
    rules.accept(lifecycle);
    return self();
  }

  /** The instance with an index, of a block with {@link #count}. */
  public final S at(int index) {
    return instance(reference().index(index));
  }

  /** The instance with a key, of a block with {@link #forEach}. */
  public final S at(String key) {
    return instance(reference().key(key));
  }

  /** An instance whose index or key is itself a value. */
  public final S at(Value key) {
    return instance(new Expression.Element(reference(), key.expression()));
  }

  /** A part of every instance: {@code web.all(Web::id)}. */
  public final <R extends Value> ListValue<R> all(Function<S, R> part) {
    Expression each =
        forEach == null ? reference() : new Expression.Call("values", List.of(reference()), false);
    ListValue<S> instances = Kind.list(instances()).at(each);
    return instances.all(part);
  }

  /** All instances of a block with {@link #forEach}, by their keys. */
  public final MapValue<S> byKey() {
    return Kind.map(instances()).at(reference());
  }

  @SuppressWarnings("unchecked")
  private Kind<S> instances() {
    return Kind.object((Class<S>) getClass(), this::fresh);
  }

  private S instance(Expression where) {
    return instances().at(where);
  }

  private Expression reference() {
    Expression there = belongsTo();
    if (there == null) {
      throw new IllegalStateException(blockIdentifier().text() + " is not in a stack yet: add it");
    }
    return there;
  }

  @Override
  Body before() {
    Body body = Body.EMPTY;
    if (count != null) {
      body = body.and(new Body.Attribute("count", count.expression()));
    }
    if (forEach != null) {
      body = body.and(new Body.Attribute("for_each", forEach.expression()));
    }
    return body;
  }

  @Override
  Body after() {
    Body body = lifecycle.written();
    if (dependencies.isEmpty()) {
      return body;
    }
    List<Expression> names = new ArrayList<>();
    dependencies.forEach(block -> names.add(new Expression.Word(block.blockIdentifier().text())));
    return Body.of(new Body.Attribute("depends_on", new Expression.Sequence(names)))
        .and(body.items());
  }
}
