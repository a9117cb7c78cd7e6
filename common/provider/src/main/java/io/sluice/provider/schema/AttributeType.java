package io.sluice.provider.schema;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The type constraint of an attribute. A set is unordered: its order is never a difference. */
public sealed interface AttributeType {
  AttributeType ANY = new Any();
  AttributeType STRING = new Text();
  AttributeType NUMBER = new AnyNumber();
  AttributeType INTEGER = new WholeNumber();
  AttributeType BOOL = new Bool();

  record Any() implements AttributeType {
    @Override
    public String toString() {
      return "any";
    }
  }

  record Text() implements AttributeType {
    @Override
    public String toString() {
      return "string";
    }
  }

  record AnyNumber() implements AttributeType {
    @Override
    public String toString() {
      return "number";
    }
  }

  /**
   * A number without a fraction. Terraform has only numbers; this type reports a fraction earlier.
   */
  record WholeNumber() implements AttributeType {
    @Override
    public String toString() {
      return "number";
    }
  }

  record Bool() implements AttributeType {
    @Override
    public String toString() {
      return "bool";
    }
  }

  record ListOf(AttributeType element) implements AttributeType {
    @Override
    public String toString() {
      return "list(" + element + ")";
    }
  }

  record SetOf(AttributeType element) implements AttributeType {
    @Override
    public String toString() {
      return "set(" + element + ")";
    }
  }

  record MapOf(AttributeType element) implements AttributeType {
    @Override
    public String toString() {
      return "map(" + element + ")";
    }
  }

  record TupleOf(List<AttributeType> elements) implements AttributeType {
    public TupleOf {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return elements.stream()
          .map(Object::toString)
          .collect(Collectors.joining(", ", "tuple([", "])"));
    }
  }

  record ObjectOf(SortedMap<String, Field> fields) implements AttributeType {
    public ObjectOf {
      fields = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    @Override
    public String toString() {
      return fields.entrySet().stream()
          .map(field -> field.getKey() + " = " + field.getValue())
          .collect(Collectors.joining(", ", "object({", "})"));
    }
  }

  /** Objects whose fields have a presence and traits of their own, as those of a block have. */
  record Nested(BlockSchema.Nesting nesting, List<AttributeSchema> attributes)
      implements AttributeType {
    public Nested {
      attributes = List.copyOf(attributes);
    }

    /** The same values, without what is special about the fields. */
    public AttributeType plain() {
      SortedMap<String, Field> fields = new TreeMap<>();
      for (AttributeSchema attribute : attributes) {
        boolean given = attribute.presence() == AttributeSchema.Presence.REQUIRED;
        fields.put(attribute.name(), new Field(attribute.type(), !given));
      }
      AttributeType object = new ObjectOf(fields);
      return switch (nesting) {
        case SINGLE, GROUP -> object;
        case LIST -> new ListOf(object);
        case SET -> new SetOf(object);
        case MAP -> new MapOf(object);
      };
    }

    @Override
    public String toString() {
      return plain().toString();
    }
  }

  /** A field of an object type. */
  record Field(AttributeType type, boolean optional) {
    @Override
    public String toString() {
      return optional ? "optional(" + type + ")" : type.toString();
    }
  }

  static AttributeType listOf(AttributeType element) {
    return new ListOf(element);
  }

  static AttributeType setOf(AttributeType element) {
    return new SetOf(element);
  }

  static AttributeType mapOf(AttributeType element) {
    return new MapOf(element);
  }

  static Field required(AttributeType type) {
    return new Field(type, false);
  }

  static Field optional(AttributeType type) {
    return new Field(type, true);
  }
}
