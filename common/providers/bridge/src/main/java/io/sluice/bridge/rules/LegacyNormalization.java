package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the blocks of what an old provider read as they should be: never null, never unknown
 * themselves. Schemas with nested attributes are of newer providers, which mean what they say.
 */
public final class LegacyNormalization {
  private LegacyNormalization() {}

  public static Value of(Block block, Value value) {
    return block.anyAttribute(attribute -> attribute.nested().isPresent())
        ? value
        : object(block, value);
  }

  private static Value object(Block block, Value value) {
    if (value.isNull()) {
      return Value.nullOf(block.type());
    }
    Map<String, Value> parts = new LinkedHashMap<>();
    block
        .attributes()
        .forEach(
            (name, attribute) -> parts.put(name, Parts.attribute(value, name, attribute.type())));
    block
        .blocks()
        .forEach(
            (name, nested) ->
                parts.put(name, block(nested, Parts.attribute(value, name, nested.type()))));
    return ObjectValue.of(parts);
  }

  private static Value block(NestedBlock block, Value value) {
    Type type = block.body().type();
    if (type.hasAny()) {
      return value;
    }
    return switch (block.nesting()) {
      case SINGLE -> value.isKnown() ? object(block.body(), value) : stub(block.body());
      case GROUP -> {
        if (!value.isKnown()) {
          yield stub(block.body());
        }
        yield value.isNull() ? block.empty() : object(block.body(), value);
      }
      case LIST -> ListValue.of(type, elements(block.body(), value));
      case SET -> SetValue.of(type, elements(block.body(), value));
      case MAP -> value;
    };
  }

  private static List<Value> elements(Block body, Value value) {
    return value.isKnown()
        ? Parts.listed(value).stream().map(each -> object(body, each)).toList()
        : List.of(stub(body));
  }

  /** One block of which nothing is known: what stands for an unknown number of them. */
  private static Value stub(Block block) {
    Map<String, Value> parts = new LinkedHashMap<>();
    block
        .attributes()
        .forEach((name, attribute) -> parts.put(name, Value.unknown(attribute.type())));
    block
        .blocks()
        .forEach(
            (name, nested) -> {
              Type type = nested.body().type();
              parts.put(
                  name,
                  switch (nested.nesting()) {
                    case SINGLE, GROUP -> stub(nested.body());
                    case LIST -> ListValue.of(type, List.of(stub(nested.body())));
                    case SET -> SetValue.of(type, List.of(stub(nested.body())));
                    case MAP -> MapValue.of(type, Map.of());
                  });
            });
    return ObjectValue.of(parts);
  }
}
