package io.sluice.cli.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.Map;

/** Plan documents for tests, as trees. */
public final class Documents {
  private Documents() {}

  /** A document without resources. */
  public static ObjectNode document(String workspace) {
    ObjectNode document = Json.object();
    document.put("schema_version", 2).put("workspace", workspace);
    document.putArray("resources");
    return document;
  }

  /** Adds a resource; its fields may be completed. */
  public static ObjectNode add(
      ObjectNode document, String name, String type, Map<String, String> config) {
    ObjectNode resource = ((ArrayNode) document.path("resources")).addObject();
    resource.put("name", name).put("type", type);
    ObjectNode fields = resource.putObject("config");
    config.forEach(fields::put);
    return resource;
  }
}
