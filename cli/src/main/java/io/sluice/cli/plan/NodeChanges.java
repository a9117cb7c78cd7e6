package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The nodes of a plan document's plan, as they are shown beside what state holds. */
final class NodeChanges {
  private static final String UNKNOWN = "$unknown";
  private final Map<Address, StateRecord> prior;
  private final ProviderRegistry registry;

  NodeChanges(Map<Address, StateRecord> prior, ProviderRegistry registry) {
    this.prior = prior;
    this.registry = registry;
  }

  /** Two halves of a replacement are one change. */
  List<ShownChange> of(List<Node> nodes) {
    return nodes.stream()
        .filter(node -> node.action() != Action.DELETE || node.pairedWith() == null)
        .map(this::change)
        .toList();
  }

  private ShownChange change(Node node) {
    StateRecord record = prior.get(node.address());
    Action action = node.pairedWith() != null ? Action.REPLACE : node.action();
    boolean tainted = record != null && record.status() == RecordStatus.TAINTED;
    JsonNode before = record == null ? null : before(record);
    JsonNode after = action == Action.DELETE ? null : after(node, record, action);
    return new ShownChange(
        node.address(),
        null,
        action,
        node.createBeforeDestroy(),
        node.type(),
        action == Action.REPLACE && tainted ? "tainted" : "",
        before,
        after,
        record == null ? Pointers.NONE : Pointers.of(record.sensitivePaths()),
        Pointers.of(node.sensitivePaths()),
        action == Action.REPLACE ? replacing(node, before, after) : Pointers.NONE,
        record != null && record.existed());
  }

  private static ObjectNode before(StateRecord record) {
    // An imported object has no recorded wishes: then its attributes count.
    boolean wanted = !record.desired().isNull();
    ObjectNode before = fields(wanted ? record.desired() : record.attributes());
    return record.id() == null || before.has("id") ? before : before.put("id", record.id());
  }

  private static ObjectNode after(Node node, @Nullable StateRecord record, Action action) {
    ObjectNode after = fields(node.config());
    if (after.has("id")) {
      return after;
    }
    switch (action) {
      case CREATE, REPLACE -> after.putObject("id").put(UNKNOWN, true);
      case UPDATE, NOOP, IMPORT, FORGET -> {
        if (record != null && record.id() != null) {
          after.put("id", record.id());
        }
      }
      case DELETE, READ, EXPAND, STEP, PLAN -> {}
    }
    return after;
  }

  private static ObjectNode fields(JsonNode tree) {
    return tree instanceof ObjectNode object ? object.deepCopy() : Json.object();
  }

  private Pointers replacing(Node node, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (before == null || after == null) {
      return Pointers.NONE;
    }
    Set<String> names =
        registry
            .find(
                node.plugin() == null ? null : node.plugin().source(),
                TypeSchema.Kind.RESOURCE,
                node.type())
            .stream()
            .flatMap(type -> type.schema().body().attributes().stream())
            .filter(AttributeSchema::forcesReplacement)
            .map(AttributeSchema::name)
            .filter(name -> !Json.same(before.path(name), after.path(name)))
            .collect(Collectors.toSet());
    return Pointers.of(names);
  }
}
