package io.sluice.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.TypeJson;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ExtensionValue;
import org.msgpack.value.Value;

/**
 * A value as it is on the wire, in text: how a number is written shows, and the order of elements,
 * except in sets, where it means nothing.
 */
final class Rendered {
  private Rendered() {}

  static String of(Wire.DynamicValue value, Type type) {
    if (value.getMsgpack().isEmpty()) {
      return "json " + value.getJson().toStringUtf8();
    }
    try (MessageUnpacker unpacker =
        MessagePack.newDefaultUnpacker(value.getMsgpack().toByteArray())) {
      return of(unpacker.unpackValue(), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DecodeFailed e) {
      throw new IllegalStateException("a value of another type than " + type, e);
    }
  }

  private static String of(Value value, Type type) throws DecodeFailed {
    if (value.isExtensionValue()) {
      ExtensionValue unknown = value.asExtensionValue();
      return "unknown(%d %s)"
          .formatted(unknown.getType(), HexFormat.of().formatHex(unknown.getData()));
    }
    if (value.isNilValue()) {
      return "null";
    }
    if (type == Types.ANY && value.isArrayValue() && value.asArrayValue().size() == 2) {
      String json =
          new String(
              value.asArrayValue().get(0).asRawValue().asByteArray(), StandardCharsets.UTF_8);
      return json + of(value.asArrayValue().get(1), TypeJson.read(json));
    }
    if (value.isArrayValue()) {
      List<String> elements = new ArrayList<>();
      int index = 0;
      for (Value element : value.asArrayValue()) {
        elements.add(of(element, element(type, index++)));
      }
      if (type instanceof Type.SetType) {
        elements.sort(null);
      }
      return elements.toString();
    }
    if (value.isMapValue()) {
      SortedMap<String, String> entries = new TreeMap<>();
      for (Map.Entry<Value, Value> entry : value.asMapValue().entrySet()) {
        String name = entry.getKey().asStringValue().asString();
        entries.put(name, of(entry.getValue(), part(type, name)));
      }
      return entries.toString();
    }
    return value.getValueType().name().charAt(0) + ":" + value;
  }

  private static Type element(Type type, int index) {
    return switch (type) {
      case Type.ListType(Type element) -> element;
      case Type.SetType(Type element) -> element;
      case Type.TupleType(List<Type> elements) when index < elements.size() -> elements.get(index);
      default -> Types.ANY;
    };
  }

  private static Type part(Type type, String name) {
    return switch (type) {
      case Type.MapType(Type element) -> element;
      case Type.ObjectType object -> object.attributes().getOrDefault(name, Types.ANY);
      default -> Types.ANY;
    };
  }

  /** The same of state as JSON. */
  static String of(JsonNode tree, Type type) {
    if (tree.isArray()) {
      List<String> elements = new ArrayList<>();
      int index = 0;
      for (JsonNode element : tree) {
        elements.add(of(element, element(type, index++)));
      }
      if (type instanceof Type.SetType) {
        elements.sort(null);
      }
      return elements.toString();
    }
    if (tree.isObject()) {
      SortedMap<String, String> entries = new TreeMap<>();
      tree.properties()
          .forEach(e -> entries.put(e.getKey(), of(e.getValue(), part(type, e.getKey()))));
      return entries.toString();
    }
    return tree.toString();
  }
}
