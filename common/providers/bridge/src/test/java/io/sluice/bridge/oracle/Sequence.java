package io.sluice.bridge.oracle;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.Nesting;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests about objects of one type, made comparable: capabilities are left out, state in JSON
 * is compared as JSON, and values as values where they hold sets of objects, whose order means
 * nothing, else byte for byte.
 */
record Sequence(List<Map<String, Object>> requests, List<Value> configs) {

  static Sequence of(List<RequestLog.Entry> entries, String type, Block block) throws Exception {
    List<Map<String, Object>> requests = new ArrayList<>();
    List<Value> configs = new ArrayList<>();
    for (RequestLog.Entry entry : entries) {
      if (type.equals(typeOf(entry.request()))) {
        Map<String, Object> fields = fields(entry.request(), block);
        fields.put("rpc", entry.rpc());
        requests.add(fields);
        if (entry.request() instanceof Wire.ValidateRequest request) {
          configs.add(DynamicValues.decode(request.getConfig(), block.type()));
        }
      }
    }
    return new Sequence(requests, configs);
  }

  private static Object typeOf(Message request) {
    var field = request.getDescriptorForType().findFieldByName("type_name");
    return field == null ? "" : request.getField(field);
  }

  List<Object> calls() {
    return requests.stream().map(fields -> fields.get("rpc")).toList();
  }

  private static Map<String, Object> fields(Message request, Block block)
      throws DecodeFailed, MalformedMessage {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (var field : request.getDescriptorForType().getFields()) {
      Object value = request.getField(field);
      Object comparable =
          switch (value) {
            case Wire.ClientCapabilities ignored -> null;
            case Wire.DynamicValue dynamic -> comparable(dynamic, block);
            case Wire.RawState raw -> Json.tree(raw.getJson().toByteArray());
            case Wire.IdentityData identity -> identity;
            case ByteString bytes -> bytes.toStringUtf8();
            default -> value;
          };
      if (comparable != null && !(field.hasPresence() && !request.hasField(field))) {
        fields.put(field.getName(), comparable);
      }
    }
    return fields;
  }

  private static Object comparable(Wire.DynamicValue value, Block block) throws DecodeFailed {
    Type type = block.type();
    return holdsSetsOfObjects(block)
        ? DynamicValues.decode(value, type)
        : HexFormat.of().formatHex(value.getMsgpack().toByteArray());
  }

  private static boolean holdsSetsOfObjects(Block block) {
    return block.blocks().values().stream()
            .anyMatch(
                nested -> nested.nesting() == Nesting.SET || holdsSetsOfObjects(nested.body()))
        || block.attributes().values().stream()
            .anyMatch(
                attribute ->
                    attribute
                        .nested()
                        .map(
                            nested ->
                                nested.nesting() == Nesting.SET
                                    || holdsSetsOfObjects(nested.body()))
                        .orElse(false));
  }
}
