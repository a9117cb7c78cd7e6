package io.sluice.state.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.WorkspaceState;
import io.sluice.machine.task.RecordField;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.StoredRecords;
import io.sluice.state.store.StoredWorkspaces;
import io.sluice.transport.topic.Partitioner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The questions that can be asked, answered from committed records, each at one version. */
public final class Queries {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long LOOK_AGAIN_MILLIS = 2;

  private final Committed committed;
  private final Partitioner partitioner;

  public Queries(Committed committed, Partitioner partitioner) {
    this.committed = committed;
    this.partitioner = partitioner;
  }

  /** What became of a question. */
  sealed interface Answer {
    record Found(Object body) implements Answer {}

    record Nothing(String why) implements Answer {}

    /** This instance does not own the workspace. */
    record Elsewhere(String workspace) implements Answer {}

    record Behind(long version) implements Answer {}
  }

  Answer snapshot(String workspace, long minVersion) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Optional<LocalStore> store = store(workspace);
      if (store.isEmpty()) {
        return new Answer.Elsewhere(workspace);
      }
      long version = version(store.get(), workspace);
      if (version >= minVersion) {
        return of(workspace, held -> new Answer.Found(snapshot(held, workspace)));
      }
      if (System.nanoTime() - until > 0) {
        return new Answer.Behind(version);
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  private Snapshot snapshot(LocalStore store, String workspace) {
    OwnerRecord owner = owner(store, workspace);
    WorkspaceState state =
        StoredWorkspaces.restore(store, workspace, new StoredRecords(store, workspace));
    byte[] outputs = store.find(Table.STATE, RecordKeys.outputs(workspace));
    return new Snapshot(
        workspace,
        owner.applied() - 1,
        owner.epoch(),
        state.workspaceRecord().map(record -> record.root()).orElse(null),
        resources(store, workspace),
        outputs == null ? null : Json.toTree(StoredMessages.payload(outputs)),
        state.closed().stream().map(Address::text).sorted().toList());
  }

  Answer resources(String workspace) {
    return of(
        workspace,
        store -> {
          ObjectNode body = Json.object();
          body.put("workspace", workspace).put("version", owner(store, workspace).applied() - 1);
          ArrayNode list = body.putArray("resources");
          resources(store, workspace).forEach(record -> list.add(Json.toTree(record)));
          return new Answer.Found(body);
        });
  }

  Answer resource(String workspace, String address) {
    return of(
        workspace,
        store ->
            record(store, workspace, address)
                .<Answer>map(Answer.Found::new)
                .orElse(new Answer.Nothing("workspace " + workspace + " has no " + address)));
  }

  Answer value(String workspace, String address, long version, String path) {
    return of(
        workspace,
        store -> {
          StateRecord record = record(store, workspace, address).orElse(null);
          if (record == null || record.version() != version) {
            return new Answer.Nothing(address + " has no version " + version);
          }
          return RecordField.find(record, path)
              .<Answer>map(Answer.Found::new)
              .orElse(new Answer.Nothing(address + " has nothing at " + path));
        });
  }

  Answer locks(String workspace) {
    return of(
        workspace,
        store -> {
          ObjectNode body = Json.object();
          body.put("workspace", workspace);
          ArrayNode held = body.putArray("held");
          ArrayNode waiting = body.putArray("waiting");
          for (RunRecord run : runsOf(store, workspace + "/")) {
            if (!run.ended()) {
              (run.waitingFor().isEmpty() ? held : waiting).add(Json.toTree(run));
            }
          }
          return new Answer.Found(body);
        });
  }

  Answer runs() {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("runs");
    eachStore(store -> StoredWorkspaces.runs(store).forEach(run -> list.add(Json.toTree(run))));
    return new Answer.Found(body);
  }

  Answer workspaces() {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("workspaces");
    eachStore(store -> StoredWorkspaces.names(store).forEach(list::add));
    return new Answer.Found(body);
  }

  /** The run with its nodes, while it has any. */
  Answer run(String id) {
    List<ObjectNode> found = new ArrayList<>();
    eachStore(
        store -> {
          for (RunRecord run : StoredWorkspaces.runs(store)) {
            if (run.run().equals(id)) {
              ObjectNode body = Json.object();
              body.set("run", Json.toTree(run));
              ObjectNode nodes = body.putObject("nodes");
              nodes(store, run).forEach((node, record) -> nodes.set(node, Json.toTree(record)));
              found.add(body);
            }
          }
        });
    return found.isEmpty()
        ? new Answer.Nothing("no run " + id + " is known here")
        : new Answer.Found(found.getFirst());
  }

  private static Map<String, NodeRecord> nodes(LocalStore store, RunRecord run) {
    Map<String, NodeRecord> nodes = new TreeMap<>();
    String prefix = RecordKeys.run(run.workspace(), run.run()) + "/";
    Iterator<Map.Entry<String, byte[]>> stored = store.withPrefix(Table.RUNS, prefix);
    while (stored.hasNext()) {
      Map.Entry<String, byte[]> entry = stored.next();
      String node = entry.getKey().substring(prefix.length());
      if (!node.startsWith("!")
          && StoredMessages.payload(entry.getValue()) instanceof NodeRecord record) {
        nodes.put(node, record);
      }
    }
    return nodes;
  }

  private static List<RunRecord> runsOf(LocalStore store, String prefix) {
    List<RunRecord> runs = new ArrayList<>();
    Iterator<Map.Entry<String, byte[]>> stored = store.withPrefix(Table.RUNS, prefix);
    while (stored.hasNext()) {
      if (StoredMessages.payload(stored.next().getValue()) instanceof RunRecord run) {
        runs.add(run);
      }
    }
    return runs;
  }

  private static List<StateRecord> resources(LocalStore store, String workspace) {
    List<StateRecord> records = new ArrayList<>();
    new StoredRecords(store, workspace).all().forEach(records::add);
    return records;
  }

  private static Optional<StateRecord> record(LocalStore store, String workspace, String address) {
    byte[] bytes = store.find(Table.STATE, workspace + "/" + address);
    return bytes == null ? Optional.empty() : Optional.of(StoredMessages.state(bytes));
  }

  private Answer of(String workspace, Function<LocalStore, Answer> question) {
    return store(workspace)
        .map(store -> store.reading(() -> question.apply(store)))
        .orElse(new Answer.Elsewhere(workspace));
  }

  private void eachStore(java.util.function.Consumer<LocalStore> question) {
    for (int partition : committed.serving()) {
      committed
          .store(partition)
          .ifPresent(
              store ->
                  store.reading(
                      () -> {
                        question.accept(store);
                        return true;
                      }));
    }
  }

  private Optional<LocalStore> store(String workspace) {
    return committed.store(partitioner.partition(workspace));
  }

  private long version(LocalStore store, String workspace) {
    return store.reading(() -> owner(store, workspace).applied() - 1);
  }

  private OwnerRecord owner(LocalStore store, String workspace) {
    int partition = partitioner.partition(workspace);
    byte[] bytes = store.find(Table.RUNS, RecordKeys.owner(partition));
    if (bytes == null) {
      return new OwnerRecord(partition, 0, 0, "", 0, java.time.Instant.EPOCH);
    }
    return (OwnerRecord) StoredMessages.payload(bytes);
  }
}
