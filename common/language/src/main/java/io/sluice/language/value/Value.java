package io.sluice.language.value;

import io.sluice.language.value.convert.Equality;
import io.sluice.language.value.number.BigFloat;
import java.text.Normalizer;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value of the language. {@code equals} compares what is there, type included, also where a value
 * is unknown or marked; what the language's {@code ==} says is in {@link Equality}.
 */
public sealed interface Value permits Value.Leaf, Value.MarkedValue, CompositeValue {

  Type type();

  /** Nothing inside is unknown. */
  boolean isWhollyKnown();

  /** Something inside, or the value itself, is marked. */
  boolean containsMarks();

  /** How deep and how large it is. */
  default Extent extent() {
    return switch (this) {
      case StringValue(String text) -> Extent.of(text);
      case NumberValue(BigFloat number) -> Extent.of(number);
      case MarkedValue marked -> marked.inner().extent();
      case BoolValue v -> Extent.ofLeaf();
      case NullValue v -> Extent.ofLeaf();
      case UnknownValue v -> Extent.ofLeaf();
      case CompositeValue<?> v -> v.extent();
    };
  }

  /** A value without parts: known unless it says otherwise, and never marked itself. */
  sealed interface Leaf extends Value
      permits StringValue, NumberValue, BoolValue, NullValue, UnknownValue {
    @Override
    default boolean isWhollyKnown() {
      return true;
    }

    @Override
    default boolean containsMarks() {
      return false;
    }
  }

  /** Text in Unicode's normal form C, so that equal texts are equal strings. */
  record StringValue(String text) implements Leaf {
    public StringValue {
      Extent.requireText(text.length());
      text = normalized(text);
    }

    private static String normalized(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) >= 0x300) {
          return Normalizer.normalize(text, Normalizer.Form.NFC);
        }
      }
      return text;
    }

    @Override
    public Type type() {
      return Types.STRING;
    }
  }

  record NumberValue(BigFloat number) implements Leaf {
    @Override
    public Type type() {
      return Types.NUMBER;
    }
  }

  record BoolValue(boolean value) implements Leaf {
    @Override
    public Type type() {
      return Types.BOOL;
    }
  }

  /** The absence of a value of a type; a bare {@code null} has the type {@link Types#ANY}. */
  record NullValue(Type type) implements Leaf {}

  /** What will be known later. */
  record UnknownValue(Type type, Refinement refinement) implements Leaf {
    @Override
    public boolean isWhollyKnown() {
      return false;
    }
  }

  /**
   * A value with at least one mark; {@code inner} is never marked itself, but parts of it may be.
   */
  record MarkedValue(Value inner, Set<Mark> marks) implements Value {
    public MarkedValue {
      if (inner instanceof MarkedValue || marks.isEmpty()) {
        throw new IllegalStateException("marks are merged, not nested");
      }
      marks = Set.copyOf(marks);
    }

    @Override
    public Type type() {
      return inner.type();
    }

    @Override
    public boolean isWhollyKnown() {
      return inner.isWhollyKnown();
    }

    @Override
    public boolean containsMarks() {
      return true;
    }
  }

  static Value of(String text) {
    return text.isEmpty() ? Values.EMPTY_STRING : new StringValue(text);
  }

  static Value of(boolean value) {
    return value ? Values.TRUE : Values.FALSE;
  }

  static Value of(long number) {
    return new NumberValue(BigFloat.of(number));
  }

  static Value of(BigFloat number) {
    return new NumberValue(number);
  }

  static Value nullOf(Type type) {
    return type.isAny() ? Values.NULL : new NullValue(type.withoutOptional());
  }

  static Value unknown(Type type) {
    return type.isAny()
        ? Values.UNKNOWN
        : new UnknownValue(type.withoutOptional(), Refinement.NONE);
  }

  static Value unknownNotNull(Type type) {
    return type.isAny()
        ? Values.UNKNOWN
        : new UnknownValue(type.withoutOptional(), Refinement.NOT_NULL);
  }

  /** A list of strings, which many functions give. */
  static Value strings(List<String> texts) {
    return ListValue.of(Types.STRING, texts.stream().map(Value::of).toList());
  }

  /** Itself, without marks. */
  default Value unmarked() {
    return this instanceof MarkedValue marked ? marked.inner() : this;
  }

  default Set<Mark> marks() {
    return this instanceof MarkedValue marked ? marked.marks() : Set.of();
  }

  default boolean hasMark(Mark mark) {
    return this instanceof MarkedValue marked && marked.marks().contains(mark);
  }

  default boolean isNull() {
    return unmarked() instanceof NullValue;
  }

  /** Whether the value itself is there; parts of it may be unknown. */
  default boolean isKnown() {
    return !(unmarked() instanceof UnknownValue);
  }

  /** The same with more marks. */
  default Value withMarks(Collection<Mark> more) {
    if (more.isEmpty()) {
      return this;
    }
    EnumSet<Mark> all = EnumSet.copyOf(more);
    all.addAll(marks());
    return all.equals(marks()) ? this : new MarkedValue(unmarked(), all);
  }

  /** The same without {@code mark}, on the value itself only. */
  default Value withoutMark(Mark mark) {
    if (!hasMark(mark)) {
      return this;
    }
    EnumSet<Mark> rest = EnumSet.copyOf(marks());
    rest.remove(mark);
    return unmarked().withMarks(rest);
  }

  /** What is known of how the value's range is bounded, as if it were unknown. */
  default boolean isDefinitelyNotNull() {
    return unmarked() instanceof UnknownValue unknown ? unknown.refinement().notNull() : !isNull();
  }

  /** The text of a known string without marks. */
  default String asText() {
    if (this instanceof StringValue(String text)) {
      return text;
    }
    throw new IllegalStateException("not a string: " + type());
  }

  /** The number of a known number without marks. */
  default BigFloat asNumber() {
    if (this instanceof NumberValue(BigFloat number)) {
      return number;
    }
    throw new IllegalStateException("not a number: " + type());
  }

  /** The truth of a known bool without marks. */
  default boolean isTrue() {
    if (this instanceof BoolValue(boolean value)) {
      return value;
    }
    throw new IllegalStateException("not a bool: " + type());
  }

  /** The elements of a known sequence, or the values of a map or object in the order of keys. */
  default Collection<Value> elements() {
    return switch (this) {
      case ListValue list -> list.list();
      case SetValue set -> set.list();
      case TupleValue tuple -> tuple.list();
      case MapValue map -> map.map().values();
      case ObjectValue object -> object.map().values();
      case StringValue v -> throw new IllegalStateException("no elements in " + type());
      case NumberValue v -> throw new IllegalStateException("no elements in " + type());
      case BoolValue v -> throw new IllegalStateException("no elements in " + type());
      case NullValue v -> throw new IllegalStateException("no elements in " + type());
      case UnknownValue v -> throw new IllegalStateException("no elements in " + type());
      case MarkedValue v -> throw new IllegalStateException("marked " + type());
    };
  }

  /** The entries of a known map or object. */
  default Map<String, Value> entries() {
    return switch (this) {
      case MapValue map -> map.map();
      case ObjectValue object -> object.map();
      case ListValue v -> throw new IllegalStateException("no entries in " + type());
      case SetValue v -> throw new IllegalStateException("no entries in " + type());
      case TupleValue v -> throw new IllegalStateException("no entries in " + type());
      case StringValue v -> throw new IllegalStateException("no entries in " + type());
      case NumberValue v -> throw new IllegalStateException("no entries in " + type());
      case BoolValue v -> throw new IllegalStateException("no entries in " + type());
      case NullValue v -> throw new IllegalStateException("no entries in " + type());
      case UnknownValue v -> throw new IllegalStateException("no entries in " + type());
      case MarkedValue v -> throw new IllegalStateException("marked " + type());
    };
  }
}
