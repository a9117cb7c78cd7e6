package io.sluice.sdk.value;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value with named parts: an object, a nested block, a resource. Generated classes have methods
 * to set and to read each part; {@link #set(String, Object)} and {@link #part(String)} know them by
 * name.
 */
public non-sealed class ObjectValue extends Value {
  /** How a part is written. */
  public enum Form {
    ATTRIBUTE,
    /** As a block; as several if it is a collection, and with labels if it is a map. */
    BLOCKS
  }

  private record Slot(Part<? extends Value> part, Form form, boolean offered) {
    /** A collection that was asked for and never filled is not written. */
    boolean isWritten() {
      return !offered
          || switch (part.value()) {
            case SequenceValue<?> sequence -> !sequence.isEmpty();
            case MapValue<?> map -> !map.isEmpty();
            case ObjectValue object -> !object.isUnset();
            case ScalarValue scalar -> true;
          };
    }
  }

  /** Shared by all views, as are the dynamic blocks. */
  private Map<String, Slot> slots = new LinkedHashMap<>();

  private List<DynamicBlock> dynamics = new ArrayList<>();

  /** Blocks of which there is one for each element of what only the planner knows. */
  private record DynamicBlock(String type, Part<? extends Value> forEach, ObjectValue content) {
    Body.Block written() {
      Body body =
          Body.of(
              new Body.Attribute("for_each", forEach.expression()),
              new Body.Block("content", List.of(), content.writtenBody()));
      return new Body.Block("dynamic", List.of(type), body);
    }
  }

  public ObjectValue() {
    super(null);
  }

  /** A new one of the same class; generated classes make theirs. */
  protected ObjectValue fresh() {
    return new ObjectValue();
  }

  /** The arguments without which it is not complete. */
  protected List<String> requiredArguments() {
    return List.of();
  }

  /** Sets a part to text, a number, a boolean, a list, a map, or a value. */
  public ObjectValue set(String name, @Nullable Object value) {
    assign(name, Values.of(value));
    return this;
  }

  /** Adds a nested block. */
  public ObjectValue block(String name, Consumer<ObjectValue> contents) {
    ObjectValue block = new ObjectValue();
    contents.accept(block);
    add(name, Kind.list(Kind.object(ObjectValue.class, ObjectValue::new)), block, Form.BLOCKS);
    return this;
  }

  /**
   * A nested block for each element of a collection that only the planner knows; {@code
   * Each.of(type)} is the element.
   */
  public ObjectValue dynamic(String type, Value forEach, ObjectValue content) {
    dynamics.add(new DynamicBlock(type, Part.of(forEach), content));
    return this;
  }

  /** A part by its name, as what it is assigned to or what the provider makes of it. */
  public AnyValue part(String name) {
    return argument(name, Kind.ANY);
  }

  protected final void assign(String name, Value value) {
    assign(name, value, Form.ATTRIBUTE);
  }

  protected final void assign(String name, Value value, Form form) {
    slots.put(name, new Slot(Part.of(value), form, false));
  }

  /** One more object in a list of them. */
  protected final <B extends ObjectValue> void add(
      String name, Kind<ListValue<B>> kind, B object, Form form) {
    collection(name, kind, form).add(object);
  }

  /** One more object in a set of them. */
  protected final <B extends ObjectValue> void addUnordered(
      String name, Kind<SetValue<B>> kind, B object, Form form) {
    collection(name, kind, form).add(object);
  }

  /** One more object in a map of them. */
  protected final <B extends ObjectValue> void addLabelled(
      String name, Kind<MapValue<B>> kind, String key, B object, Form form) {
    collection(name, kind, form).put(key, object);
  }

  private <C extends Value> C collection(String name, Kind<C> kind, Form form) {
    Slot slot = slots.get(name);
    if (slot == null) {
      C empty = kind.empty();
      assign(name, empty, form);
      return empty;
    }
    return kind.fitted(slot.part().value());
  }

  /**
   * What can be given: the value that was assigned, as a part of this where this has an origin;
   * else what this will have there. A collection that was not assigned can be filled.
   */
  protected final <V extends Value> V argument(String name, Kind<V> kind) {
    return argument(name, kind, Form.ATTRIBUTE);
  }

  /**
   * The same.
   *
   * @param form in which it is written if it is filled
   */
  protected final <V extends Value> V argument(String name, Kind<V> kind, Form form) {
    Expression there = origin() == null ? null : origin().member(name);
    Slot slot = slots.get(name);
    if (slot == null && kind.isFillable()) {
      slot = new Slot(new Part<>(kind.empty(), null), form, true);
      slots.put(name, slot);
    }
    if (slot != null) {
      return kind.fitted(slot.part().traced(there));
    }
    if (there == null) {
      throw new IllegalStateException(
          "\"" + name + "\" has no value yet: " + called() + " is not in a stack");
    }
    return kind.at(there);
  }

  /** What only the provider knows. */
  protected final <V extends Value> V computed(String name, Kind<V> kind) {
    Expression from = origin();
    if (from == null) {
      throw new IllegalStateException(
          "\"" + name + "\" is computed, and " + called() + " is not in a stack yet: add it");
    }
    return kind.at(from.member(name));
  }

  /** From now on its parts are those of something with a name. */
  protected final void belongTo(Expression from) {
    originate(from);
  }

  /** The expression that its parts hang on; null as long as it belongs to nothing. */
  protected final @Nullable Expression belongsTo() {
    return origin();
  }

  /** What messages call it. */
  protected String called() {
    return "this " + getClass().getSimpleName();
  }

  final boolean isUnset() {
    return dynamics.isEmpty() && slots.values().stream().noneMatch(Slot::isWritten);
  }

  @Override
  final Value elsewhere(Expression from) {
    ObjectValue other = fresh();
    if (other.getClass() != getClass()) {
      throw new IllegalStateException(getClass().getName() + " does not override fresh()");
    }
    other.originate(from);
    return other;
  }

  @Override
  final Value traced(Expression from) {
    if (mayOriginate(from)) {
      originate(from);
      return this;
    }
    ObjectValue view = (ObjectValue) elsewhere(from);
    view.slots = slots;
    view.dynamics = dynamics;
    return view;
  }

  @Override
  final Expression contents() {
    List<Expression.Entry> entries = new ArrayList<>();
    slots.forEach(
        (name, slot) -> {
          if (slot.isWritten()) {
            entries.add(new Expression.Entry(new Expression.Text(name), slot.part().expression()));
          }
        });
    return new Expression.Mapping(entries);
  }

  /** As it is written: attributes first, then blocks, each in the order of their assignment. */
  protected final Body writtenBody() {
    List<Body.Item> items = new ArrayList<>();
    List<Body.Item> blocks = new ArrayList<>();
    slots.forEach(
        (name, slot) -> {
          if (!slot.isWritten()) {
            return;
          }
          switch (slot.form()) {
            case ATTRIBUTE -> items.add(new Body.Attribute(name, slot.part().expression()));
            case BLOCKS -> blocks.addAll(blocks(name, slot));
          }
        });
    items.addAll(blocks);
    dynamics.forEach(dynamic -> items.add(dynamic.written()));
    return new Body(items);
  }

  private static List<Body.Item> blocks(String name, Slot slot) {
    Expression reference = slot.part().reference();
    if (reference != null) {
      throw new IllegalStateException(
          "blocks \""
              + name
              + "\" are assigned "
              + reference.text()
              + "; blocks can only be written out: set their parts one by one");
    }
    return switch (slot.part().value()) {
      case ObjectValue object -> List.of(block(name, List.of(), object));
      case SequenceValue<?> sequence ->
          sequence.known().stream().map(each -> block(name, List.of(), each)).toList();
      case MapValue<?> map ->
          map.entries().entrySet().stream()
              .map(each -> block(name, List.of(each.getKey()), each.getValue()))
              .toList();
      case ScalarValue scalar -> List.of(new Body.Attribute(name, scalar.contents()));
    };
  }

  private static Body.Item block(String name, List<String> labels, Value value) {
    if (!(value instanceof ObjectValue object)) {
      throw new IllegalStateException("blocks \"" + name + "\" hold " + value);
    }
    return new Body.Block(name, labels, object.writtenBody());
  }

  /** Names the arguments that are missing in it and in its blocks. */
  protected final void findMissing(String path, List<String> missing) {
    for (String name : requiredArguments()) {
      Slot slot = slots.get(name);
      boolean dynamic = dynamics.stream().anyMatch(each -> each.type().equals(name));
      if (!dynamic && (slot == null || !slot.isWritten())) {
        missing.add(path + "." + name);
      }
    }
    slots.forEach(
        (name, slot) -> {
          if (slot.isWritten() && slot.part().reference() == null) {
            findMissing(path + "." + name, slot.part().value(), missing);
          }
        });
  }

  private static void findMissing(String path, Value value, List<String> missing) {
    switch (value) {
      case ObjectValue object -> object.findMissing(path, missing);
      case SequenceValue<?> sequence ->
          sequence.known().forEach(each -> findMissing(path, each, missing));
      case MapValue<?> map ->
          map.entries().forEach((key, each) -> findMissing(path, each, missing));
      case ScalarValue scalar -> {}
    }
  }
}
