package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.References;
import io.sluice.model.json.JsonPointers;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where a compiled configuration waits for the run. */
final class Unknowns {
  private Unknowns() {}

  /**
   * JSON pointers. An expression that only asks for a worker's variable is not among them: that the
   * variable changed is no change.
   */
  static Set<String> in(JsonNode config) {
    Set<String> found = new TreeSet<>();
    walk(config, "", found);
    return found;
  }

  private static void walk(JsonNode node, String pointer, Set<String> found) {
    if (node.has("$expr")) {
      boolean environment =
          node.path("refs").isEmpty()
              && node.path("$expr").asText().contains("worker_env(")
              && !node.path("$expr").asText().matches("(?s).*\\b(timestamp|uuid|bcrypt)\\(.*");
      if (!environment) {
        found.add(pointer);
      }
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        walk(entry.getValue(), JsonPointers.child(pointer, entry.getKey()), found);
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(node.get(i), pointer + "/" + i, found);
      }
    } else if (node.isTextual()
        && node.textValue().contains("${")
        && !References.in(node).isEmpty()) {
      found.add(pointer);
    }
  }
}
