package io.sluice.sdk.generate;

import io.sluice.sdk.generate.Shape.Member;
import io.sluice.sdk.generate.Shape.ObjectOf;
import io.sluice.sdk.generate.Shape.Presence;
import io.sluice.sdk.generate.Shape.Scalar;
import java.util.List;

/** What is read and set of one member. */
final class MemberWriter {
  private final ClassWriter classes;
  private final JavaText out;
  private final String owner;
  private final String method;
  private final Member member;
  private final String quoted;
  private final String form;

  MemberWriter(ClassWriter classes, JavaText out, String owner, String method, Member member) {
    this.classes = classes;
    this.out = out;
    this.owner = owner;
    this.method = method;
    this.member = member;
    this.quoted = JavaText.quoted(member.name());
    this.form = member.asBlocks() ? "Form.BLOCKS" : "Form.ATTRIBUTE";
  }

  void write() {
    if (member.readable()) {
      getter();
    }
    if (member.settable()) {
      setters(member.shape());
    }
  }

  private void getter() {
    String read =
        member.presence() == Presence.COMPUTED
            ? "computed(%s, %s)".formatted(quoted, kind(member.shape()))
            : "argument(%s, %s, %s)".formatted(quoted, kind(member.shape()), form);
    method(value(member.shape()) + " " + method + "()", "return " + read + ";");
  }

  private void setters(Shape shape) {
    switch (shape) {
      case Scalar scalar -> scalar(scalar);
      case Shape.ListOf(Shape element) -> sequence(shape, element, "add");
      case Shape.SetOf(Shape element) -> sequence(shape, element, "addUnordered");
      case Shape.MapOf(Shape element) -> {
        setter("Map<String, ?> entries", "%s.of(entries)".formatted(kind(shape)));
        setter(value(shape) + " entries", "entries");
        if (element instanceof ObjectOf object) {
          String type = value(object);
          adder(
              "String key, Consumer<" + type + "> contents",
              type,
              "addLabelled(%s, %s, key, block, %s);".formatted(quoted, kind(shape), form));
        }
      }
      case ObjectOf object -> {
        String type = value(object);
        setter(type + " block", "block");
        String put = "assign(%s, block, %s);".formatted(quoted, form);
        adder("Consumer<" + type + "> contents", type, put);
        if (member.asBlocks()) {
          repeated(type, put);
        }
      }
    }
  }

  private void scalar(Scalar scalar) {
    if (scalar == Scalar.ANY) {
      setter("Object value", "Values.of(value)");
      return;
    }
    setter(scalar.plain() + " value", scalar.kind() + ".of(value)");
    if (scalar == Scalar.NUMBER) {
      setter("double value", "Kind.NUMBER.of(value)");
    }
    if (scalar == Scalar.TEXT) {
      // Whatever it is, text can be made of it.
      setter("ScalarValue value", "value.asText()");
    } else {
      setter(scalar.value() + " value", "value");
      setter("AnyValue value", scalar.kind() + ".of(value)");
    }
  }

  private void sequence(Shape shape, Shape element, String adding) {
    String kind = kind(shape);
    setter("Collection<?> elements", kind + ".of(elements)");
    setter(
        "SequenceValue<" + classes.value(member.name(), element) + "> elements",
        kind + ".of(elements)");
    switch (element) {
      case Scalar scalar when scalar == Scalar.TEXT -> {
        setter("String... elements", kind + ".of(List.of(elements))");
        setter("TextValue... elements", kind + ".of(List.of(elements))");
      }
      case Scalar scalar when scalar == Scalar.NUMBER -> {
        setter("long... elements", kind + ".of(Values.numbers(elements))");
        setter("NumberValue... elements", kind + ".of(List.of(elements))");
      }
      case ObjectOf object -> {
        String type = value(object);
        String put = "%s(%s, %s, block, %s);".formatted(adding, quoted, kind, form);
        adder("Consumer<" + type + "> contents", type, put);
        if (member.asBlocks()) {
          repeated(type, put);
        }
      }
      default -> {}
    }
  }

  private void setter(String parameter, String value) {
    method(
        owner + " " + method + "(" + parameter + ")",
        "assign(%s, %s, %s);".formatted(quoted, value, form),
        "return this;");
  }

  /** Makes a block, has it filled, and puts it there. */
  private void adder(String parameters, String type, String putting) {
    method(
        owner + " " + method + "(" + parameters + ")",
        type + " block = within(new " + type + "());",
        "contents.accept(block);",
        putting,
        "return this;");
  }

  /** One for each element of what only the planner knows. */
  private void repeated(String type, String putting) {
    method(
        "<E extends Value> %s %s(SequenceValue<E> elements, BiConsumer<E, %s> contents)"
            .formatted(owner, method, type),
        type + " block = new " + type + "();",
        "contents.accept(each(%s, elements, block), block);".formatted(quoted),
        putting,
        "return this;");
    method(
        "<E extends Value> %s %s(MapValue<E> entries, Keyed<E, %s> contents)"
            .formatted(owner, method, type),
        type + " block = new " + type + "();",
        "E element = each(%s, entries, block);".formatted(quoted),
        "contents.accept(keyOf(block), element, block);",
        putting,
        "return this;");
  }

  private void method(String head, String... body) {
    out.line("");
    out.javadoc(member.description(), member.deprecation());
    List<String> annotations = member.deprecation().isBlank() ? List.of() : List.of("@Deprecated");
    annotations.forEach(out::line);
    out.line("public " + head + " {");
    for (String line : body) {
      out.line(line);
    }
    out.line("}");
  }

  private String value(Shape shape) {
    return classes.value(member.name(), shape);
  }

  private String kind(Shape shape) {
    return classes.kind(member.name(), shape);
  }
}
