package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.NodeId;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.graph.LateForm;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final CarriedPlans carried;

  NodeChanges(Map<Address, StateRecord> prior, ProviderRegistry registry, CarriedPlans carried) {
    this.prior = prior;
    this.registry = registry;
    this.carried = carried;
  }

  /** Two halves of a replacement are one change, and so are an import and what comes with it. */
  List<ShownChange> of(List<Node> nodes) {
    Map<Address, String> imported = new HashMap<>();
    for (Node node : nodes) {
      if (node.action() == Action.IMPORT && node.prior() != null && node.prior().id() != null) {
        imported.put(node.address(), node.prior().id());
      }
    }
    return nodes.stream()
        .filter(node -> node.action() != Action.DELETE || node.pairedWith() == null)
        .filter(node -> NodeId.role(node.id()) != NodeId.Role.IMPORT)
        .filter(node -> !node.forgetsWhatIsGone())
        .filter(node -> !EveryInstance.isOutput(node.address()))
        .map(node -> change(node, imported.get(node.address())))
        .toList();
  }

  private ShownChange change(Node node, @Nullable String importing) {
    StateRecord record = prior.get(node.address());
    Action action = node.pairedWith() != null ? Action.REPLACE : node.action();
    boolean tainted = record != null && record.status() == RecordStatus.TAINTED;
    CarriedPlans.Carried known = carried.of(node).orElseGet(() -> recorded(node, record, action));
    List<String> secretBefore = new ArrayList<>(known.secretBefore());
    if (record != null) {
      secretBefore.addAll(record.sensitivePaths());
    }
    List<String> secretAfter = new ArrayList<>(known.secretAfter());
    secretAfter.addAll(node.sensitivePaths());
    return ShownChange.of(
        draft -> {
          draft.address = node.address();
          draft.action = action;
          draft.createFirst = node.createBeforeDestroy();
          draft.type = node.type();
          draft.reason = reason(node, action, tainted);
          draft.before = known.before();
          draft.after = known.after();
          draft.hiddenBefore = Pointers.of(secretBefore);
          draft.hiddenAfter = Pointers.of(secretAfter);
          draft.replacing =
              action == Action.REPLACE ? Pointers.of(known.replacing()) : Pointers.NONE;
          draft.existed = record != null && record.existed();
          draft.importing = importing;
          draft.sets = Pointers.of(known.sets());
        });
  }

  private static String reason(Node node, Action action, boolean tainted) {
    if (action == Action.EXPAND) {
      return LateForm.sentence(node.config());
    }
    return action == Action.REPLACE && tainted ? "tainted" : "";
  }

  /** What state and the configuration say of it. */
  private CarriedPlans.Carried recorded(Node node, @Nullable StateRecord record, Action action) {
    JsonNode before = record == null ? null : before(record);
    JsonNode after = action == Action.DELETE ? null : after(node, record, action);
    return new CarriedPlans.Carried(
        before, after, List.of(), List.of(), replacing(node, before, after), List.of());
  }

  private static ObjectNode before(StateRecord record) {
    // An imported object has no recorded wishes: then its attributes count.
    boolean wanted = !record.desired().isNull();
    ObjectNode before = fields(wanted ? record.desired() : record.attributes());
    return record.id() == null || before.has("id") ? before : before.put("id", record.id());
  }

  private static ObjectNode after(Node node, @Nullable StateRecord record, Action action) {
    ObjectNode after =
        fields(action == Action.EXPAND ? node.config().path("config") : node.config());
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

  private List<String> replacing(Node node, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (before == null || after == null) {
      return List.of();
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
    return List.copyOf(names);
  }
}
