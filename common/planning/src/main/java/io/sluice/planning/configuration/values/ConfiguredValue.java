package io.sluice.planning.configuration.values;

import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration as a value for providers that plan by themselves: what is not written is null or
 * empty, since only the provider knows what that means.
 */
public final class ConfiguredValue {
  private ConfiguredValue() {}

  /** Everything that the schema has, each part of its type. */
  public static Value object(BlockBody body, Map<String, Value> written) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (AttributeSchema attribute : body.attributes()) {
      Type type = SchemaTypes.of(attribute.type());
      Value given = written.get(attribute.name());
      values.put(attribute.name(), given == null ? Value.nullOf(type) : fitted(given, type));
    }
    for (BlockSchema block : body.blocks()) {
      Value given = written.get(block.name());
      values.put(block.name(), given == null ? none(block) : fitted(block, given));
    }
    return ObjectValue.of(values);
  }

  private static Value fitted(BlockSchema block, Value given) {
    Type type = SchemaTypes.of(block).withoutOptional();
    boolean hasTypes =
        switch (block.nesting()) {
          case LIST, MAP -> type.hasAny();
          case SINGLE, GROUP, SET -> false;
        };
    return hasTypes ? given : fitted(given, type);
  }

  private static Value none(BlockSchema block) {
    Type type = SchemaTypes.of(block);
    return switch (block.nesting()) {
      case SINGLE -> Value.nullOf(type);
      case GROUP -> object(block.body(), Map.of());
      case LIST, SET -> PlannedValues.sequence(type, List.of());
      case MAP -> fitted(ObjectValue.EMPTY, type);
    };
  }

  /** Elements of different types, which only a dynamic attribute allows, stay as they are. */
  private static Value fitted(Value value, Type type) {
    try {
      return Conversion.convert(value, type);
    } catch (ConversionException e) {
      return value;
    }
  }

  public static Value unmarked(Value value) {
    return Marks.unmarkDeep(value, EnumSet.noneOf(Mark.class));
  }
}
