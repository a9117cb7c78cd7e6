package io.sluice.planning.configuration.values;

import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Schemas of providers as types of the language. */
public final class SchemaTypes {
  private SchemaTypes() {}

  public static Type of(AttributeType type) {
    return switch (type) {
      case AttributeType.Any any -> Types.ANY;
      case AttributeType.Text text -> Types.STRING;
      case AttributeType.AnyNumber number -> Types.NUMBER;
      case AttributeType.WholeNumber number -> Types.NUMBER;
      case AttributeType.Bool bool -> Types.BOOL;
      case AttributeType.ListOf list -> Type.list(of(list.element()));
      case AttributeType.SetOf set -> Type.set(of(set.element()));
      case AttributeType.MapOf map -> Type.map(of(map.element()));
      case AttributeType.TupleOf tuple ->
          Type.tuple(tuple.elements().stream().map(SchemaTypes::of).toList());
      case AttributeType.Nested nested -> of(nested.plain());
      case AttributeType.ObjectOf object -> {
        Map<String, Type> attributes = new TreeMap<>();
        java.util.Set<String> optional = new java.util.TreeSet<>();
        object
            .fields()
            .forEach(
                (name, field) -> {
                  attributes.put(name, of(field.type()));
                  if (field.optional()) {
                    optional.add(name);
                  }
                });
        yield new Type.ObjectType(new TreeMap<>(attributes), optional);
      }
    };
  }

  /** What a resource is worth as a value: an object of its attributes and blocks. */
  public static Type of(BlockBody body) {
    Map<String, Type> attributes = new LinkedHashMap<>();
    for (AttributeSchema attribute : body.attributes()) {
      attributes.put(attribute.name(), of(attribute.type()).withoutOptional());
    }
    for (BlockSchema block : body.blocks()) {
      attributes.put(block.name(), of(block));
    }
    return Type.object(attributes);
  }

  public static Type of(BlockSchema block) {
    Type inner = of(block.body());
    return switch (block.nesting()) {
      case SINGLE, GROUP -> inner;
      case LIST -> Type.list(inner);
      case SET -> Type.set(inner);
      case MAP -> Type.map(inner);
    };
  }
}
