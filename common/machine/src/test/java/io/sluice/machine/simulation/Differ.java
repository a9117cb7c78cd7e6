package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.simulation.Document.Resource;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The planner's diff, as small as it can be: document and records to nodes in their order. */
final class Differ {
  static final RetryPolicy RETRY = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(8));

  private final Document document;
  private final Map<String, StateRecord> records;
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, List<String>> extraAfter = new HashMap<>();

  private Differ(Document document, Map<String, StateRecord> records) {
    this.document = document;
    this.records = records;
  }

  static List<Node> plan(Document document, Map<String, StateRecord> records) {
    return new Differ(document, records).plan();
  }

  static Map<String, StateRecord> byAddress(Iterable<StateRecord> records) {
    Map<String, StateRecord> map = new TreeMap<>();
    records.forEach(record -> map.put(record.address().text(), record));
    return map;
  }

  private List<Node> plan() {
    Predicate<String> chosen =
        address ->
            document.targets().isEmpty()
                || document.targets().stream()
                    .anyMatch(t -> address.equals(t) || address.startsWith(t + "["));
    for (Resource resource : document.resources()) {
      if (chosen.test(resource.address())) {
        wanted(resource);
      }
    }
    for (StateRecord record : records.values()) {
      if (chosen.test(record.address().live().text())) {
        unwanted(record);
      }
    }
    deletesAfterDependents();
    List<Node> planned = new ArrayList<>();
    for (Node node : nodes.values()) {
      List<String> after = new ArrayList<>(node.after());
      extraAfter.getOrDefault(node.id(), List.of()).stream()
          .filter(id -> !after.contains(id))
          .forEach(after::add);
      after.removeIf(id -> !nodes.containsKey(id));
      planned.add(copy(node, after));
    }
    return planned;
  }

  private void wanted(Resource resource) {
    if (resource.count() != null) {
      put(node(resource, resource.node(), resource.node(), Action.EXPAND, null, null));
      return;
    }
    String address = resource.address();
    StateRecord record = records.get(address);
    if (resource.step()) {
      put(node(resource, address, address, Action.STEP, null, null));
    } else if (record == null || record.id() == null) {
      put(node(resource, address, address, Action.CREATE, null, null));
    } else if (record.status() == RecordStatus.TAINTED
        || generation(record) != resource.generation()) {
      replace(resource, record);
    } else if (!Json.same(record.desired(), config(resource))
        || record.refreshDue()
        || !record.drifted().isEmpty()
        || record.status() == RecordStatus.IN_DOUBT) {
      put(node(resource, address, address, Action.UPDATE, prior(record), null));
    } else {
      put(node(resource, address, address, Action.NOOP, prior(record), null));
    }
  }

  private void replace(Resource resource, StateRecord record) {
    String address = resource.address();
    String delete = address + "#delete";
    put(node(resource, address, address, Action.CREATE, null, delete));
    put(node(resource, delete, address, Action.DELETE, prior(record), address));
    if (resource.createFirst()) {
      extraAfter.put(delete, new ArrayList<>(List.of(address)));
    } else {
      extraAfter.put(address, new ArrayList<>(List.of(delete)));
    }
  }

  private void unwanted(StateRecord record) {
    Address address = record.address();
    if (address.isOrphan()) {
      return;
    }
    boolean live = !address.isDeposed();
    String text = address.text();
    if (live && nodes.containsKey(text)) {
      return;
    }
    boolean ofBlock =
        live
            && text.endsWith("]")
            && document.resources().stream()
                .anyMatch(r -> r.count() != null && text.startsWith(r.address() + "["));
    if (!ofBlock) {
      put(delete(record));
      if (!live) {
        extraAfter.put(
            text,
            new ArrayList<>(List.of(address.live().text(), address.live().text() + "#delete")));
      }
    }
  }

  /** What goes, goes after everything that was recorded as depending on it has gone or moved. */
  private void deletesAfterDependents() {
    for (Node node : List.copyOf(nodes.values())) {
      if (node.action() != Action.DELETE) {
        continue;
      }
      boolean deleteFirst = node.pairedWith() != null && !node.createBeforeDestroy();
      for (StateRecord dependent : records.values()) {
        String text = dependent.address().text();
        boolean depends = dependent.dependencies().contains(node.address().live());
        if (depends && !deleteFirst && !dependent.address().isOrphan()) {
          add(node.id(), text);
        }
      }
      if (node.pairedWith() != null && node.createBeforeDestroy()) {
        for (Resource resource : document.resources()) {
          if (resource.after().stream().anyMatch(n -> ("t." + n).equals(node.address().text()))) {
            add(node.id(), resource.node());
          }
        }
      }
    }
  }

  private void add(String node, String after) {
    extraAfter.computeIfAbsent(node, any -> new ArrayList<>()).add(after);
  }

  /** What is read before it is planned: all that has an object and is not in doubt. */
  static List<Node> reads(Document document, Map<String, StateRecord> records, boolean all) {
    List<Node> nodes = new ArrayList<>();
    for (StateRecord record : records.values()) {
      String live = record.address().text();
      boolean chosen =
          document.targets().isEmpty()
              || document.targets().stream()
                  .anyMatch(t -> live.equals(t) || live.startsWith(t + "["));
      if (chosen
          && (all || record.refreshDue())
          && record.id() != null
          && record.status() != RecordStatus.IN_DOUBT
          && record.address().equals(record.address().live())) {
        nodes.add(
            make(
                live + "#read",
                live,
                Action.READ,
                Json.object(),
                List.of(),
                List.of(),
                RepeatClass.PURE,
                prior(record),
                false,
                null,
                List.of()));
      }
    }
    return nodes;
  }

  /** What a placeholder becomes: instances, and deletes of those that are too many. */
  static List<Node> expand(Resource resource, Map<String, StateRecord> records) {
    List<Node> nodes = new ArrayList<>();
    int count = resource.count() == null ? 0 : resource.count();
    for (int i = 0; i < count; i++) {
      String address = resource.address() + "[" + i + "]";
      StateRecord record = records.get(address);
      Action action =
          record == null || record.id() == null
              ? Action.CREATE
              : Json.same(record.desired(), config(resource))
                      && !record.refreshDue()
                      && record.drifted().isEmpty()
                      && record.status() == RecordStatus.OK
                  ? Action.NOOP
                  : Action.UPDATE;
      Node.Prior prior = action == Action.CREATE ? null : prior(record);
      nodes.add(
          make(
              address,
              address,
              action,
              config(resource),
              List.of(),
              List.of(),
              resource.repeat(),
              prior,
              false,
              null,
              dependencies(resource)));
    }
    for (StateRecord record : records.values()) {
      String text = record.address().text();
      if (text.startsWith(resource.address() + "[") && text.endsWith("]")) {
        int i = Integer.parseInt(text.substring(text.indexOf('[') + 1, text.length() - 1));
        if (i >= count) {
          nodes.add(delete(record));
        }
      }
    }
    return nodes;
  }

  static Node question(String id, String address, int wave) {
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address = new Address(address);
          draft.action = Action.PLAN;
          draft.type = "questions";
          draft.config = Json.object().put("wave", wave);
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = null;
          draft.retry = RETRY;
        });
  }

  /** As the planner asks for an import: nothing is known of the object but its id. */
  static Node imported(String address, String id) {
    return make(
        address,
        address,
        Action.IMPORT,
        Json.object(),
        List.of(),
        List.of(),
        RepeatClass.PURE,
        new Node.Prior(new Address(address), id, 0),
        false,
        null,
        List.of());
  }

  private Node node(
      Resource resource,
      String id,
      String address,
      Action action,
      Node.@Nullable Prior prior,
      @Nullable String pair) {
    List<String> after = new ArrayList<>();
    List<Reference> values = new ArrayList<>();
    boolean changes = action == Action.CREATE || action == Action.UPDATE;
    for (String name : action == Action.DELETE ? List.<String>of() : resource.after()) {
      Optional<Resource> dependency =
          document.resources().stream().filter(r -> r.name().equals(name)).findFirst();
      if (dependency.isPresent()) {
        after.add(dependency.get().node());
        if (changes && dependency.get().count() == null && document.targets().isEmpty()) {
          values.add(new Reference(name + ".id", name, new Address("t." + name), "id"));
        }
      }
    }
    boolean createFirst = resource.createFirst() && pair != null;
    return make(
        id,
        address,
        action,
        config(resource),
        values,
        after,
        resource.repeat(),
        prior,
        createFirst,
        pair,
        dependencies(resource));
  }

  private static Node delete(StateRecord record) {
    String text = record.address().text();
    RepeatClass repeat =
        RepeatClass.valueOf(record.desired().path("repeat").asText(RepeatClass.TOKEN.name()));
    return make(
        text,
        text,
        Action.DELETE,
        record.desired(),
        List.of(),
        List.of(),
        repeat,
        prior(record),
        false,
        null,
        List.of());
  }

  private static Node make(
      String id,
      String address,
      Action action,
      JsonNode config,
      List<Reference> values,
      List<String> after,
      RepeatClass repeat,
      Node.@Nullable Prior prior,
      boolean createFirst,
      @Nullable String pair,
      List<Address> dependencies) {
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address = new Address(address);
          draft.action = action;
          draft.type = "t";
          draft.config = config;
          draft.values = values;
          draft.after = after;
          draft.dependencies = dependencies;
          draft.prior = prior;
          draft.repeat = repeat;
          draft.timeouts = null;
          draft.retry = RETRY;
          draft.createBeforeDestroy = createFirst;
          draft.pairedWith = pair;
          draft.schemaVersion = 1;
        });
  }

  private static Node copy(Node node, List<String> after) {
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = after;
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = node.retry();
          draft.weight = node.weight();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }

  static JsonNode config(Resource resource) {
    return Json.object()
        .put("v", resource.config())
        .put("generation", resource.generation())
        .put("repeat", resource.repeat().name());
  }

  private static int generation(StateRecord record) {
    return record.desired().path("generation").asInt();
  }

  private static Node.Prior prior(StateRecord record) {
    return new Node.Prior(record.address(), record.id(), record.version());
  }

  private static List<Address> dependencies(Resource resource) {
    return resource.after().stream().map(name -> new Address("t." + name)).toList();
  }

  private void put(Node node) {
    nodes.put(node.id(), node);
  }
}
