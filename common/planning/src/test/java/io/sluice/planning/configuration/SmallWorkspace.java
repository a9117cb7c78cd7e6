package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.WorkerExpressions;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.machine.task.Attempt;
import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** A workspace of {@code terraform_data} alone, planned for real and applied node after node. */
final class SmallWorkspace {
  static final ProviderRegistry REGISTRY = ProviderRegistry.builtIn();

  final SortedMap<Address, StateRecord> records = new TreeMap<>();
  private long version = 1;

  Snapshot snapshot() {
    return new Snapshot("w", version, 1, null, new ArrayList<>(records.values()), null, List.of());
  }

  static Configuration load(Path directory) {
    Configuration.Loaded loaded =
        Configuration.load(
            new DirectorySource(directory),
            VariableSources.NONE,
            "default",
            "2026-01-02T03:04:05Z",
            REGISTRY);
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new AssertionError(loaded.diagnostics().toString());
    }
    return configuration;
  }

  Configuration.Outcome outcome(Path directory, RunKind kind, RunOptions options) {
    return load(directory).plan(new Configuration.PlanInputs(snapshot(), kind, options, Map.of()));
  }

  ConfigurationPlan plan(Path directory) {
    return plan(directory, RunKind.APPLY, RunOptions.DEFAULT);
  }

  ConfigurationPlan plan(Path directory, RunKind kind, RunOptions options) {
    return switch (outcome(directory, kind, options)) {
      case Configuration.Planned(ConfigurationPlan plan) -> plan;
      case Configuration.Asked asked -> throw new AssertionError(asked.toString());
      case Configuration.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  void apply(ConfigurationPlan plan) {
    plan.plan().nodes().forEach(this::apply);
  }

  private void apply(Node node) {
    apply(node, address -> Optional.ofNullable(records.get(address)));
  }

  /** In a run that knows more than what is recorded. */
  void apply(Node node, Lookup run) {
    version++;
    switch (node.action()) {
      case CREATE -> put(node, UUID.randomUUID().toString(), run);
      case UPDATE -> {
        Node.Prior prior = node.prior();
        put(node, prior == null ? "none" : String.valueOf(prior.id()), run);
      }
      case DELETE -> {
        Node.Prior prior = node.prior();
        Address key = prior == null ? node.address() : prior.record();
        StateRecord there = records.get(key);
        if (there != null && prior != null && String.valueOf(prior.id()).equals(there.id())) {
          records.remove(key);
        }
      }
      case READ -> record(node, "read", resolved(node, run));
      case FORGET -> records.remove(node.address());
      case STEP -> check(resolved(node, run));
      case REPLACE, NOOP, EXPAND, IMPORT, PLAN -> {
        if (node.action() != io.sluice.model.Action.NOOP) {
          throw new AssertionError("not made here: " + node);
        }
      }
    }
  }

  private static void check(JsonNode step) {
    for (JsonNode each : step.path("conditions")) {
      if (!each.path("condition").asBoolean()) {
        throw new AssertionError(each.path("error_message").asText());
      }
    }
  }

  private void put(Node node, String id, Lookup run) {
    ObjectNode attributes = resolved(node, run).deepCopy();
    JsonNode input = attributes.path("input");
    attributes.set("output", input.isMissingNode() ? NullNode.instance : input.deepCopy());
    attributes.put("id", id);
    record(node, id, attributes);
  }

  void record(Node node, String id, JsonNode attributes) {
    records.put(
        node.address(),
        StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = node.address();
              draft.type = node.type();
              draft.schemaVersion = node.schemaVersion();
              draft.id = id;
              draft.attributes = attributes;
              draft.desired = node.config();
              draft.sensitivePaths = node.sensitivePaths();
              draft.dependencies = node.dependencies();
              draft.createBeforeDestroy = node.createBeforeDestroy();
              draft.status = RecordStatus.OK;
              draft.version = version;
              draft.epoch = 1;
              draft.runId = "run";
              draft.updatedAt = Instant.EPOCH;
            }));
  }

  /** As the machine hands values out and a worker puts them in. */
  static JsonNode resolved(Node node, Lookup lookup) {
    TaskFactory.Built made =
        new TaskFactory(MachineSettings.DEFAULT)
            .make("w", "run", node, Attempt.first("w", "run", node, lookup, 0), lookup, null);
    if (!(made instanceof TaskFactory.Ready(Task task))) {
      throw new AssertionError(made.toString());
    }
    Map<String, Given.Entry> values = new HashMap<>();
    task.values().forEach((text, value) -> values.put(text, new Given.Entry(value, false)));
    WorkerExpressions expressions =
        new WorkerExpressions(
            Functions.all(),
            FileTemplates.context(
                Functions.all(),
                FileAccess.NONE,
                new DerivedMoment(
                    "token", Optional.of("2026-01-02T03:04:05Z"), n -> Optional.empty())));
    return switch (Substitution.substitute(
        node.config(), new Given(values, Map.of()), name -> Optional.empty(), expressions)) {
      case Substituted.Resolved resolved -> resolved.tree();
      case Substituted.Unresolved fault ->
          throw new AssertionError(node.address() + ": " + fault.message());
    };
  }
}
