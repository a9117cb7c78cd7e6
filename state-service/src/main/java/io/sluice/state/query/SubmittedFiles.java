package io.sluice.state.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import java.util.Optional;

/** The files that came with a run, for as long as the run's submission is kept: until its end. */
final class SubmittedFiles {
  private SubmittedFiles() {}

  static Answer of(LocalStore store, String workspace, String run) {
    Optional<JsonNode> document = found(store, workspace, run);
    if (document.isEmpty()) {
      return none(run);
    }
    JsonNode configuration = document.get().path("configuration");
    ObjectNode body = Json.object();
    body.put("cwd", configuration.path("cwd").asText());
    body.put("files_of", configuration.path("files_of").asText(run));
    body.set("files", configuration.has("files") ? configuration.path("files") : Json.object());
    return new Answer.Found(body);
  }

  /** All that came with it. */
  static Answer document(LocalStore store, String workspace, String run) {
    return found(store, workspace, run)
        .<Answer>map(document -> new Answer.Found(Json.object().set("document", document)))
        .orElseGet(() -> none(run));
  }

  private static Answer none(String run) {
    return new Answer.Nothing("run " + run + " has ended, or is not known here");
  }

  private static Optional<JsonNode> found(LocalStore store, String workspace, String run) {
    byte[] bytes = store.find(Table.RUNS, RecordKeys.submission(workspace, run));
    return bytes != null && StoredMessages.payload(bytes) instanceof Submitted submitted
        ? Optional.of(submitted.document())
        : Optional.empty();
  }
}
