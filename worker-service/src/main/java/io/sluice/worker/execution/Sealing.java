package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.message.Task;
import io.sluice.provider.Redaction;
import java.util.Collection;
import java.util.List;
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
    return new Sealed(seal(attributes, paths), List.copyOf(paths));
  }

  JsonNode privateData(JsonNode data) {
    Set<String> paths = SecretPaths.of(data, List.of(), redaction);
    return paths.isEmpty() ? data : seal(data, paths);
  }

  private JsonNode seal(JsonNode tree, Set<String> paths) {
    return vault.seal(task.workspace(), task.run(), task.address().text(), tree, paths);
  }
}
