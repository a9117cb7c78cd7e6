package io.sluice.sdk.value;

import io.sluice.sdk.document.Body;
import io.sluice.sdk.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
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

  /** Shared by all views. */
  private Map<String, Slot> slots = new LinkedHashMap<>();

  /** Null for what is there once. */
  private @Nullable Repetition repetition;

  /** What the repetitions around it call their elements. */
  private Set<String> iterators = Set.of();

  private static final Kind<ListValue<ObjectValue>> BLOCKS =
      Kind.list(Kind.object(ObjectValue.class, ObjectValue::new));

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

  /** The same, where the class of the part is known. */
  public <V extends Value> ObjectValue set(Field<V> field, Object value) {
    assign(field.name(), field.kind().of(value));
    return this;
  }

  /** Adds a nested block. */
  public ObjectValue block(String name, Consumer<ObjectValue> contents) {
    ObjectValue block = within(new ObjectValue());
    contents.accept(block);
    add(name, BLOCKS, block, Form.BLOCKS);
    return this;
  }

  /**
   * Adds a nested block for each element of a collection that only the planner knows, a {@code
   * dynamic} block.
   *
   * @param contents fills the block that stands for all of them, of one element
   */
  public <E extends Value> ObjectValue dynamic(
      String type, SequenceValue<E> forEach, BiConsumer<E, ObjectValue> contents) {
    ObjectValue block = new ObjectValue();
    E element = repeat(type, forEach, forEach.kind(), block);
    contents.accept(element, block);
    add(type, BLOCKS, block, Form.BLOCKS);
    return this;
  }

  /** The same for each entry of a map. */
  public <E extends Value> ObjectValue dynamic(
      String type, MapValue<E> forEach, Keyed<E, ObjectValue> contents) {
    ObjectValue block = new ObjectValue();
    E element = repeat(type, forEach, forEach.kind(), block);
    contents.accept(keyOf(block), element, block);
    add(type, BLOCKS, block, Form.BLOCKS);
    return this;
  }

  /** A part by its name, as what it is assigned to or what the provider makes of it. */
  public AnyValue part(String name) {
    return argument(name, Kind.ANY);
  }

  /** The same, where the class of the part is known. */
  public <V extends Value> V get(Field<V> field) {
    return argument(field.name(), field.kind());
  }

  /** A block that is going to be put into this one. */
  protected final <B extends ObjectValue> B within(B block) {
    ObjectValue inside = block;
    inside.iterators = iteratorsInside();
    return block;
  }

  /** The same for one that stands for each element of a sequence; its result is the element. */
  protected final <E extends Value> E each(
      String type, SequenceValue<E> forEach, ObjectValue block) {
    return repeat(type, forEach, forEach.kind(), block);
  }

  /** The same for each entry of a map. */
  protected final <E extends Value> E each(String type, MapValue<E> forEach, ObjectValue block) {
    return repeat(type, forEach, forEach.kind(), block);
  }

  /** The key of the entry that a block stands for. */
  protected static TextValue keyOf(ObjectValue block) {
    Repetition each = block.repetition;
    if (each == null) {
      throw new IllegalStateException("this block stands for itself alone");
    }
    return each.key();
  }

  private <E extends Value> E repeat(String type, Value forEach, Kind<E> kind, ObjectValue block) {
    within(block);
    Repetition each = Repetition.of(type, block.iterators, forEach);
    block.repetition = each;
    return each.value(kind);
  }

  private Set<String> iteratorsInside() {
    Repetition each = repetition;
    if (each == null) {
      return iterators;
    }
    Set<String> inside = new TreeSet<>(iterators);
    inside.add(each.iterator());
    return inside;
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
    return slots.values().stream().noneMatch(Slot::isWritten);
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
            case BLOCKS -> blocks.addAll(slot.blocks(name));
          }
        });
    items.addAll(blocks);
    return new Body(items);
  }

  final Body.Block writtenAs(String type, List<String> labels) {
    return repetition == null
        ? new Body.Block(type, labels, writtenBody())
        : repetition.written(type, writtenBody());
  }

  /** Names the arguments that are missing in it and in its blocks. */
  protected final void findMissing(String path, List<String> missing) {
    for (String name : requiredArguments()) {
      Slot slot = slots.get(name);
      if (slot == null || !slot.isWritten()) {
        missing.add(path + "." + name);
      }
    }
    slots.forEach((name, slot) -> slot.findMissing(path + "." + name, missing));
  }
}
