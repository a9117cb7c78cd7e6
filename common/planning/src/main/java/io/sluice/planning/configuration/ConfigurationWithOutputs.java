package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Module;
import io.sluice.language.instancing.Evaluated;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.TypeJson;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.OutputsRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.configuration.ConfigurationPlan.OutputChange;
import io.sluice.planning.configuration.address.SettledOutputs;
import io.sluice.planning.configuration.desired.AuxiliaryNodes;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.configuration.reads.TakenOutputs;
import io.sluice.planning.configuration.values.CheckBlocks;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.ProviderRegistry.Found;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The desired state with its outputs and checks, and the plan as people see it. */
final class ConfigurationWithOutputs implements DesiredState {
  private final Module root;
  private final DesiredConfiguration wanted;
  private final Snapshot state;
  private final ProviderRegistry registry;
  private final Diagnostics diagnostics;
  private final Predicate<String> settled;
  private final SortedMap<String, OutputChange> outputs = new TreeMap<>();
  private Map<Address, Address> moved = Map.of();

  /**
   * @param settled the outputs that the plan gives values; others keep theirs
   */
  ConfigurationWithOutputs(
      Module root,
      DesiredConfiguration wanted,
      Snapshot state,
      ProviderRegistry registry,
      Predicate<String> settled,
      Diagnostics diagnostics) {
    this.root = root;
    this.wanted = wanted;
    this.state = state;
    this.registry = registry;
    this.settled = settled;
    this.diagnostics = diagnostics;
  }

  @Override
  public void decide(DecisionMaker deciding) {
    wanted.decide(deciding);
    if (!diagnostics.hasErrors()) {
      CheckBlocks.tell(wanted.instance(), diagnostics);
      outputs(wanted.instance());
    }
  }

  @Override
  public boolean protects(Address address) {
    return wanted.protects(address);
  }

  @Override
  public Map<Address, Address> moved(List<StateRecord> records) {
    moved = wanted.moved(records);
    return moved;
  }

  @Override
  public List<Node> auxiliary() {
    return wanted.auxiliary();
  }

  @Override
  public List<Node> beforeDeletion(StateRecord record) {
    return wanted.beforeDeletion(record);
  }

  @Override
  public SortedMap<String, ProviderBlock> providers() {
    return wanted.providers();
  }

  @Override
  public Optional<ProviderUse> use(StateRecord record, Found type) {
    return wanted.use(record, type);
  }

  @Override
  public Optional<Served> served(Address address) {
    return wanted.served(address);
  }

  @Override
  public List<Reference> references(@Nullable String provider) {
    return wanted.references(provider);
  }

  @Override
  public WorkingDirectory directory() {
    return wanted.directory();
  }

  @Override
  public Map<String, JsonNode> shown() {
    return wanted.shown();
  }

  @Override
  public boolean isComplete() {
    return wanted.isComplete();
  }

  @Override
  public Set<Address> read() {
    return wanted.read();
  }

  @Override
  public List<String> secrets(Address address) {
    return wanted.secrets(address);
  }

  @Override
  public Fate fate(StateRecord record) {
    return wanted.fate(record);
  }

  private void outputs(ModuleInstance module) {
    SortedMap<String, Outputs.Output> recorded = Outputs.of(state);
    DeferredExpressions deferred = new DeferredExpressions();
    ObjectNode values = Json.object();
    SortedSet<Address> needs = new TreeSet<>();
    for (Output output : root.outputs().values()) {
      if (!settled.test(output.name())) {
        keep(recorded.get(output.name()), values, output.name());
        continue;
      }
      Evaluated evaluated = module.output(output.name());
      boolean sensitive = Marks.deep(evaluated.value()).contains(Mark.SENSITIVE);
      change(output, evaluated.value(), recorded.get(output.name()), sensitive);
      if (evaluated.value().isNull()) {
        continue; // an output that is null is none
      }
      String pointer = "/values/" + output.name() + "/value";
      ObjectNode one = values.putObject(output.name());
      one.set("value", compiled(deferred, output, evaluated.value(), module, pointer));
      one.put("sensitive", sensitive);
      Type type = evaluated.value().type();
      if (!type.hasAny()) {
        one.set("type", TypeJson.of(type));
      }
      needs.addAll(evaluated.needs());
    }
    for (Map.Entry<String, Outputs.Output> old : recorded.entrySet()) {
      if (!root.outputs().containsKey(old.getKey())) {
        outputs.put(old.getKey(), gone(old.getKey(), old.getValue()));
      }
    }
    // A plan of some targets leaves open whether what was read has reached everything.
    boolean whole = !(settled instanceof SettledOutputs);
    TakenOutputs taken =
        whole ? TakenOutputs.of(module, deferred) : TakenOutputs.kept(takenBefore(), deferred);
    boolean isNew = !outputs.isEmpty() || (whole && taken.isNew(takenBefore()));
    if (isNew && Outputs.areKept(root)) {
      ObjectNode config = Json.object();
      config.set(OutputsRecord.VALUES, values);
      if (!taken.config().isEmpty()) {
        config.set(OutputsRecord.READS, taken.config());
        needs.addAll(taken.needs());
      }
      wanted.add(
          AuxiliaryNodes.outputs(config, deferred.references(), deferred.sensitivePaths(), needs));
    }
  }

  private JsonNode takenBefore() {
    return Outputs.record(state)
        .map(record -> record.attributes().path(OutputsRecord.READS))
        .orElseGet(MissingNode::getInstance);
  }

  private static void keep(Outputs.@Nullable Output recorded, ObjectNode values, String name) {
    if (recorded != null) {
      values
          .putObject(name)
          .put("sensitive", recorded.sensitive())
          .<ObjectNode>set("value", recorded.value())
          .set("type", recorded.type());
    }
  }

  private static OutputChange gone(String name, Outputs.Output output) {
    return new OutputChange(name, Action.DELETE, output.value(), null, output.sensitive());
  }

  private static JsonNode compiled(
      DeferredExpressions deferred,
      Output output,
      Value value,
      ModuleInstance module,
      String pointer) {
    Expression expression = output.value();
    if (value.isWhollyKnown() || expression == null) {
      return value.isWhollyKnown() ? deferred.known(value, pointer) : Json.object();
    }
    if (output.sensitive()) {
      deferred.hide(pointer);
    }
    return deferred.compile(expression, EvaluationContext.of(module), pointer);
  }

  private void change(
      Output output, Value value, Outputs.@Nullable Output recorded, boolean sensitive) {
    JsonNode after = new ShownValue().write(value);
    if (recorded == null && value.isNull()) {
      return;
    }
    boolean same =
        recorded != null
            && value.isWhollyKnown()
            && recorded.sensitive() == sensitive
            && Json.same(recorded.value(), after);
    if (!same) {
      outputs.put(
          output.name(),
          new OutputChange(
              output.name(),
              recorded == null ? Action.CREATE : Action.UPDATE,
              recorded == null ? null : recorded.value(),
              after,
              sensitive));
    }
  }

  /** The plan as people see it. */
  ConfigurationPlan told(Plan plan) {
    Node forgotten =
        plan.nodes().stream()
            .filter(node -> node.id().equals(Outputs.ADDRESS.text()))
            .findFirst()
            .orElse(null);
    if (forgotten != null && forgotten.action() == Action.FORGET) {
      Outputs.of(state).forEach((name, output) -> outputs.put(name, gone(name, output)));
    }
    return new ShownPlan(wanted, state, registry, moved)
        .of(plan, outputs, diagnostics.list().stream().filter(d -> !d.isError()).toList());
  }
}
