package io.sluice.planning.decide;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.substitution.Reference.Output;
import io.sluice.language.substitution.References;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Resource;

/** What {@code ignore_changes} makes of a configuration: the old values at the ignored places. */
final class IgnoredChanges {
  private IgnoredChanges() {}

  static JsonNode keep(Resource resource, JsonNode before) {
    Lifecycle lifecycle = resource.settings().lifecycle();
    if (lifecycle.ignoreAll()) {
      return resolvable(resource, before) ? before : resource.config();
    }
    if (lifecycle.ignoreChanges().isEmpty()) {
      return resource.config();
    }
    JsonNode config = resource.config().deepCopy();
    for (String path : lifecycle.ignoreChanges()) {
      JsonPointer pointer = JsonPointer.compile(path);
      JsonNode old = before.at(pointer);
      if (resolvable(resource, old)) {
        put(config.at(pointer.head()), pointer.last(), old);
      }
    }
    return config;
  }

  /** Old references that nothing in the document resolves any more can't be kept. */
  private static boolean resolvable(Resource resource, JsonNode old) {
    return References.in(old).stream()
        .allMatch(
            found ->
                !(found instanceof Output output)
                    || resource.references().stream()
                        .anyMatch(reference -> reference.text().equals(output.text())));
  }

  private static void put(JsonNode parent, JsonPointer last, JsonNode old) {
    if (parent instanceof ObjectNode object) {
      if (old.isMissingNode()) {
        object.remove(last.getMatchingProperty());
      } else {
        object.set(last.getMatchingProperty(), old.deepCopy());
      }
    } else if (parent instanceof ArrayNode array
        && array.has(last.getMatchingIndex())
        && !old.isMissingNode()) {
      array.set(last.getMatchingIndex(), old.deepCopy());
    }
  }
}
