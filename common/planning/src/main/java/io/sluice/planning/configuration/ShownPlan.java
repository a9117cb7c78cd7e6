package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.NodeId;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.configuration.ConfigurationPlan.OutputChange;
import io.sluice.planning.configuration.ConfigurationPlan.ResourceChange;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.configuration.values.MarkedParts;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.planning.configuration.values.RecordedSecrets;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.graph.LateForm;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.PlannedChange.Difference;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What people see of a plan: each resource as it is and as it will be, without secrets. */
final class ShownPlan {
  private final DesiredConfiguration wanted;
  private final Snapshot state;
  private final ProviderRegistry registry;
  private final RecordedSecrets secrets;
  private final Map<Address, Address> moved;

  /**
   * @param moved the new addresses of records
   */
  ShownPlan(
      DesiredConfiguration wanted,
      Snapshot state,
      ProviderRegistry registry,
      Map<Address, Address> moved) {
    this.wanted = wanted;
    this.state = state;
    this.registry = registry;
    this.moved = moved;
    this.secrets = new RecordedSecrets(state.resources());
  }

  /**
   * @param outputs that change
   */
  ConfigurationPlan of(
      Plan plan, SortedMap<String, OutputChange> outputs, List<Diagnostic> warnings) {
    Map<String, Node> nodes = new HashMap<>();
    plan.nodes().forEach(node -> nodes.put(node.id(), secrets.hidden(node)));
    Map<Address, Address> previous = new HashMap<>();
    moved.forEach((from, to) -> previous.put(to, from));
    SortedMap<Address, ResourceChange> changes = new TreeMap<>();
    wanted
        .planned()
        .forEach(
            (address, planned) -> {
              Action action = planned.decision().action();
              boolean movedOnly = previous.containsKey(address) && isMoveOnly(planned.decision());
              if (action == Action.NOOP || nodes.containsKey(address.text())) {
                changes.put(
                    address,
                    change(
                        address,
                        previous.get(address),
                        movedOnly ? Action.NOOP : action,
                        planned,
                        nodes.get(address.text())));
              }
            });
    Map<Address, StateRecord> records = new HashMap<>();
    state.resources().forEach(record -> records.put(record.address(), record));
    Set<Address> left = new HashSet<>(moved.keySet());
    for (Node node : plan.nodes()) {
      if (!node.forgetsWhatIsGone()
          && !changes.containsKey(node.address())
          && !left.contains(node.address())
          && !node.address().equals(Outputs.ADDRESS)
          && !NodeId.role(node.id()).isCondition()
          && !EveryInstance.isOutput(node.address())) {
        changes.put(node.address(), other(secrets.hidden(node), records.get(node.address())));
      }
    }
    return new ConfigurationPlan(
        hidden(plan),
        List.copyOf(changes.values()),
        outputs,
        Outside.of(wanted.planned(), plan.nodes()),
        warnings);
  }

  private Plan hidden(Plan plan) {
    Plan hidden =
        new Plan(
            plan.nodes().stream().map(secrets::hidden).toList(),
            plan.basis(),
            plan.held(),
            plan.unchanged(),
            plan.hash());
    return secrets.known(hidden, wanted.secretTexts());
  }

  private static boolean isMoveOnly(Decision decision) {
    return decision.change() instanceof Change.Update update && update.differences().isEmpty();
  }

  private ResourceChange change(
      Address address,
      @Nullable Address previous,
      Action action,
      DesiredConfiguration.Planned planned,
      @Nullable Node node) {
    Decision decision = planned.decision();
    StateRecord record = decision.record();
    ShownValue before = new ShownValue();
    JsonNode old = before(decision).map(before::write).orElse(null);
    ShownValue after = new ShownValue();
    JsonNode now = after.write(planned.after());
    List<String> replaces = new ArrayList<>();
    if (decision.change() instanceof Change.Replace replace) {
      for (Difference difference : replace.differences()) {
        if (difference.forcesReplacement()) {
          replaces.add(difference.pointer());
        }
      }
    }
    List<String> afterSensitive = new ArrayList<>(after.sensitivePaths());
    afterSensitive.addAll(secrets.in(now, address, decision.resource().dependencies()));
    List<String> beforeSensitive = new ArrayList<>(before.sensitivePaths());
    if (record != null) {
      beforeSensitive.addAll(record.sensitivePaths());
    }
    return ResourceChange.of(
        draft -> {
          draft.address = address;
          draft.previous = previous;
          draft.action = action;
          draft.createBeforeDestroy = node != null && node.createBeforeDestroy();
          draft.type = decision.resource().type();
          draft.reason =
              decision.change() instanceof Change.Replace replace ? replace.because() : "";
          draft.before = old;
          draft.after = now;
          draft.beforeSensitive = beforeSensitive;
          draft.afterSensitive = afterSensitive;
          draft.replacePaths = replaces;
          draft.existed = record != null && record.existed();
          draft.importing = decision.imported() == null ? null : decision.imported().text();
          draft.sets = sets(before, after);
        });
  }

  private static List<String> sets(ShownValue before, ShownValue after) {
    Set<String> all = new TreeSet<>(before.setPaths());
    all.addAll(after.setPaths());
    return List.copyOf(all);
  }

  /** The object as its provider found it, if the provider plans by itself; else as state has it. */
  private static Optional<Value> before(Decision decision) {
    TypeSchema schema = decision.type().schema();
    PlannedObject planned = decision.planned();
    return planned == null
        ? Optional.ofNullable(decision.record()).map(record -> PlannedValues.of(schema, record))
        : planned.before().map(found -> MarkedParts.secret(schema.body(), found));
  }

  private ResourceChange other(Node node, @Nullable StateRecord record) {
    ShownValue before = new ShownValue();
    JsonNode old = record == null ? null : shown(before, record);
    boolean goes = node.action() == Action.DELETE || node.action() == Action.FORGET;
    List<String> sensitive = new ArrayList<>(before.sensitivePaths());
    if (record != null) {
      sensitive.addAll(record.sensitivePaths());
    }
    return ResourceChange.of(
        draft -> {
          draft.address = node.address();
          draft.action = node.action();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.type = node.type();
          draft.reason = node.action() == Action.EXPAND ? LateForm.sentence(node.config()) : "";
          draft.before = old;
          draft.after =
              goes
                  ? null
                  : node.action() == Action.EXPAND ? node.config().get("config") : node.config();
          draft.beforeSensitive = sensitive;
          draft.afterSensitive =
              node.action() == Action.EXPAND
                  ? Placeholder.ofConfig(node.sensitivePaths())
                  : node.sensitivePaths();
          draft.existed = record != null && record.existed();
          draft.importing =
              node.action() == Action.IMPORT && node.prior() != null ? node.prior().id() : null;
          draft.sets = before.setPaths();
        });
  }

  private JsonNode shown(ShownValue writer, StateRecord record) {
    return registry
        .resource(record)
        .map(found -> writer.write(PlannedValues.of(found.schema(), record)))
        .orElse(record.attributes());
  }
}
