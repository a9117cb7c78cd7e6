package io.sluice.state.query;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a whole workspace at one moment: taken under the store's lock, decoded when it is
 * free again.
 */
record RawWorkspace(
    String workspace,
    List<Map.Entry<String, byte[]>> state,
    List<Map.Entry<String, byte[]>> runs,
    byte @Nullable [] owner) {
  static RawWorkspace of(LocalStore store, String workspace, int partition) {
    String prefix = workspace + "/";
    return store.reading(
        () ->
            new RawWorkspace(
                workspace,
                store.page(Table.STATE, prefix, null, Integer.MAX_VALUE),
                store.page(Table.RUNS, prefix, null, Integer.MAX_VALUE),
                store.find(Table.RUNS, RecordKeys.owner(partition))));
  }

  /** Without its resources. */
  static RawWorkspace runs(LocalStore store, String workspace) {
    return new RawWorkspace(
        workspace,
        List.of(),
        store.reading(() -> store.page(Table.RUNS, workspace + "/", null, Integer.MAX_VALUE)),
        null);
  }

  List<StateRecord> resources() {
    return resources(state, workspace);
  }

  /** In the order of their keys; what is marked with {@code !} is no resource. */
  static List<StateRecord> resources(List<Map.Entry<String, byte[]>> entries, String workspace) {
    List<StateRecord> resources = new ArrayList<>();
    for (Map.Entry<String, byte[]> entry : entries) {
      if (!entry.getKey().startsWith(workspace + "/!")) {
        resources.add(StoredMessages.state(entry.getValue()));
      }
    }
    return resources;
  }

  byte @Nullable [] outputs() {
    String key = RecordKeys.outputs(workspace);
    return state.stream()
        .filter(entry -> entry.getKey().equals(key))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** The offset at which state was last changed. */
  long changedAt(WorkspaceState state, List<StateRecord> resources) {
    WorkspaceRecord own = state.workspaceRecord().orElse(null);
    Long removed = own == null ? null : own.removedAt();
    long last = removed == null ? 0 : removed;
    for (StateRecord record : resources) {
      last = Math.max(last, record.version());
    }
    byte[] outputs = outputs();
    return outputs == null
        ? last
        : Math.max(last, Json.toTree(StoredMessages.payload(outputs)).path("version").asLong());
  }

  WorkspaceState folded(List<StateRecord> resources) {
    InMemoryStateRecords records = new InMemoryStateRecords();
    resources.forEach(records::put);
    List<Change> changes = new ArrayList<>();
    runs.forEach(
        entry ->
            changes.add(Change.restored(entry.getKey(), StoredMessages.payload(entry.getValue()))));
    return WorkspaceState.restore(workspace, records, changes);
  }
}
