package io.sluice.language.console;

import io.sluice.language.value.Type;
import java.util.List;

/** Types as the console's {@code type()} shows them. */
final class TypeText {
  private static final int STEP = 4;

  private TypeText() {}

  static String of(Type type) {
    return of(type, 0);
  }

  private static String collection(String kind, Type element, int indent) {
    String inner = of(element, indent + STEP);
    return inner.contains("\n")
        ? kind + "(\n" + " ".repeat(indent + STEP) + inner + ",\n" + " ".repeat(indent) + ")"
        : kind + "(" + inner + ")";
  }

  private static String of(Type type, int indent) {
    return switch (type) {
      case Type.Any any -> "dynamic";
      case Type.Primitive primitive -> primitive.friendlyName();
      case Type.ListType(Type element) -> collection("list", element, indent);
      case Type.SetType(Type element) -> collection("set", element, indent);
      case Type.MapType(Type element) -> collection("map", element, indent);
      case Type.TupleType(List<Type> elements) -> {
        if (elements.isEmpty()) {
          yield "tuple([])";
        }
        StringBuilder out = new StringBuilder("tuple([\n");
        for (Type element : elements) {
          out.append(" ".repeat(indent + STEP)).append(of(element, indent + STEP)).append(",\n");
        }
        yield out.append(" ".repeat(indent)).append("])").toString();
      }
      case Type.ObjectType object -> {
        if (object.attributes().isEmpty()) {
          yield "object({})";
        }
        StringBuilder out = new StringBuilder("object({\n");
        object
            .attributes()
            .forEach(
                (name, attribute) ->
                    out.append(" ".repeat(indent + STEP))
                        .append(name)
                        .append(": ")
                        .append(of(attribute, indent + STEP))
                        .append(",\n"));
        yield out.append(" ".repeat(indent)).append("})").toString();
      }
    };
  }
}
