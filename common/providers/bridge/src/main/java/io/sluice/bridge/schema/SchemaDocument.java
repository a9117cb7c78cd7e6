package io.sluice.bridge.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.bridge.wire.proto.Wire;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that a provider says of itself as JSON, for people and other programs: in the form of {@code
 * terraform providers schema -json}, which leaves out whatever is false, zero or empty.
 */
final class SchemaDocument {
  private static final int MARKDOWN = 1;
  private static final List<String> NESTINGS = List.of("", "single", "list", "set", "map", "group");

  private final ProtocolVersion version;

  private SchemaDocument(ProtocolVersion version) {
    this.version = version;
  }

  static ObjectNode of(
      ProtocolVersion version,
      Wire.SchemaResponse response,
      Wire.IdentitySchemasResponse identities)
      throws InvalidProtocolBufferException, MalformedMessage {
    SchemaDocument schemas = new SchemaDocument(version);
    ObjectNode document = Json.object();
    document.set("provider", schemas.schema(response.getProvider()));
    schemas.put(document, "resource_schemas", response.getResourceSchemasMap());
    schemas.put(document, "data_source_schemas", response.getDataSourceSchemasMap());
    schemas.put(document, "ephemeral_resource_schemas", response.getEphemeralResourceSchemasMap());
    if (response.getFunctionsCount() > 0) {
      ObjectNode functions = document.putObject("functions");
      for (var entry : new TreeMap<>(response.getFunctionsMap()).entrySet()) {
        functions.set(entry.getKey(), function(Wire.Function.parseFrom(entry.getValue())));
      }
    }
    if (identities.getIdentitySchemasCount() > 0) {
      ObjectNode known = document.putObject("resource_identity_schemas");
      for (var entry : new TreeMap<>(identities.getIdentitySchemasMap()).entrySet()) {
        known.set(entry.getKey(), identity(Wire.IdentitySchema.parseFrom(entry.getValue())));
      }
    }
    return document;
  }

  private void put(ObjectNode document, String field, Map<String, ByteString> schemas)
      throws InvalidProtocolBufferException, MalformedMessage {
    if (schemas.isEmpty()) {
      return;
    }
    ObjectNode all = document.putObject(field);
    for (Map.Entry<String, ByteString> schema : new TreeMap<>(schemas).entrySet()) {
      all.set(schema.getKey(), schema(schema.getValue()));
    }
  }

  private ObjectNode schema(ByteString bytes)
      throws InvalidProtocolBufferException, MalformedMessage {
    Wire.Schema schema = Wire.Schema.parseFrom(bytes);
    ObjectNode node = Json.object().put("version", schema.getVersion());
    node.set("block", block(schema.getBlock()));
    return node;
  }

  private ObjectNode block(Wire.Block block)
      throws InvalidProtocolBufferException, MalformedMessage {
    ObjectNode node = Json.object();
    attributes(node, block.getAttributesList());
    if (block.getBlockTypesCount() > 0) {
      ObjectNode blocks = node.putObject("block_types");
      for (Wire.NestedBlock nested : block.getBlockTypesList()) {
        ObjectNode type = blocks.putObject(nested.getTypeName());
        type.put("nesting_mode", NESTINGS.get(nested.getNesting()));
        type.set("block", block(nested.getBlock()));
        number(type, "min_items", nested.getMinItems());
        number(type, "max_items", nested.getMaxItems());
      }
    }
    describe(node, block.getDescription(), block.getDescriptionKind());
    flag(node, "deprecated", block.getDeprecated());
    return node;
  }

  private void attributes(ObjectNode into, List<ByteString> attributes)
      throws InvalidProtocolBufferException, MalformedMessage {
    if (attributes.isEmpty()) {
      return;
    }
    ObjectNode all = into.putObject("attributes");
    for (ByteString bytes : attributes) {
      switch (version) {
        case FIVE -> {
          Wire.AttributeFive five = Wire.AttributeFive.parseFrom(bytes);
          ObjectNode node = all.putObject(five.getName());
          node.set("type", type(five.getType()));
          describe(node, five.getDescription(), five.getDescriptionKind());
          flag(node, "deprecated", five.getDeprecated());
          flag(node, "required", five.getRequired());
          flag(node, "optional", five.getOptional());
          flag(node, "computed", five.getComputed());
          flag(node, "sensitive", five.getSensitive());
          flag(node, "write_only", five.getWriteOnly());
        }
        case SIX -> attribute(all, Wire.AttributeSix.parseFrom(bytes));
      }
    }
  }

  private void attribute(ObjectNode all, Wire.AttributeSix six)
      throws InvalidProtocolBufferException, MalformedMessage {
    ObjectNode node = all.putObject(six.getName());
    if (six.hasNestedType()) {
      ObjectNode nested = node.putObject("nested_type");
      attributes(nested, six.getNestedType().getAttributesList());
      nested.put("nesting_mode", NESTINGS.get(six.getNestedType().getNesting()));
    } else {
      node.set("type", type(six.getType()));
    }
    describe(node, six.getDescription(), six.getDescriptionKind());
    flag(node, "deprecated", six.getDeprecated());
    flag(node, "required", six.getRequired());
    flag(node, "optional", six.getOptional());
    flag(node, "computed", six.getComputed());
    flag(node, "sensitive", six.getSensitive());
    flag(node, "write_only", six.getWriteOnly());
  }

  private static ObjectNode function(Wire.Function function) throws MalformedMessage {
    ObjectNode node = Json.object();
    text(node, "description", function.getDescription());
    text(node, "summary", function.getSummary());
    text(node, "deprecation_message", function.getDeprecationMessage());
    node.set("return_type", type(function.getReturn().getType()));
    if (function.getParametersCount() > 0) {
      ArrayNode parameters = node.putArray("parameters");
      for (Wire.Function.Parameter parameter : function.getParametersList()) {
        parameters.add(parameter(parameter));
      }
    }
    if (function.hasVariadicParameter()) {
      node.set("variadic_parameter", parameter(function.getVariadicParameter()));
    }
    return node;
  }

  private static ObjectNode parameter(Wire.Function.Parameter parameter) throws MalformedMessage {
    ObjectNode node = Json.object();
    text(node, "name", parameter.getName());
    text(node, "description", parameter.getDescription());
    flag(node, "is_nullable", parameter.getAllowNullValue());
    node.set("type", type(parameter.getType()));
    return node;
  }

  private static ObjectNode identity(Wire.IdentitySchema schema) throws MalformedMessage {
    ObjectNode node = Json.object().put("version", schema.getVersion());
    ObjectNode attributes = node.putObject("attributes");
    for (Wire.IdentitySchema.Attribute part : schema.getIdentityAttributesList()) {
      ObjectNode attribute = attributes.putObject(part.getName());
      attribute.set("type", type(part.getType()));
      text(attribute, "description", part.getDescription());
      flag(attribute, "required_for_import", part.getRequiredForImport());
      flag(attribute, "optional_for_import", part.getOptionalForImport());
    }
    return node;
  }

  private static JsonNode type(ByteString json) throws MalformedMessage {
    return Json.tree(json.toByteArray());
  }

  private static void describe(ObjectNode node, String description, int kind) {
    text(node, "description", description);
    node.put("description_kind", kind == MARKDOWN ? "markdown" : "plain");
  }

  private static void text(ObjectNode node, String field, String value) {
    if (!value.isEmpty()) {
      node.put(field, value);
    }
  }

  private static void flag(ObjectNode node, String field, boolean value) {
    if (value) {
      node.put(field, true);
    }
  }

  private static void number(ObjectNode node, String field, long value) {
    if (value != 0) {
      node.put(field, value);
    }
  }
}
