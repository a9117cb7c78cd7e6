package io.sluice.language.value;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** A type of values; as a constraint it may hold {@link Any} and optional attributes. */
public sealed interface Type {
  /** Any type at all; as the type of an unknown or null value: not known yet. */
  record Any() implements Type {}

  /** The types without parts. */
  enum Primitive implements Type {
    STRING,
    NUMBER,
    BOOL
  }

  record ListType(Type element) implements Type {}

  record SetType(Type element) implements Type {}

  record MapType(Type element) implements Type {}

  record TupleType(List<Type> elements) implements Type {
    public TupleType {
      elements = List.copyOf(elements);
    }
  }

  /** {@code optional} names attributes that a conversion may find missing. */
  record ObjectType(SortedMap<String, Type> attributes, Set<String> optional) implements Type {
    public ObjectType {
      attributes = CodePoints.sorted(attributes);
      optional = Set.copyOf(optional);
    }

    /** Both are in the same order: nothing is looked up by name. */
    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof ObjectType(SortedMap<String, Type> theirs, Set<String> may)
              && optional.equals(may)
              && attributes.size() == theirs.size()
              && List.copyOf(attributes.entrySet()).equals(List.copyOf(theirs.entrySet())));
    }

    @Override
    public int hashCode() {
      return 31 * attributes.hashCode() + optional.hashCode();
    }
  }

  static Type list(Type element) {
    return new ListType(element);
  }

  static Type set(Type element) {
    return new SetType(element);
  }

  static Type map(Type element) {
    return new MapType(element);
  }

  static Type tuple(List<Type> elements) {
    return new TupleType(elements);
  }

  static ObjectType object(Map<String, Type> attributes) {
    return new ObjectType(
        attributes instanceof SortedMap<String, Type> sorted
            ? sorted
            : CodePoints.sorted(attributes),
        Set.of());
  }

  default boolean isAny() {
    return this instanceof Any;
  }

  default boolean isPrimitive() {
    return this instanceof Primitive;
  }

  /** A list, set or map: one element type, any number of elements. */
  default boolean isCollection() {
    return this instanceof ListType || this instanceof SetType || this instanceof MapType;
  }

  /** A list, set or tuple: what iterates without keys of its own. */
  default boolean isSequence() {
    return this instanceof ListType || this instanceof SetType || this instanceof TupleType;
  }

  /** The element type of a collection. */
  default Type element() {
    return switch (this) {
      case ListType(Type element) -> element;
      case SetType(Type element) -> element;
      case MapType(Type element) -> element;
      case Any any -> Types.ANY;
      case Primitive p -> throw new IllegalStateException("no collection: " + this);
      case TupleType t -> throw new IllegalStateException("no collection: " + this);
      case ObjectType o -> throw new IllegalStateException("no collection: " + this);
    };
  }

  /** Whether {@link Any} is anywhere in it. */
  default boolean hasAny() {
    return switch (this) {
      case Any any -> true;
      case Primitive p -> false;
      case ListType(Type element) -> element.hasAny();
      case SetType(Type element) -> element.hasAny();
      case MapType(Type element) -> element.hasAny();
      case TupleType(List<Type> elements) -> elements.stream().anyMatch(Type::hasAny);
      case ObjectType o -> o.attributes().values().stream().anyMatch(Type::hasAny);
    };
  }

  /** Whether an attribute anywhere in it is optional. */
  default boolean hasOptional() {
    return switch (this) {
      case Any any -> false;
      case Primitive p -> false;
      case ListType(Type element) -> element.hasOptional();
      case SetType(Type element) -> element.hasOptional();
      case MapType(Type element) -> element.hasOptional();
      case TupleType(List<Type> elements) -> elements.stream().anyMatch(Type::hasOptional);
      case ObjectType(SortedMap<String, Type> attributes, Set<String> optional) ->
          !optional.isEmpty() || attributes.values().stream().anyMatch(Type::hasOptional);
    };
  }

  /** The type that values of this constraint have: nothing in a value is optional. */
  default Type withoutOptional() {
    return switch (this) {
      case Any any -> this;
      case Primitive p -> this;
      case ListType(Type element) -> list(element.withoutOptional());
      case SetType(Type element) -> set(element.withoutOptional());
      case MapType(Type element) -> map(element.withoutOptional());
      case TupleType(List<Type> elements) ->
          tuple(elements.stream().map(Type::withoutOptional).toList());
      case ObjectType o when !o.hasOptional() -> this;
      case ObjectType o ->
          new ObjectType(CodePoints.mapped(o.attributes(), Type::withoutOptional), Set.of());
    };
  }

  /** As messages name it. */
  default String friendlyName() {
    return switch (this) {
      case Any any -> "dynamic";
      case Primitive p -> p.name().toLowerCase(java.util.Locale.ROOT);
      case ListType(Type element) -> "list of " + element.friendlyName();
      case SetType(Type element) -> "set of " + element.friendlyName();
      case MapType(Type element) -> "map of " + element.friendlyName();
      case TupleType t -> "tuple";
      case ObjectType o -> "object";
    };
  }

  private static String ofElement(Type element) {
    return element.isAny() ? "any single type" : element.constraintName();
  }

  /** As messages name it where it is what was asked for. */
  default String constraintName() {
    return switch (this) {
      case Any any -> "any type";
      case Primitive p -> friendlyName();
      case ListType(Type element) -> "list of " + ofElement(element);
      case SetType(Type element) -> "set of " + ofElement(element);
      case MapType(Type element) -> "map of " + ofElement(element);
      case TupleType t -> "tuple";
      case ObjectType o -> "object";
    };
  }
}
