package io.sluice.state.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.record.OutputsRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.StoredWorkspaces;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The workspaces whose configurations say what a change of outputs means that they read. */
final class Readers {
  private Readers() {}

  /** Most workspaces take nothing from others: their records are not decoded. */
  static List<ObjectNode> of(LocalStore store) {
    List<ObjectNode> readers = new ArrayList<>();
    for (String workspace : store.reading(() -> StoredWorkspaces.names(store))) {
      byte[] record = store.find(Table.STATE, RecordKeys.outputs(workspace));
      if (record != null && mayTake(record)) {
        JsonNode outputs = Json.toTree(StoredMessages.payload(record));
        if (OutputsRecord.reads(outputs).has(OutputsRecord.ON_CHANGE)) {
          readers.add(reader(store, workspace, outputs));
        }
      }
    }
    return readers;
  }

  private static boolean mayTake(byte[] record) {
    return new String(record, StandardCharsets.ISO_8859_1)
        .contains('"' + OutputsRecord.ON_CHANGE + '"');
  }

  private static ObjectNode reader(LocalStore store, String workspace, JsonNode outputs) {
    ObjectNode reader =
        Json.object()
            .put("workspace", workspace)
            .put("version", outputs.path("version").asLong())
            .put("kept", !OutputsRecord.document(outputs).isEmpty());
    reader.set("reads", OutputsRecord.reads(OutputsRecord.withoutDocument(outputs)));
    ArrayNode runs = reader.putArray("runs");
    List<Map.Entry<String, byte[]>> entries =
        store.reading(
            () -> StoredWorkspaces.runEntries(store, workspace + "/", null, Integer.MAX_VALUE));
    for (Map.Entry<String, byte[]> entry : entries) {
      if (StoredMessages.payload(entry.getValue()) instanceof RunRecord run && run.active()) {
        ObjectNode one = runs.addObject();
        one.put("run", run.run()).put("by", run.by()).put("phase", run.phase().name());
        // what the run found out later has a hash of its own, which only a person repeats
        one.put("hash", run.beyond() == null ? run.hash() : null);
      }
    }
    return reader;
  }

  /** The configuration that the workspace was applied with last. */
  static Answer document(LocalStore store, String workspace) {
    byte[] record = store.find(Table.STATE, RecordKeys.outputs(workspace));
    String document =
        record == null || !mayTake(record)
            ? ""
            : OutputsRecord.document(Json.toTree(StoredMessages.payload(record)));
    return document.isEmpty()
        ? new Answer.Nothing("no configuration of workspace " + workspace + " is kept")
        : new Answer.Found(Json.object().put("document", document));
  }
}
