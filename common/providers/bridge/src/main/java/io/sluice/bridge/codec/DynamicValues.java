package io.sluice.bridge.codec;

import com.google.protobuf.ByteString;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;

/** Values inside of messages: written as MessagePack, read as that or JSON. */
public final class DynamicValues {
  private DynamicValues() {}

  public static Wire.DynamicValue encode(Value value, Type type) {
    return Wire.DynamicValue.newBuilder()
        .setMsgpack(ByteString.copyFrom(MessagePackWriter.encode(value, type)))
        .build();
  }

  /** What has neither form is null. */
  public static Value decode(Wire.DynamicValue value, Type type) throws DecodeFailed {
    if (!value.getMsgpack().isEmpty()) {
      return MessagePackReader.decode(value.getMsgpack().toByteArray(), type);
    }
    if (!value.getJson().isEmpty()) {
      return JsonValues.decode(value.getJson().toByteArray(), type);
    }
    return Value.nullOf(type);
  }
}
