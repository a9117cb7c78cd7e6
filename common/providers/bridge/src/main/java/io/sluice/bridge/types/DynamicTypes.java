package io.sluice.bridge.types;

import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives what is dynamic in a configuration the type that it was planned with. A configuration
 * travels as JSON, which knows no difference between a list and a tuple, or a map and an object.
 */
public final class DynamicTypes {
  private DynamicTypes() {}

  /** What fits no planned type stays as it is. */
  public static Value as(Block block, Value planned, Value config) {
    if (!block.type().hasAny()
        || !(planned instanceof ObjectValue before)
        || !(config instanceof ObjectValue written)) {
      return config;
    }
    Map<String, Value> parts = new LinkedHashMap<>(written.map());
    block
        .attributes()
        .forEach(
            (name, attribute) -> {
              if (attribute.type().hasAny() && !attribute.isWriteOnly()) {
                part(before, name)
                    .ifPresent(
                        was -> parts.computeIfPresent(name, (any, now) -> converted(was, now)));
              }
            });
    block
        .blocks()
        .forEach(
            (name, nested) ->
                part(before, name)
                    .ifPresent(
                        was ->
                            parts.computeIfPresent(name, (any, now) -> nested(nested, was, now))));
    return ObjectValue.of(parts);
  }

  private static Optional<Value> part(ObjectValue object, String name) {
    return Optional.ofNullable(object.map().get(name));
  }

  private static Value converted(Value planned, Value part) {
    if (part.isNull() || planned.isNull() || planned.type() instanceof Type.Any) {
      return part;
    }
    try {
      Value typed = Conversion.convert(part, planned.type());
      // What JSON does know is not to be forgotten: an ignored change was planned as it was before.
      return JsonValues.toJson(typed).equals(JsonValues.toJson(part)) ? typed : part;
    } catch (ConversionException e) {
      return part;
    }
  }

  private static Value nested(NestedBlock nested, Value planned, Value part) {
    Block body = nested.body();
    return switch (nested.nesting()) {
      case SINGLE, GROUP -> as(body, planned, part);
      case LIST ->
          planned instanceof TupleValue before
                  && part instanceof TupleValue now
                  && before.list().size() == now.list().size()
              ? TupleValue.of(each(body, before.list(), now.list()))
              : part;
      case MAP -> {
        if (!(planned instanceof ObjectValue before) || !(part instanceof ObjectValue now)) {
          yield part;
        }
        Map<String, Value> entries = new LinkedHashMap<>(now.map());
        entries.replaceAll(
            (key, each) -> part(before, key).map(was -> as(body, was, each)).orElse(each));
        yield ObjectValue.of(entries);
      }
      case SET -> part;
    };
  }

  private static List<Value> each(Block body, List<Value> planned, List<Value> parts) {
    List<Value> each = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      each.add(as(body, planned.get(i), parts.get(i)));
    }
    return each;
  }
}
