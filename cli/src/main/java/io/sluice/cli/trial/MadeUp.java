package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.json.JsonValues;
import io.sluice.planning.configuration.values.SchemaTypes;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a provider would compute, made up: as a test says where it does, else empty or at random.
 * The rules are Terraform's.
 */
final class MadeUp {
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 8;

  private MadeUp() {}

  /** What a test says does not fit. */
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message, null, false, false);
    }
  }

  static String text() {
    StringBuilder text = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      text.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  /**
   * Gives everything a value that is the provider's to give and has none.
   *
   * @param said an object; what it says of a block holds for all of its kind
   */
  static void complete(BlockBody body, ObjectNode object, Value said, String path) throws Unfit {
    for (AttributeSchema attribute : body.attributes()) {
      JsonNode present = object.get(attribute.name());
      boolean absent = present == null || present.isNull();
      if (attribute.providerGiven() && absent) {
        String at = path + attribute.name();
        object.set(attribute.name(), of(attribute, said(said, attribute.name(), path), at));
      } else if (!absent && attribute.type() instanceof AttributeType.Nested nested) {
        Value inner = said(said, attribute.name(), path);
        within(nested.nesting(), BlockBody.of(nested.attributes()), present, inner, path);
      }
    }
    for (BlockSchema block : body.blocks()) {
      JsonNode present = object.get(block.name());
      if (present != null) {
        Value inner = said(said, block.name(), path);
        within(block.nesting(), block.body(), present, inner, path + block.name() + ".");
      }
    }
  }

  private static void within(
      BlockSchema.Nesting nesting,
      BlockBody body,
      JsonNode present,
      @Nullable Value said,
      String path)
      throws Unfit {
    Value inner = said == null ? ObjectValue.of(Map.of()) : said;
    if (nesting.isOne()) {
      if (present instanceof ObjectNode one) {
        complete(body, one, inner, path);
      }
      return;
    }
    for (JsonNode each : present) {
      if (each instanceof ObjectNode one) {
        complete(body, one, inner, path);
      }
    }
  }

  private static @Nullable Value said(Value all, String name, String path) throws Unfit {
    if (!(all.type() instanceof Type.ObjectType)) {
      throw new Unfit(
          "An object is expected for \"%s\" in what the test says, and it is %s."
              .formatted(path, all.type().friendlyName()));
    }
    return all.entries().get(name);
  }

  /** The value of one attribute. */
  static JsonNode of(AttributeSchema attribute, @Nullable Value said, String path) throws Unfit {
    try {
      return JsonValues.toJson(of(attribute.type(), said));
    } catch (ConversionException e) {
      throw new Unfit(
          "What the test says of \"%s\" does not fit its type %s: %s."
              .formatted(path, attribute.type(), e.getMessage()));
    }
  }

  private static Value of(AttributeType type, @Nullable Value said)
      throws ConversionException, Unfit {
    if (type instanceof AttributeType.Nested nested) {
      return nested(nested, said);
    }
    return said == null ? empty(SchemaTypes.of(type)) : filled(said, SchemaTypes.of(type));
  }

  /** Of collections of objects nothing can be said: nobody knows how many there are. */
  private static Value nested(AttributeType.Nested nested, @Nullable Value said)
      throws ConversionException, Unfit {
    if (!nested.nesting().isOne()) {
      return empty(SchemaTypes.of(nested.plain()));
    }
    if (said != null && !(said.type() instanceof Type.ObjectType)) {
      throw new Unfit(
          "What the test says is to be an object, and it is %s."
              .formatted(said.type().friendlyName()));
    }
    Map<String, Value> fields = new LinkedHashMap<>();
    for (AttributeSchema attribute : nested.attributes()) {
      fields.put(
          attribute.name(),
          of(attribute.type(), said == null ? null : said.entries().get(attribute.name())));
    }
    return ObjectValue.of(fields);
  }

  /** What is said, with everything that objects in it lack. */
  private static Value filled(Value said, Type type) throws ConversionException {
    if (type instanceof Type.ObjectType object
        && (said.type() instanceof Type.ObjectType || said.type() instanceof Type.MapType)) {
      Map<String, Value> fields = new LinkedHashMap<>();
      for (Map.Entry<String, Type> field : object.attributes().entrySet()) {
        Value given = said.entries().get(field.getKey());
        fields.put(
            field.getKey(),
            given == null ? empty(field.getValue()) : filled(given, field.getValue()));
      }
      return ObjectValue.of(fields);
    }
    Type element = element(type);
    if (element instanceof Type.ObjectType && said.type().isSequence()) {
      List<Value> all = new ArrayList<>();
      for (Value each : said.elements()) {
        all.add(filled(each, element));
      }
      return Conversion.convert(TupleValue.of(all), type);
    }
    return Conversion.convert(said, type);
  }

  private static @Nullable Type element(Type type) {
    return switch (type) {
      case Type.ListType(Type element) -> element;
      case Type.SetType(Type element) -> element;
      default -> null;
    };
  }

  private static Value empty(Type type) throws ConversionException {
    if (type.equals(Types.STRING)) {
      return Value.of(text());
    }
    if (type.equals(Types.NUMBER)) {
      return Value.of(0);
    }
    if (type.equals(Types.BOOL)) {
      return Value.of(false);
    }
    return switch (type) {
      case Type.ListType list -> Conversion.convert(nothing(), type);
      case Type.SetType set -> Conversion.convert(nothing(), type);
      case Type.MapType map -> Conversion.convert(ObjectValue.of(Map.of()), type);
      case Type.ObjectType object -> {
        Map<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Type> field : object.attributes().entrySet()) {
          fields.put(field.getKey(), empty(field.getValue()));
        }
        yield ObjectValue.of(fields);
      }
      default -> Value.nullOf(type);
    };
  }

  private static Value nothing() {
    return TupleValue.of(List.of());
  }
}
