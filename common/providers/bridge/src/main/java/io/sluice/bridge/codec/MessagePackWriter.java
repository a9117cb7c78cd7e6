package io.sluice.bridge.codec;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.number.BigFloat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/**
 * Values as MessagePack, byte for byte as Terraform's core writes them (the order in sets aside).
 */
public final class MessagePackWriter {
  private static final int LONG_BITS = 64;

  private final MessagePacker out;

  private MessagePackWriter(MessagePacker out) {
    this.out = out;
  }

  /** The value must be one of the type and must not be marked. */
  public static byte[] encode(Value value, Type type) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      new MessagePackWriter(packer).write(value, type);
      return packer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Value value, Type type) throws IOException {
    if (type.isAny() && !value.type().isAny()) {
      out.packArrayHeader(2);
      byte[] json = TypeJson.write(value.type()).getBytes(StandardCharsets.UTF_8);
      out.packBinaryHeader(json.length).writePayload(json);
      write(value, value.type());
      return;
    }
    switch (value) {
      case Value.UnknownValue unknown -> RefinementWire.write(unknown, out);
      case Value.NullValue nothing -> out.packNil();
      case Value.StringValue(String text) -> out.packString(text);
      case Value.BoolValue(boolean truth) -> out.packBoolean(truth);
      case Value.NumberValue(BigFloat number) -> number(number, out);
      case ListValue list -> sequence(list.list(), element(type));
      case SetValue set -> sequence(set.list(), element(type));
      case TupleValue tuple -> tuple(tuple.list(), type);
      case MapValue map -> map(map.map(), element(type));
      case ObjectValue object -> object(object.map(), type);
      case Value.MarkedValue marked ->
          throw new IllegalStateException("a marked value is not sent");
    }
  }

  private static Type element(Type type) {
    if (!type.isCollection()) {
      throw mismatch(type);
    }
    return type.element();
  }

  private static IllegalStateException mismatch(Type type) {
    return new IllegalStateException("the value is not one of type " + TypeJson.write(type));
  }

  private void sequence(Collection<Value> elements, Type element) throws IOException {
    out.packArrayHeader(elements.size());
    for (Value each : elements) {
      write(each, element);
    }
  }

  private void tuple(List<Value> elements, Type type) throws IOException {
    if (!(type instanceof Type.TupleType(List<Type> types)) || types.size() != elements.size()) {
      throw mismatch(type);
    }
    out.packArrayHeader(elements.size());
    Iterator<Type> each = types.iterator();
    for (Value element : elements) {
      write(element, each.next());
    }
  }

  private void map(SortedMap<String, Value> entries, Type element) throws IOException {
    out.packMapHeader(entries.size());
    for (Map.Entry<String, Value> entry : entries.entrySet()) {
      out.packString(entry.getKey());
      write(entry.getValue(), element);
    }
  }

  private void object(SortedMap<String, Value> attributes, Type type) throws IOException {
    if (!(type instanceof Type.ObjectType object)
        || !object.attributes().keySet().equals(attributes.keySet())) {
      throw mismatch(type);
    }
    out.packMapHeader(attributes.size());
    for (Map.Entry<String, Type> attribute : object.attributes().entrySet()) {
      out.packString(attribute.getKey());
      Value value = attributes.get(attribute.getKey());
      write(value == null ? Value.nullOf(Types.ANY) : value, attribute.getValue());
    }
  }

  /** As a whole number, else exactly as a float, else as text: nothing is rounded. */
  static void number(BigFloat number, MessagePacker out) throws IOException {
    if (number.isInfinite()) {
      out.packDouble(number.toDouble());
      return;
    }
    if (number.isInteger()) {
      BigInteger whole = number.toBigInteger();
      if (whole.bitLength() < LONG_BITS) {
        out.packLong(whole.longValue());
      } else {
        out.packString(number.toString());
      }
      return;
    }
    double nearest = number.toDouble();
    if (!Double.isInfinite(nearest) && BigFloat.of(nearest).equals(number)) {
      out.packDouble(nearest);
    } else {
      out.packString(number.toString());
    }
  }
}
