package io.sluice.questions;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.Nesting;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Type;
import io.sluice.model.json.JsonPointers;
import java.util.List;

/** Places inside of objects: JSON pointers in plans, paths for providers. */
public final class Pointers {
  private Pointers() {}

  /**
   * Which step a name is depends on what it leads into. Elements of blocks are elements whatever
   * their values are: those of which each has a type of its own are worth an object together.
   */
  static ValuePath path(String pointer, Block block) {
    List<String> names = List.of(pointer.substring(1).split("/", -1));
    return path(names.stream().map(JsonPointers::name).toList(), block, ValuePath.ROOT);
  }

  private static ValuePath path(List<String> names, Block block, ValuePath above) {
    NestedBlock nested = names.isEmpty() ? null : block.blocks().get(names.getFirst());
    if (nested == null) {
      return path(names, block.type(), above);
    }
    ValuePath at = above.name(names.getFirst());
    List<String> rest = names.subList(1, names.size());
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> path(rest, nested.body(), at);
      case LIST, SET, MAP -> {
        if (rest.isEmpty()) {
          yield at;
        }
        ValuePath element =
            nested.nesting() == Nesting.MAP ? at.key(rest.getFirst()) : index(at, rest.getFirst());
        yield path(rest.subList(1, rest.size()), nested.body(), element);
      }
    };
  }

  private static ValuePath path(List<String> names, Type type, ValuePath above) {
    ValuePath path = above;
    Type at = type;
    for (String name : names) {
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
