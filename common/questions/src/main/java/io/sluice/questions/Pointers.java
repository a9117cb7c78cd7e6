package io.sluice.questions;

import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Type;
import io.sluice.model.json.JsonPointers;
import java.util.List;

/** Places inside of objects: JSON pointers in plans, paths for providers. */
public final class Pointers {
  private Pointers() {}

  /** Which step a name is depends on what it leads into. */
  static ValuePath path(String pointer, Type type) {
    ValuePath path = ValuePath.ROOT;
    Type at = type;
    for (String part : pointer.substring(1).split("/", -1)) {
      String name = JsonPointers.name(part);
      switch (at) {
        case Type.MapType(Type element) -> {
          path = path.key(name);
          at = element;
        }
        case Type.ListType(Type element) -> {
          path = index(path, name);
          at = element;
        }
        case Type.TupleType(List<Type> elements) -> {
          path = index(path, name);
          int position = isIndex(name) ? Integer.parseInt(name) : elements.size();
          at = position < elements.size() ? elements.get(position) : at;
        }
        case Type.ObjectType object -> {
          path = path.name(name);
          at = object.attributes().getOrDefault(name, at);
        }
        case Type.SetType(Type element) -> {
          path = index(path, name);
          at = element;
        }
        case Type.Any any -> path = isIndex(name) ? index(path, name) : path.name(name);
        case Type.Primitive primitive -> path = path.name(name);
      }
    }
    return path;
  }

  private static ValuePath index(ValuePath path, String name) {
    return isIndex(name) ? path.index(Long.parseLong(name)) : path.key(name);
  }

  private static boolean isIndex(String name) {
    return name.matches("[0-9]{1,9}");
  }

  /** Elements of sets have no places: the pointer ends at the set. */
  public static String pointer(ValuePath path) {
    StringBuilder pointer = new StringBuilder();
    for (ValuePath.Step step : path.steps()) {
      switch (step) {
        case ValuePath.Step.Name(String name) ->
            pointer.append('/').append(JsonPointers.step(name));
        case ValuePath.Step.Key(String key) -> pointer.append('/').append(JsonPointers.step(key));
        case ValuePath.Step.Index(long index) -> pointer.append('/').append(index);
        case ValuePath.Step.Element element -> {
          return pointer.toString();
        }
      }
    }
    return pointer.toString();
  }
}
