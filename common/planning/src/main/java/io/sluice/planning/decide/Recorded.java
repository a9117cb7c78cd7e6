package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.substitution.Escape;
import io.sluice.language.substitution.References;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;

/**
 * What a configuration is compared with: the configuration that was applied last, with its values;
 * for an object that was found changed, what was found.
 */
final class Recorded {
  private Recorded() {}

  /** {@code config} is what is wanted now: of an adopted object nothing was wanted before. */
  static JsonNode resolved(
      TypeSchema schema, JsonNode desired, JsonNode attributes, JsonNode config) {
    if (!(desired instanceof ObjectNode)) {
      return adopted(schema, attributes, config);
    }
    ObjectNode before = desired.deepCopy();
    for (AttributeSchema attribute : schema.body().attributes()) {
      JsonNode wanted = desired.get(attribute.name());
      JsonNode is = attributes.get(attribute.name());
      if (wanted == null || is == null || is.has("$ref") || is.has("$sealed")) {
        continue;
      }
      if (wanted.findValue("$expr") != null && wanted.equals(config.get(attribute.name()))) {
        continue; // what a worker's variable came to is not compared, and the rest is not known
      }
      JsonNode escaped = Escape.tree(is);
      if (isDeferred(wanted) || !SchemaDiff.same(attribute.type(), wanted, escaped)) {
        before.set(attribute.name(), escaped);
      }
    }
    for (BlockSchema block : schema.body().blocks()) {
      JsonNode wanted = desired.get(block.name());
      JsonNode is = attributes.get(block.name());
      if (wanted != null
          && is != null
          && isDeferred(wanted)
          && !(wanted.findValue("$expr") != null && wanted.equals(config.get(block.name())))) {
        before.set(block.name(), Escape.tree(configured(block, is)));
      }
    }
    return before;
  }

  private static boolean isDeferred(JsonNode wanted) {
    return References.hasModuleReferences(wanted) || !References.in(wanted).isEmpty();
  }

  private static JsonNode configured(BlockSchema block, JsonNode is) {
    if (is.isArray()) {
      ArrayNode list = Json.mapper().createArrayNode();
      is.forEach(one -> list.add(configured(block.body(), one)));
      return list;
    }
    if (block.nesting() == BlockSchema.Nesting.MAP) {
      ObjectNode map = Json.object();
      is.properties()
          .forEach(one -> map.set(one.getKey(), configured(block.body(), one.getValue())));
      return map;
    }
    return configured(block.body(), is);
  }

  /** Without what the provider has added. */
  private static JsonNode configured(BlockBody body, JsonNode is) {
    ObjectNode configured = Json.object();
    for (AttributeSchema attribute : body.attributes()) {
      if (attribute.configurable() && is.hasNonNull(attribute.name())) {
        configured.set(attribute.name(), is.get(attribute.name()));
      }
    }
    for (BlockSchema nested : body.blocks()) {
      JsonNode inside = is.path(nested.name());
      if (!inside.isEmpty()) {
        configured.set(nested.name(), configured(nested, inside));
      }
    }
    return configured;
  }

  private static JsonNode adopted(TypeSchema schema, JsonNode attributes, JsonNode config) {
    ObjectNode before = Json.object();
    for (AttributeSchema attribute : schema.body().attributes()) {
      JsonNode is = attributes.get(attribute.name());
      if (is != null && !is.isNull() && attribute.configurable() && config.has(attribute.name())) {
        before.set(attribute.name(), Escape.tree(is));
      }
    }
    return before;
  }
}
