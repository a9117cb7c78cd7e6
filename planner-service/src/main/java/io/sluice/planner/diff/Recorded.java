package io.sluice.planner.diff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.substitution.Escape;
import io.sluice.language.substitution.References;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;

/**
 * What a configuration is compared with: what was wanted last time, with the values that it came
 * to. Where the object has been found to be otherwise, what it is.
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
      boolean deferred = References.hasModuleReferences(wanted) || !References.in(wanted).isEmpty();
      JsonNode escaped = Escape.tree(is);
      if (deferred || !SchemaDiff.same(attribute.type(), wanted, escaped)) {
        before.set(attribute.name(), escaped);
      }
    }
    return before;
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
