package io.sluice.questions;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a configuration says, in exactly the types that a provider's schema has. */
final class ConfigShape {
  private ConfigShape() {}

  /** A part that does not fit, which the configuration was checked for, names its place. */
  static Value of(Block block, Value config) throws ConversionException {
    return switch (config) {
      case Value.NullValue nothing -> Value.nullOf(block.type());
      case Value.UnknownValue unknown -> Value.unknown(block.type());
      default -> {
        Map<String, Value> parts = new LinkedHashMap<>();
        for (Map.Entry<String, Attribute> each : block.attributes().entrySet()) {
          Type type = each.getValue().type();
          Value part = config.entries().get(each.getKey());
          parts.put(
              each.getKey(), part == null ? Value.nullOf(type) : Conversion.convert(part, type));
        }
        for (Map.Entry<String, NestedBlock> each : block.blocks().entrySet()) {
          Value part = config.entries().get(each.getKey());
          parts.put(
              each.getKey(),
              part == null ? each.getValue().empty() : nested(each.getValue(), part));
        }
        yield ObjectValue.of(parts);
      }
    };
  }

  private static Value nested(NestedBlock nested, Value blocks) throws ConversionException {
    if (!blocks.isKnown()) {
      return Value.unknown(nested.type());
    }
    Block body = nested.body();
    Type element = body.type();
    return switch (nested.nesting()) {
      case SINGLE -> of(body, blocks);
      case GROUP -> blocks.isNull() ? nested.empty() : of(body, blocks);
      case LIST -> {
        List<Value> each = each(body, blocks);
        yield element.hasAny() ? TupleValue.of(each) : ListValue.of(element, each);
      }
      case SET -> SetValue.of(element, each(body, blocks));
      case MAP -> {
        Map<String, Value> each = new LinkedHashMap<>();
        if (!blocks.isNull()) {
          for (Map.Entry<String, Value> entry : blocks.entries().entrySet()) {
            each.put(entry.getKey(), of(body, entry.getValue()));
          }
        }
        yield element.hasAny() ? ObjectValue.of(each) : MapValue.of(element, each);
      }
    };
  }

  private static List<Value> each(Block body, Value blocks) throws ConversionException {
    List<Value> each = new ArrayList<>();
    if (!blocks.isNull()) {
      for (Value block : blocks.elements()) {
        each.add(of(body, block));
      }
    }
    return each;
  }
}
