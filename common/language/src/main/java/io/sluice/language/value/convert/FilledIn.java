package io.sluice.language.value.convert;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A constraint with its {@code any} replaced by what the type of the value says. */
final class FilledIn {
  private FilledIn() {}

  static Type fill(Type in, Type out) {
    if (in.isAny() || !out.hasAny()) {
      return out.withoutOptional();
    }
    return switch (out) {
      case Type.Any any -> in;
      case Type.Primitive p -> out;
      case Type.ListType(Type element) -> Type.list(element(in, element));
      case Type.SetType(Type element) -> Type.set(element(in, element));
      case Type.MapType(Type element) -> Type.map(element(in, element));
      case Type.TupleType(List<Type> elements) -> {
        List<Type> filled = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
          Type from =
              in instanceof Type.TupleType(List<Type> have) && i < have.size()
                  ? have.get(i)
                  : Types.ANY;
          filled.add(fill(from, elements.get(i)));
        }
        yield Type.tuple(filled);
      }
      case Type.ObjectType object -> {
        SortedMap<String, Type> filled = new TreeMap<>(CodePoints.ORDER);
        object
            .attributes()
            .forEach((name, type) -> filled.put(name, fill(attribute(in, name), type)));
        yield Type.object(filled);
      }
    };
  }

  private static Type attribute(Type in, String name) {
    return switch (in) {
      case Type.ObjectType from -> from.attributes().getOrDefault(name, Types.ANY);
      case Type.MapType(Type element) -> element;
      default -> Types.ANY;
    };
  }

  private static Type element(Type in, Type out) {
    return switch (in) {
      case Type.ListType(Type from) -> fill(from, out);
      case Type.SetType(Type from) -> fill(from, out);
      case Type.MapType(Type from) -> fill(from, out);
      case Type.TupleType(List<Type> from) -> fill(common(from), out);
      case Type.ObjectType from -> fill(common(List.copyOf(from.attributes().values())), out);
      default -> out;
    };
  }

  private static Type common(List<Type> types) {
    Type unified = types.isEmpty() ? Types.ANY : Unification.unify(types, true);
    return unified == null ? Types.ANY : unified;
  }
}
