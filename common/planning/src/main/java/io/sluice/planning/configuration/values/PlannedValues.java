package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The value that a resource will have for others: what is known of it, with the rest unknown. */
public final class PlannedValues {
  private PlannedValues() {}

  /** A block of which nothing but its arguments is known. */
  public static Value object(BlockBody body, Map<String, Value> arguments) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (AttributeSchema attribute : body.attributes()) {
      Value given = arguments.get(attribute.name());
      values.put(
          attribute.name(),
          given != null
              ? marked(attribute, given)
              : attribute.providerGiven() ? unknown(attribute) : absent(attribute));
    }
    for (BlockSchema block : body.blocks()) {
      values.put(block.name(), arguments.getOrDefault(block.name(), none(block)));
    }
    return ObjectValue.of(values);
  }

  static Value sequence(Type type, List<Value> elements) {
    Value tuple = TupleValue.of(elements);
    if (type instanceof Type.ListType && type.hasAny()) {
      // Each has what is dynamic in it of a type of its own.
      return tuple;
    }
    try {
      return Conversion.convert(tuple, type);
    } catch (ConversionException e) {
      return tuple;
    }
  }

  private static Value none(BlockSchema block) {
    Type type = SchemaTypes.of(block);
    return switch (block.nesting()) {
      case SINGLE -> Value.nullOf(type);
      case GROUP -> object(block.body(), Map.of());
      case LIST, SET -> sequence(type, List.of());
      case MAP -> ObjectValue.EMPTY;
    };
  }

  private static Value unknown(AttributeSchema attribute) {
    return marked(attribute, Value.unknown(SchemaTypes.of(attribute.type())));
  }

  private static Value absent(AttributeSchema attribute) {
    JsonNode otherwise = attribute.defaultValue();
    return otherwise.isNull()
        ? Value.nullOf(SchemaTypes.of(attribute.type()))
        : read(attribute, otherwise);
  }

  private static Value marked(AttributeSchema attribute, Value value) {
    if (attribute.sensitive()) {
      return value.withMarks(EnumSet.of(Mark.SENSITIVE));
    }
    return attribute.type() instanceof AttributeType.Nested nested
        ? marked(nested.nesting(), BlockBody.of(nested.attributes()), value)
        : value;
  }

  /** Marks what {@link BlockBody#sensitivePointers} points to. */
  private static Value marked(BlockSchema.Nesting nesting, BlockBody body, Value value) {
    if (value.isNull() || body.sensitivePointers().isEmpty()) {
      return value;
    }
    if (!nesting.isOne() || !value.isKnown()) {
      return value.withMarks(EnumSet.of(Mark.SENSITIVE));
    }
    Map<String, Value> fields = new LinkedHashMap<>(value.entries());
    for (AttributeSchema attribute : body.attributes()) {
      fields.computeIfPresent(attribute.name(), (name, field) -> marked(attribute, field));
    }
    for (BlockSchema block : body.blocks()) {
      fields.computeIfPresent(block.name(), (name, field) -> marked(block, field));
    }
    return ObjectValue.of(fields);
  }

  private static Value marked(BlockSchema block, Value value) {
    return marked(block.nesting(), block.body(), value);
  }

  private static Value read(AttributeSchema attribute, JsonNode recorded) {
    return marked(attribute, read(SchemaTypes.of(attribute.type()), recorded));
  }

  private static Value read(BlockSchema block, @Nullable JsonNode recorded) {
    return recorded == null ? none(block) : marked(block, read(SchemaTypes.of(block), recorded));
  }

  /** A recorded value; one that is kept elsewhere for its size counts as unknown. */
  private static Value read(Type type, JsonNode recorded) {
    if (recorded.has("$ref") || recorded.has("$sealed")) {
      return Value.unknown(type);
    }
    try {
      return JsonValues.fromJson(recorded, type);
    } catch (ConversionException e) {
      return JsonValues.fromJson(recorded);
    }
  }

  /** The value of a resource after a decision. */
  public static Value of(TypeSchema schema, Decision decision, Map<String, Value> arguments) {
    StateRecord record = decision.record();
    JsonNode attributes = record == null ? null : record.attributes();
    Map<String, Value> values = new LinkedHashMap<>();
    for (AttributeSchema attribute : schema.body().attributes()) {
      values.put(attribute.name(), attribute(attribute, decision, attributes, arguments));
    }
    for (BlockSchema block : schema.body().blocks()) {
      values.put(block.name(), arguments.getOrDefault(block.name(), none(block)));
    }
    return ObjectValue.of(values);
  }

  private static Value attribute(
      AttributeSchema attribute,
      Decision decision,
      @Nullable JsonNode attributes,
      Map<String, Value> arguments) {
    String name = attribute.name();
    Value given = arguments.get(name);
    boolean ignored =
        given != null
            && attributes != null
            && !decision.config().path(name).equals(decision.resource().config().path(name));
    if (given != null && !ignored) {
      return marked(attribute, given);
    }
    JsonNode recorded = attributes == null ? null : attributes.get(name);
    Value before =
        recorded == null
            ? Value.nullOf(SchemaTypes.of(attribute.type()))
            : read(attribute, recorded);
    Value otherwise =
        attribute.providerGiven() ? unknown(attribute) : marked(attribute, absent(attribute));
    return switch (decision.change()) {
      case Change.Nothing nothing -> before;
      case Change.Create create -> otherwise;
      case Change.Replace replace -> ignored ? before : otherwise;
      case Change.Update update ->
          ignored || (attribute.providerGiven() && !update.unknownAfter().contains(name))
              ? before
              : otherwise;
    };
  }

  /** A planned value where more is known of what the provider gives. */
  public static Value knowing(TypeSchema schema, Value after, JsonNode known) {
    Map<String, Value> values = new LinkedHashMap<>(after.entries());
    for (AttributeSchema attribute : schema.body().attributes()) {
      Value planned = values.get(attribute.name());
      JsonNode given = known.get(attribute.name());
      if (given != null && planned != null && !planned.unmarked().isKnown()) {
        values.put(attribute.name(), read(attribute, given));
      }
    }
    return ObjectValue.of(values);
  }

  /** The value of a data source that was read. */
  public static Value read(TypeSchema schema, JsonNode attributes) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (AttributeSchema attribute : schema.body().attributes()) {
      JsonNode found = attributes.get(attribute.name());
      values.put(
          attribute.name(),
          found == null ? Value.nullOf(SchemaTypes.of(attribute.type())) : read(attribute, found));
    }
    for (BlockSchema block : schema.body().blocks()) {
      values.put(block.name(), read(block, attributes.get(block.name())));
    }
    return SharedOutputs.marked(schema, ObjectValue.of(values));
  }

  /** What state holds, for people. */
  public static Value of(TypeSchema schema, StateRecord record) {
    Map<String, Value> values = new LinkedHashMap<>();
    for (AttributeSchema attribute : schema.body().attributes()) {
      JsonNode recorded = record.attributes().get(attribute.name());
      values.put(
          attribute.name(),
          recorded == null
              ? Value.nullOf(SchemaTypes.of(attribute.type()))
              : read(attribute, recorded));
    }
    for (BlockSchema block : schema.body().blocks()) {
      values.put(block.name(), read(block, record.attributes().get(block.name())));
    }
    return ObjectValue.of(values);
  }
}
