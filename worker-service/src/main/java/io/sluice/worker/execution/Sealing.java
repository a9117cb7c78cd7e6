package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.provider.Redaction;
import io.sluice.provider.SecretPaths;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nothing secret leaves a worker in clear: attributes and private data pass here on their way out.
 *
 * @param known paths that are secret whatever they hold
 */
record Sealing(Vault vault, Task task, Collection<String> known, Redaction redaction) {

  /** Sealed attributes, and which paths of them were. */
  record Sealed(JsonNode attributes, List<String> paths) {}

  Sealed attributes(JsonNode attributes) {
    Set<String> paths = SecretPaths.of(attributes, known, redaction);
    if (paths.isEmpty()) {
      return new Sealed(attributes, List.of());
    }
    return new Sealed(likeBefore(attributes, seal(attributes, paths)), List.copyOf(paths));
  }

  /**
   * A value that was read again and is the same stays sealed as it was: whoever can't open it can
   * still tell that it has not changed.
   */
  private JsonNode likeBefore(JsonNode clear, JsonNode sealed) {
    Task.Prior prior = task.prior();
    if (task.action() != Action.READ || prior == null || !(sealed instanceof ObjectNode object)) {
      return sealed;
    }
    JsonNode before = vault.open(task.workspace(), prior.attributes());
    for (Map.Entry<String, JsonNode> field : clear.properties()) {
      JsonNode was = prior.attributes().get(field.getKey());
      if (was != null && Json.same(before.path(field.getKey()), field.getValue())) {
        object.set(field.getKey(), was);
      }
    }
    return object;
  }

  JsonNode privateData(JsonNode data) {
    Set<String> paths = SecretPaths.of(data, List.of(), redaction);
    return paths.isEmpty() ? data : seal(data, paths);
  }

  private JsonNode seal(JsonNode tree, Set<String> paths) {
    return vault.seal(task.workspace(), task.run(), task.address().text(), tree, paths);
  }
}
