package io.sluice.state.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;

/** The files that came with a run, for as long as the run's submission is kept: until its end. */
final class SubmittedFiles {
  private SubmittedFiles() {}

  static Answer of(LocalStore store, String workspace, String run) {
    byte[] bytes = store.find(Table.RUNS, RecordKeys.submission(workspace, run));
    if (bytes == null || !(StoredMessages.payload(bytes) instanceof Submitted submitted)) {
      return new Answer.Nothing("run " + run + " has ended, or is not known here");
    }
    JsonNode configuration = submitted.document().path("configuration");
    ObjectNode body = Json.object();
    body.put("cwd", configuration.path("cwd").asText());
    body.put("files_of", configuration.path("files_of").asText(run));
    body.set("files", configuration.has("files") ? configuration.path("files") : Json.object());
    return new Answer.Found(body);
  }
}
