package io.sluice.language.value.convert;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The one type that values of several types can all become, if there is one. */
public final class Unification {
  private Unification() {}

  /** Null if there is none. {@code unsafe} allows conversions that may fail for a value. */
  public static @Nullable Type unify(Collection<Type> given, boolean unsafe) {
    List<Type> types = new ArrayList<>(new LinkedHashSet<>(given));
    if (types.size() == 1) {
      return types.getFirst();
    }
    boolean any = types.remove(Types.ANY);
    if (types.isEmpty()) {
      return any ? Types.ANY : null;
    }
    boolean objects = types.stream().anyMatch(Type.ObjectType.class::isInstance);
    boolean tuples = types.stream().anyMatch(Type.TupleType.class::isInstance);
    if (all(types, Unification::isMapping)) {
      return any ? Types.ANY : mappings(types, unsafe);
    }
    if (all(types, t -> t instanceof Type.SetType)) {
      return any ? Types.ANY : collection(types, unsafe, Type::set);
    }
    if (all(types, t -> t instanceof Type.ListType || t instanceof Type.TupleType)) {
      return any ? Types.ANY : lists(types, unsafe);
    }
    if (objects && tuples) {
      return null;
    }
    return preferred(types, unsafe);
  }

  private static boolean all(List<Type> types, Predicate<Type> test) {
    return types.stream().allMatch(test);
  }

  private static boolean isMapping(Type type) {
    return type instanceof Type.MapType || type instanceof Type.ObjectType;
  }

  private interface Wrap {
    Type around(Type element);
  }

  private static @Nullable Type collection(List<Type> types, boolean unsafe, Wrap wrap) {
    Type element = unify(types.stream().map(Type::element).toList(), unsafe);
    return element == null ? null : wrap.around(element);
  }

  private static @Nullable Type mappings(List<Type> types, boolean unsafe) {
    if (all(types, t -> t instanceof Type.ObjectType)) {
      return objects(types.stream().map(Type.ObjectType.class::cast).toList(), unsafe);
    }
    if (all(types, t -> t instanceof Type.MapType)) {
      return collection(types, unsafe, Type::map);
    }
    return convertible(types, parts(types), unsafe, Type::map);
  }

  private static @Nullable Type lists(List<Type> types, boolean unsafe) {
    if (all(types, t -> t instanceof Type.TupleType)) {
      return tuples(types.stream().map(Type.TupleType.class::cast).toList(), unsafe);
    }
    if (all(types, t -> t instanceof Type.ListType)) {
      return collection(types, unsafe, Type::list);
    }
    return convertible(types, parts(types), unsafe, Type::list);
  }

  private static List<Type> parts(List<Type> types) {
    List<Type> parts = new ArrayList<>();
    for (Type type : types) {
      switch (type) {
        case Type.TupleType(List<Type> elements) -> parts.addAll(elements);
        case Type.ObjectType object -> parts.addAll(object.attributes().values());
        case Type.ListType(Type element) -> parts.add(element);
        case Type.SetType(Type element) -> parts.add(element);
        case Type.MapType(Type element) -> parts.add(element);
        case Type.Any anything -> {}
        case Type.Primitive primitive -> {}
      }
    }
    return parts;
  }

  private static @Nullable Type convertible(
      List<Type> types, List<Type> elements, boolean unsafe, Wrap wrap) {
    Type element = elements.isEmpty() ? null : unify(elements, unsafe);
    if (element == null) {
      return null;
    }
    Type result = wrap.around(element);
    return types.stream().allMatch(type -> Conversion.find(type, result, unsafe) != null)
        ? result
        : null;
  }

  private static @Nullable Type objects(List<Type.ObjectType> types, boolean unsafe) {
    var names = types.getFirst().attributes().keySet();
    if (!types.stream().allMatch(type -> type.attributes().keySet().equals(names))) {
      List<Type> all = List.copyOf(types);
      return convertible(all, parts(all), unsafe, Type::map);
    }
    SortedMap<String, Type> unified = new TreeMap<>(CodePoints.ORDER);
    for (String name : names) {
      Type attribute =
          unify(types.stream().map(type -> Conversion.attribute(type, name)).toList(), unsafe);
      if (attribute == null) {
        return null;
      }
      unified.put(name, attribute);
    }
    return Type.object(unified);
  }

  private static @Nullable Type tuples(List<Type.TupleType> types, boolean unsafe) {
    int length = types.getFirst().elements().size();
    if (!types.stream().allMatch(type -> type.elements().size() == length)) {
      List<Type> all = List.copyOf(types);
      return convertible(all, parts(all), unsafe, Type::list);
    }
    List<Type> unified = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      int position = i;
      Type element =
          unify(types.stream().map(type -> type.elements().get(position)).toList(), unsafe);
      if (element == null) {
        return null;
      }
      unified.add(element);
    }
    return Type.tuple(unified);
  }

  /** The first type, in the order of preference, that all others can become. */
  private static @Nullable Type preferred(List<Type> types, boolean unsafe) {
    List<Type> left = new ArrayList<>(types);
    while (!left.isEmpty()) {
      Type candidate = left.getFirst();
      for (Type other : left) {
        if (preference(other) < preference(candidate)) {
          candidate = other;
        }
      }
      Type wanted = candidate;
      if (types.stream().allMatch(type -> Conversion.find(type, wanted, unsafe) != null)) {
        return wanted;
      }
      left.remove(candidate);
    }
    return null;
  }

  private static int preference(Type type) {
    return switch (type) {
      case Type.Primitive primitive -> primitive == Type.Primitive.STRING ? 0 : 1;
      case Type.ListType list -> 2;
      case Type.MapType map -> 2;
      case Type.SetType set -> 3;
      case Type.TupleType tuple -> 4;
      case Type.ObjectType object -> 4;
      case Type.Any any -> 5;
    };
  }

  /** The values, converted to one type where they have several. */
  static List<Value> alike(List<Value> values, String path) throws ConversionException {
    List<Type> types =
        new ArrayList<>(new LinkedHashSet<>(values.stream().map(Value::type).toList()));
    if (types.size() <= 1) {
      return values;
    }
    Type unified = unify(types, true);
    if (unified == null) {
      throw new ConversionException(path, "collection elements cannot be unified");
    }
    List<Value> converted = new ArrayList<>(values.size());
    for (Value value : values) {
      converted.add(Conversion.convert(value, unified));
    }
    return converted;
  }

  /** The type of the elements, or {@code otherwise} if they do not say. */
  static Type elementType(List<Value> values, Type otherwise) {
    for (Value value : values) {
      if (!value.type().isAny()) {
        return value.type();
      }
    }
    return otherwise.withoutOptional();
  }
}
