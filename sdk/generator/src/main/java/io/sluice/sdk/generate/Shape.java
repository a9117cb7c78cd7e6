package io.sluice.sdk.generate;

import java.util.List;

/** What values a place takes, as far as Java can tell them apart. */
sealed interface Shape {
  /** The shapes without parts. */
  enum Scalar implements Shape {
    TEXT("TextValue", "Kind.TEXT", "String"),
    NUMBER("NumberValue", "Kind.NUMBER", "long"),
    BOOL("BoolValue", "Kind.BOOL", "boolean"),
    ANY("AnyValue", "Kind.ANY", "Object");

    private final String value;
    private final String kind;
    private final String plain;

    Scalar(String value, String kind, String plain) {
      this.value = value;
      this.kind = kind;
      this.plain = plain;
    }

    String value() {
      return value;
    }

    String kind() {
      return kind;
    }

    /** What a Java program has in its place. */
    String plain() {
      return plain;
    }
  }

  record ListOf(Shape element) implements Shape {}

  record SetOf(Shape element) implements Shape {}

  record MapOf(Shape element) implements Shape {}

  record ObjectOf(String description, List<Member> members) implements Shape {
    public ObjectOf {
      members = List.copyOf(members);
    }
  }

  /** Who gives the value of a member. */
  enum Presence {
    REQUIRED,
    OPTIONAL,
    OPTIONAL_COMPUTED,
    COMPUTED
  }

  /**
   * A member of an object, a block or a resource.
   *
   * @param asBlocks whether it is written as blocks
   * @param readable whether others can refer to it
   * @param deprecation empty if it may be used
   */
  record Member(
      String name,
      Shape shape,
      Presence presence,
      boolean asBlocks,
      boolean readable,
      String description,
      String deprecation) {
    boolean settable() {
      return presence != Presence.COMPUTED;
    }
  }
}
