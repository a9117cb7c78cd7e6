package io.sluice.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.codec.DynamicValues;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a provider was asked about each object, in order and in a form that can be compared: every
 * field but those that identify the client. An object is known by its type and its name.
 */
final class Requests {
  /** Terraform of the version that judges knows no identities yet. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "client_capabilities",
          "identity",
          "current_identity",
          "prior_identity",
          "planned_identity",
          "source_identity",
          "source_identity_schema_version");

  private static final List<String> NAMES = List.of("name", "key");

  /**
   * One request, and how often the provider had been configured before it. A provider with several
   * configurations counts as configured again when one of them repeats.
   */
  record Request(int configured, String call, SortedMap<String, String> fields) {
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(call);
      fields.forEach(
          (name, value) -> text.append("\n    ").append(name).append(" = ").append(value));
      return text.toString();
    }
  }

  private final SchemaCatalog catalog;
  private final SortedMap<String, List<Request>> byObject = new TreeMap<>();

  private final boolean apart;

  private Requests(SchemaCatalog catalog, boolean apart) {
    this.catalog = catalog;
    this.apart = apart;
  }

  static SortedMap<String, List<Request>> of(
      List<RequestLog.Entry> entries, SchemaCatalog catalog, boolean apart) {
    Requests requests = new Requests(catalog, apart);
    int configured = 0;
    Set<Wire.DynamicValue> seen = new HashSet<>();
    for (RequestLog.Entry entry : entries) {
      if (entry.request() instanceof Wire.ConfigureRequest request) {
        boolean isAgain = !seen.add(request.getConfig());
        if (isAgain) {
          seen = new HashSet<>(Set.of(request.getConfig()));
        }
        configured = isAgain ? configured + 1 : Math.max(configured, 1);
      }
      requests.add(entry, configured);
    }
    return requests.byObject;
  }

  private void add(RequestLog.Entry entry, int configured) {
    Optional<String> type = type(entry.request());
    if (type.isEmpty()) {
      return;
    }
    boolean isData = entry.rpc().contains("Data");
    boolean isEphemeral = entry.rpc().contains("Ephemeral");
    if (isEphemeral) {
      return;
    }
    try {
      Type of =
          (isData ? catalog.data(type.get()) : catalog.resource(type.get()))
              .orElseThrow(() -> new IllegalStateException("no type " + type.get()))
              .block()
              .type();
      SortedMap<String, String> fields = new TreeMap<>();
      List<String> names = new ArrayList<>();
      for (FieldDescriptor field : entry.request().getDescriptorForType().getFields()) {
        Object value = entry.request().getField(field);
        boolean isAbsent = field.hasPresence() && !entry.request().hasField(field);
        if (!isAbsent && !LEFT_OUT.contains(field.getName())) {
          fields.put(field.getName(), comparable(field.getName(), value, of, names));
        }
      }
      String name = names.isEmpty() ? "?" : names.getFirst();
      byObject
          .computeIfAbsent(
              (isData ? "data." : "") + type.get() + " " + name, any -> new ArrayList<>())
          .add(new Request(configured, entry.rpc(), fields));
    } catch (DecodeFailed | MalformedMessage e) {
      throw new IllegalStateException("a request can't be read: " + entry, e);
    }
  }

  private static Optional<String> type(Message request) {
    for (String name : List.of("type_name", "target_type_name")) {
      FieldDescriptor field = request.getDescriptorForType().findFieldByName(name);
      if (field != null) {
        return Optional.of(String.valueOf(request.getField(field)));
      }
    }
    return Optional.empty();
  }

  private String comparable(String field, Object value, Type type, List<String> names)
      throws DecodeFailed, MalformedMessage {
    return switch (value) {
      case Wire.DynamicValue dynamic -> {
        if (field.equals("provider_meta")) {
          yield Rendered.of(dynamic, Types.ANY);
        }
        name(DynamicValues.decode(dynamic, type), field.equals("config") ? 0 : names.size(), names);
        yield Rendered.of(dynamic, type);
      }
      case Wire.RawState raw -> {
        JsonNode tree = Json.tree(raw.getJson().toByteArray());
        NAMES.forEach(
            name -> {
              if (tree.path(name).isTextual()) {
                boolean isPlaced = apart && tree.path("place").isTextual();
                names.add(
                    tree.path(name).textValue()
                        + (isPlaced ? " at " + tree.path("place").textValue() : ""));
              }
            });
        yield Rendered.of(tree, field.equals("source_state") ? Types.ANY : type);
      }
      case ByteString bytes -> bytes.toStringUtf8();
      case String text -> {
        if (field.equals("id") && !text.isEmpty()) {
          names.add(text);
        }
        yield text;
      }
      default -> String.valueOf(value);
    };
  }

  private void name(Value object, int at, List<String> names) {
    if (object.isNull() || !object.isKnown()) {
      return;
    }
    for (String name : NAMES) {
      if (object.entries().get(name) instanceof Value.StringValue(String text)) {
        boolean isPlaced = apart && object.entries().get("place") instanceof Value.StringValue;
        names.add(at, isPlaced ? text + " at " + object.entries().get("place").asText() : text);
        return;
      }
    }
  }
}
