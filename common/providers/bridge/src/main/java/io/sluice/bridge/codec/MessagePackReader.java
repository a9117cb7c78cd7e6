package io.sluice.bridge.codec;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Oversize;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.NumberReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ValueType;

/** Values from MessagePack, from whatever encoder of another language wrote it. */
public final class MessagePackReader {
  private final MessageUnpacker in;

  private MessagePackReader(MessageUnpacker in) {
    this.in = in;
  }

  public static Value decode(byte[] bytes, Type type) throws DecodeFailed {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
      Value value = new MessagePackReader(unpacker).read(type);
      if (unpacker.hasNext()) {
        throw new DecodeFailed("there is more after the value");
      }
      return value;
    } catch (MessagePackException | IOException e) {
      throw new DecodeFailed("not MessagePack of a value of the type: " + e.getMessage());
    } catch (Oversize e) {
      throw new DecodeFailed(e.sentence());
    }
  }

  private Value read(Type type) throws IOException, DecodeFailed {
    ValueType next = in.getNextFormat().getValueType();
    if (next == ValueType.EXTENSION) {
      return RefinementWire.read(type, in);
    }
    if (next == ValueType.NIL) {
      in.unpackNil();
      return Value.nullOf(type);
    }
    return switch (type) {
      case Type.Any any -> dynamic(next);
      case Type.Primitive primitive ->
          switch (primitive) {
            case STRING -> {
              require(next == ValueType.STRING, "a string");
              yield Value.of(in.unpackString());
            }
            case NUMBER -> Value.of(number(in));
            case BOOL -> {
              require(next == ValueType.BOOLEAN, "a bool");
              yield Value.of(in.unpackBoolean());
            }
          };
      case Type.ListType(Type element) -> Elements.list(element, sequence(element, "a list"));
      case Type.SetType(Type element) -> Elements.set(element, sequence(element, "a set"));
      case Type.MapType(Type element) -> Elements.map(element, map(element));
      case Type.TupleType(List<Type> types) -> tuple(types);
      case Type.ObjectType object -> object(object);
    };
  }

  private void require(boolean fits, String wanted) throws DecodeFailed {
    if (!fits) {
      throw new DecodeFailed("not " + wanted);
    }
  }

  private Value dynamic(ValueType next) throws IOException, DecodeFailed {
    require(next == ValueType.ARRAY && in.unpackArrayHeader() == 2, "a type and its value");
    boolean isText = in.getNextFormat().getValueType() == ValueType.STRING;
    byte[] json = in.readPayload(isText ? in.unpackRawStringHeader() : in.unpackBinaryHeader());
    Type type = TypeJson.read(new String(json, StandardCharsets.UTF_8)).withoutOptional();
    return type.isAny() && in.getNextFormat().getValueType() == ValueType.NIL
        ? nothing()
        : read(type);
  }

  private Value nothing() throws IOException {
    in.unpackNil();
    return Values.NULL;
  }

  private List<Value> sequence(Type element, String wanted) throws IOException, DecodeFailed {
    require(in.getNextFormat().getValueType() == ValueType.ARRAY, wanted);
    int size = in.unpackArrayHeader();
    List<Value> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(below(element, "[" + i + "]"));
    }
    return elements;
  }

  private Value tuple(List<Type> types) throws IOException, DecodeFailed {
    require(
        in.getNextFormat().getValueType() == ValueType.ARRAY
            && in.unpackArrayHeader() == types.size(),
        "a tuple of " + types.size());
    List<Value> elements = new ArrayList<>();
    for (Type type : types) {
      elements.add(below(type, "[" + elements.size() + "]"));
    }
    return TupleValue.of(elements);
  }

  private Map<String, Value> map(Type element) throws IOException, DecodeFailed {
    require(in.getNextFormat().getValueType() == ValueType.MAP, "a map");
    int size = in.unpackMapHeader();
    Map<String, Value> entries = new TreeMap<>(CodePoints.ORDER);
    for (int i = 0; i < size; i++) {
      String key = Value.of(in.unpackString()).asText();
      entries.put(key, below(element, "[…]"));
    }
    return entries;
  }

  private Value object(Type.ObjectType type) throws IOException, DecodeFailed {
    require(in.getNextFormat().getValueType() == ValueType.MAP, "an object");
    int size = in.unpackMapHeader();
    Map<String, Value> attributes = new TreeMap<>(CodePoints.ORDER);
    for (int i = 0; i < size; i++) {
      String name = in.unpackString();
      Type attribute = type.attributes().get(name);
      if (attribute == null) {
        throw new DecodeFailed("an attribute that the type does not have, \"" + name + "\"");
      }
      attributes.put(name, below(attribute, "." + name));
    }
    for (String name : type.attributes().keySet()) {
      if (!attributes.containsKey(name)) {
        throw new DecodeFailed("\"" + name + "\" is missing");
      }
    }
    return ObjectValue.of(attributes);
  }

  private Value below(Type type, String step) throws IOException, DecodeFailed {
    try {
      return read(type);
    } catch (DecodeFailed e) {
      throw e.below(step);
    } catch (MessagePackException e) {
      throw new DecodeFailed(step + ": not a value of type " + TypeJson.write(type));
    }
  }

  static BigFloat number(MessageUnpacker in) throws IOException, DecodeFailed {
    MessageFormat format = in.getNextFormat();
    return switch (format.getValueType()) {
      case INTEGER ->
          format == MessageFormat.UINT64
              ? BigFloat.of(in.unpackBigInteger())
              : BigFloat.of(in.unpackLong());
      case FLOAT -> {
        double number = in.unpackDouble();
        if (Double.isNaN(number)) {
          throw new DecodeFailed("not a number");
        }
        yield BigFloat.of(number);
      }
      case STRING ->
          NumberReader.parse(in.unpackString())
              .orElseThrow(() -> new DecodeFailed("the text is not a number"));
      case NIL, BOOLEAN, BINARY, ARRAY, MAP, EXTENSION -> throw new DecodeFailed("not a number");
    };
  }
}
