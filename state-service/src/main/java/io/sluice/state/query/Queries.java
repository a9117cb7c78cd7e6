package io.sluice.state.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.view.LocksView;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.OutputsRecord;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.model.value.RecordField;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.StoredWorkspaces;
import io.sluice.transport.topic.Partitioner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The questions about what there is, answered from committed records, each at one version. Bytes
 * are taken under the store's lock and decoded outside it.
 */
public final class Queries {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final long LOOK_AGAIN_MILLIS = 2;

  private final Committed committed;
  private final Partitioner partitioner;
  private final String topicsIdentity;

  /**
   * @param topicsIdentity what identifies these topics: lineages are derived from it
   */
  public Queries(Committed committed, Partitioner partitioner, String topicsIdentity) {
    this.committed = committed;
    this.partitioner = partitioner;
    this.topicsIdentity = topicsIdentity;
  }

  /** Waits for the version no longer than the caller has patience, and never long. */
  Answer snapshot(String workspace, long minVersion, Duration patience)
      throws InterruptedException {
    Duration wait = patience.compareTo(LONGEST_WAIT) < 0 ? patience : LONGEST_WAIT;
    long until = System.nanoTime() + wait.toNanos();
    while (true) {
      Optional<LocalStore> store = store(workspace);
      if (store.isEmpty()) {
        return new Answer.Elsewhere(workspace);
      }
      long version = owner(store.get(), workspace).reached();
      if (minVersion <= 0 || version >= minVersion) {
        return new Answer.Found(snapshot(store.get(), workspace));
      }
      if (System.nanoTime() - until > 0) {
        return new Answer.Behind(version);
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  private Snapshot snapshot(LocalStore store, String workspace) {
    int partition = partitioner.partition(workspace);
    RawWorkspace raw = RawWorkspace.of(store, workspace, partition);
    OwnerRecord owner = owner(raw.owner(), partition);
    List<StateRecord> resources = raw.resources();
    WorkspaceState state = raw.folded(resources);
    byte[] outputs = raw.outputs();
    return new Snapshot(
        workspace,
        owner.reached(),
        owner.epoch(),
        state.workspaceRecord().map(record -> record.root()).orElse(null),
        resources,
        outputs == null
            ? null
            : OutputsRecord.withoutDocument(Json.toTree(StoredMessages.payload(outputs))),
        state.closed().stream().map(Address::text).sorted().toList(),
        origin(state.workspaceRecord().orElse(null), workspace),
        raw.changedAt(state, resources));
  }

  /** A workspace that came from nowhere else has a lineage of its own, the same at every call. */
  private WorkspaceRecord.Origin origin(@Nullable WorkspaceRecord record, String workspace) {
    WorkspaceRecord.Origin origin = record == null ? null : record.origin();
    byte[] name = (topicsIdentity + workspace).getBytes(StandardCharsets.UTF_8);
    return origin == null
        ? new WorkspaceRecord.Origin(UUID.nameUUIDFromBytes(name).toString(), 0, 0)
        : origin;
  }

  /** One piece of a workspace's resources; {@code next} says where the piece after it begins. */
  Answer resources(String workspace, Filter filter, Page page) {
    return of(
        workspace,
        store -> {
          String prefix = workspace + "/";
          String after = page.after() == null ? null : prefix + page.after();
          ObjectNode body = Json.object();
          List<Map.Entry<String, byte[]>> entries =
              store.reading(
                  () -> {
                    body.put("workspace", workspace)
                        .put("version", owner(store, workspace).reached());
                    return store.page(Table.STATE, prefix, after, page.limit());
                  });
          ArrayNode list = body.putArray("resources");
          RawWorkspace.resources(entries, workspace).stream()
              .filter(filter::takes)
              .forEach(record -> list.add(Json.toTree(record)));
          if (entries.size() == page.limit()) {
            body.put("next", entries.getLast().getKey().substring(prefix.length()));
          }
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

  Answer outputs(String workspace) {
    return of(
        workspace,
        store -> {
          byte[] outputs = store.find(Table.STATE, RecordKeys.outputs(workspace));
          return outputs == null
              ? new Answer.Nothing("workspace " + workspace + " has no outputs")
              : new Answer.Found(
                  OutputsRecord.withoutDocument(Json.toTree(StoredMessages.payload(outputs))));
        });
  }

  /** Who of the workspaces here takes outputs of others, and what goes on there. */
  Answer readers() {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("readers");
    stores(null).forEach(store -> Readers.of(store).forEach(list::add));
    return new Answer.Found(body);
  }

  /** The configuration that a workspace was applied with last, where it is kept. */
  Answer document(String workspace) {
    return of(workspace, store -> Readers.document(store, workspace));
  }

  /** The configuration that a run came with, until it ends. */
  Answer submitted(String workspace, String run) {
    return of(workspace, store -> SubmittedFiles.document(store, workspace, run));
  }

  Answer value(String workspace, String address, long version, String path) {
    return of(
        workspace,
        store -> {
          StateRecord record = record(store, workspace, address).orElse(null);
          if (record == null || record.version() != version) {
            return new Answer.Nothing(address + " has no version " + version);
          }
          return RecordField.of(record, path)
              .<Answer>map(Answer.Found::new)
              .orElse(new Answer.Nothing(address + " has nothing at " + path));
        });
  }

  Answer standing() {
    return new Answer.Found(committed.standing());
  }

  /** The claims as the machine holds them; resources are not read for it. */
  Answer locks(String workspace) {
    return of(
        workspace,
        store -> {
          RawWorkspace runs = RawWorkspace.runs(store, workspace);
          return new Answer.Found(LocksView.of(runs.folded(List.of())));
        });
  }

  /** Runs of one workspace, or of all that this instance owns, by their keys. */
  Answer runs(@Nullable String workspace, Page page) {
    if (workspace != null && store(workspace).isEmpty()) {
      return new Answer.Elsewhere(workspace);
    }
    List<Map.Entry<String, byte[]>> entries = new ArrayList<>();
    String prefix = workspace == null ? "" : workspace + "/";
    for (LocalStore store : stores(workspace)) {
      entries.addAll(runEntries(store, prefix, page.after(), page.limit()));
    }
    entries.sort(Map.Entry.comparingByKey());
    List<Map.Entry<String, byte[]>> shown =
        entries.size() > page.limit() ? entries.subList(0, page.limit()) : entries;
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("runs");
    decoded(shown).forEach(run -> list.add(Json.toTree(run)));
    if (shown.size() == page.limit()) {
      body.put("next", shown.getLast().getKey());
    }
    return new Answer.Found(body);
  }

  Answer workspaces(Page page) {
    List<String> names = new ArrayList<>();
    for (LocalStore store : stores(null)) {
      names.addAll(store.reading(() -> StoredWorkspaces.names(store)));
    }
    String after = page.after() == null ? "" : page.after();
    List<String> shown = names.stream().filter(name -> name.compareTo(after) > 0).sorted().toList();
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("workspaces");
    shown.stream().limit(page.limit()).forEach(list::add);
    if (shown.size() > page.limit()) {
      body.put("next", shown.get(page.limit() - 1));
    }
    return new Answer.Found(body);
  }

  /** What a workspace remembers of itself, how much it holds, and its version. */
  Answer workspace(String workspace) {
    return of(
        workspace,
        store -> {
          ObjectNode body = Json.object().put("workspace", workspace);
          byte[] record =
              store.reading(
                  () -> {
                    body.put("version", owner(store, workspace).reached());
                    body.put("resources", count(store, workspace));
                    return store.find(Table.RUNS, RecordKeys.workspace(workspace));
                  });
          if (record != null) {
            body.set("record", Json.toTree(StoredMessages.payload(record)));
          }
          return new Answer.Found(body);
        });
  }

  private static int count(LocalStore store, String workspace) {
    int count = 0;
    var entries = store.withPrefix(Table.STATE, workspace + "/");
    while (entries.hasNext()) {
      count += entries.next().getKey().startsWith(workspace + "/!") ? 0 : 1;
    }
    return count;
  }

  /** The run with its nodes, while it has any. */
  Answer run(String id) {
    for (LocalStore store : stores(null)) {
      for (Map.Entry<String, byte[]> entry : runEntries(store, "", null, Integer.MAX_VALUE)) {
        if (entry.getKey().endsWith("/" + id)) {
          return run(store, entry.getKey());
        }
      }
    }
    return new Answer.Nothing("no run " + id + " is known here");
  }

  /** The nodes of a run's plan, while it is kept: until the run has ended. */
  Answer plan(String id) {
    for (LocalStore store : stores(null)) {
      for (Map.Entry<String, byte[]> entry : runEntries(store, "", null, Integer.MAX_VALUE)) {
        if (entry.getKey().endsWith("/" + id)
            && StoredMessages.payload(entry.getValue()) instanceof RunRecord run) {
          ObjectNode body = Json.object();
          ArrayNode nodes = body.putArray("nodes");
          planned(store, entry.getKey(), run).forEach(node -> nodes.add(Json.toTree(node)));
          return new Answer.Found(body);
        }
      }
    }
    return new Answer.Nothing("no run " + id + " is known here");
  }

  private static List<Node> planned(LocalStore store, String key, RunRecord run) {
    List<Map.Entry<String, byte[]>> parts =
        store.reading(() -> store.page(Table.RUNS, RecordKeys.parts(key), null, Integer.MAX_VALUE));
    List<Node> nodes = new ArrayList<>();
    for (Map.Entry<String, byte[]> entry : parts) {
      if (StoredMessages.payload(entry.getValue()) instanceof PlanPart part
          && !run.formerPlans().contains(part.planId())) {
        nodes.addAll(part.nodes());
      }
    }
    return nodes;
  }

  /** The same where the workspace is known: nothing is searched. */
  Answer run(String workspace, String id) {
    return of(workspace, store -> run(store, RecordKeys.run(workspace, id)));
  }

  /** The files that came with it. */
  Answer files(String workspace, String id) {
    return of(workspace, store -> SubmittedFiles.of(store, workspace, id));
  }

  private static Answer run(LocalStore store, String key) {
    List<Map.Entry<String, byte[]>> below =
        store.reading(() -> store.page(Table.RUNS, key + "/", null, Integer.MAX_VALUE));
    byte[] bytes = store.find(Table.RUNS, key);
    if (bytes == null || !(StoredMessages.payload(bytes) instanceof RunRecord run)) {
      return new Answer.Nothing("no run " + key.substring(key.indexOf('/') + 1) + " is known here");
    }
    ObjectNode body = Json.object();
    body.set("run", Json.toTree(run));
    ObjectNode nodes = body.putObject("nodes");
    nodes(below, key + "/").forEach((node, record) -> nodes.set(node, Json.toTree(record)));
    return new Answer.Found(body);
  }

  private static Map<String, NodeRecord> nodes(
      List<Map.Entry<String, byte[]>> entries, String prefix) {
    Map<String, NodeRecord> nodes = new TreeMap<>();
    for (Map.Entry<String, byte[]> entry : entries) {
      String node = entry.getKey().substring(prefix.length());
      if (!RecordKeys.isReserved(node)
          && StoredMessages.payload(entry.getValue()) instanceof NodeRecord record) {
        nodes.put(node, record);
      }
    }
    return nodes;
  }

  private static List<Map.Entry<String, byte[]>> runEntries(
      LocalStore store, String prefix, @Nullable String after, int limit) {
    return store.reading(() -> StoredWorkspaces.runEntries(store, prefix, after, limit));
  }

  private static List<RunRecord> decoded(List<Map.Entry<String, byte[]>> entries) {
    List<RunRecord> runs = new ArrayList<>();
    for (Map.Entry<String, byte[]> entry : entries) {
      if (StoredMessages.payload(entry.getValue()) instanceof RunRecord run) {
        runs.add(run);
      }
    }
    return runs;
  }

  private static Optional<StateRecord> record(LocalStore store, String workspace, String address) {
    byte[] bytes = store.find(Table.STATE, workspace + "/" + address);
    return bytes == null || RecordKeys.isReserved(address)
        ? Optional.empty()
        : Optional.of(StoredMessages.state(bytes));
  }

  private Answer of(String workspace, Function<LocalStore, Answer> question) {
    return store(workspace).map(question).orElse(new Answer.Elsewhere(workspace));
  }

  private List<LocalStore> stores(@Nullable String workspace) {
    List<LocalStore> stores = new ArrayList<>();
    for (int partition : committed.serving()) {
      if (workspace == null || partition == partitioner.partition(workspace)) {
        committed.store(partition).ifPresent(stores::add);
      }
    }
    return stores;
  }

  private Optional<LocalStore> store(String workspace) {
    return committed.store(partitioner.partition(workspace));
  }

  private OwnerRecord owner(LocalStore store, String workspace) {
    int partition = partitioner.partition(workspace);
    return owner(store.find(Table.RUNS, RecordKeys.owner(partition)), partition);
  }

  private static OwnerRecord owner(byte @Nullable [] bytes, int partition) {
    return bytes == null
        ? new OwnerRecord(partition, 0, 0, "", 0, Instant.EPOCH)
        : (OwnerRecord) StoredMessages.payload(bytes);
  }
}
