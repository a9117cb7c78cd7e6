package io.sluice.sdk.generate;

import io.sluice.sdk.generate.Shape.Member;
import io.sluice.sdk.generate.Shape.ObjectOf;
import io.sluice.sdk.generate.Shape.Presence;
import io.sluice.sdk.generate.Shape.Scalar;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The members of one class and the classes nested in it, one for each object or block of other
 * members.
 */
final class ClassWriter {
  private static final List<String> NAMED =
      List.of(
          "io.sluice.sdk.block.DataBlock",
          "io.sluice.sdk.block.EphemeralBlock",
          "io.sluice.sdk.block.ModuleBlock",
          "io.sluice.sdk.block.ProviderBlock",
          "io.sluice.sdk.block.Requirement",
          "io.sluice.sdk.block.ResourceBlock",
          "io.sluice.sdk.value.AnyValue",
          "io.sluice.sdk.value.BoolValue",
          "io.sluice.sdk.value.Keyed",
          "io.sluice.sdk.value.Kind",
          "io.sluice.sdk.value.ListValue",
          "io.sluice.sdk.value.MapValue",
          "io.sluice.sdk.value.NumberValue",
          "io.sluice.sdk.value.ObjectValue",
          "io.sluice.sdk.value.ScalarValue",
          "io.sluice.sdk.value.SequenceValue",
          "io.sluice.sdk.value.SetValue",
          "io.sluice.sdk.value.TextValue",
          "io.sluice.sdk.value.Value",
          "io.sluice.sdk.value.Values",
          "java.util.Collection",
          "java.util.List",
          "java.util.Map",
          "java.util.function.BiConsumer",
          "java.util.function.Consumer",
          "org.jspecify.annotations.NullMarked");

  private final JavaText out;

  /** The names of nested classes, by what they have; those that are not written yet in order. */
  private final Map<ObjectOf, String> nested = new LinkedHashMap<>();

  private final Set<String> taken = new HashSet<>();

  ClassWriter(JavaText out, String name) {
    this.out = out;
    taken.add(name);
  }

  /**
   * The members of a class.
   *
   * @param name of the class, which setters return
   */
  void members(String name, ObjectOf object) {
    Set<String> names = new HashSet<>();
    for (Member member : object.members()) {
      String method = JavaNames.method(member.name());
      while ((member.readable() && names.contains("read " + method))
          || (member.settable() && names.contains("set " + method))) {
        method += "_";
      }
      names.add(member.readable() ? "read " + method : "set " + method);
      names.add(member.settable() ? "set " + method : "read " + method);
      new MemberWriter(this, out, name, method, member).write();
    }
    List<String> required =
        object.members().stream()
            .filter(member -> member.presence() == Presence.REQUIRED)
            .map(member -> JavaText.quoted(member.name()))
            .toList();
    if (!required.isEmpty()) {
      out.method(
          null,
          List.of("@Override"),
          "protected List<String> requiredArguments()",
          "return List.of(" + String.join(", ", required) + ");");
    }
  }

  /** All classes that members have named, and those that their members name. */
  void nestedClasses() {
    Set<ObjectOf> written = new HashSet<>();
    while (written.size() < nested.size()) {
      for (Map.Entry<ObjectOf, String> each : List.copyOf(nested.entrySet())) {
        if (written.add(each.getKey())) {
          nestedClass(each.getValue(), each.getKey());
        }
      }
    }
  }

  private void nestedClass(String name, ObjectOf object) {
    out.line("");
    out.javadoc(
        object.description().isBlank() ? "What is set in one " + name + "." : object.description(),
        "");
    out.line("public static final class " + name + " extends ObjectValue {");
    out.line("/** Of places that take such an object. */");
    out.line(
        "public static final Kind<%s> KIND = Kind.object(%s.class, %s::new);"
            .formatted(name, name, name));
    out.method(
        null, List.of("@Override"), "protected " + name + " fresh()", "return new " + name + "();");
    members(name, object);
    out.line("}");
  }

  /** The class of values of a shape. */
  String value(String memberName, Shape shape) {
    return switch (shape) {
      case Scalar scalar -> scalar.value();
      case Shape.ListOf(Shape element) -> "ListValue<" + value(memberName, element) + ">";
      case Shape.SetOf(Shape element) -> "SetValue<" + value(memberName, element) + ">";
      case Shape.MapOf(Shape element) -> "MapValue<" + value(memberName, element) + ">";
      case ObjectOf object -> className(memberName, object);
    };
  }

  /** The expression for the kind of a shape. */
  String kind(String memberName, Shape shape) {
    return switch (shape) {
      case Scalar scalar -> scalar.kind();
      case Shape.ListOf(Shape element) -> "Kind.list(" + kind(memberName, element) + ")";
      case Shape.SetOf(Shape element) -> "Kind.set(" + kind(memberName, element) + ")";
      case Shape.MapOf(Shape element) -> "Kind.map(" + kind(memberName, element) + ")";
      case ObjectOf object -> className(memberName, object) + ".KIND";
    };
  }

  /** The same members are the same class, whatever members have it. */
  private String className(String memberName, ObjectOf object) {
    return nested.computeIfAbsent(object, any -> free(JavaNames.type(memberName)));
  }

  private String free(String wish) {
    String name = wish;
    for (int i = 2; !taken.add(name); i++) {
      name = wish + i;
    }
    return name;
  }

  /** Those of the classes that the text names. */
  static List<String> imports(String text) {
    return NAMED.stream()
        .filter(
            name ->
                Pattern.compile("\\b" + name.substring(name.lastIndexOf('.') + 1) + "\\b")
                    .matcher(text)
                    .find())
        .map(name -> "import " + name + ";")
        .toList();
  }
}
