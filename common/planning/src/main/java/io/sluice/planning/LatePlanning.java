package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.function.Budget;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Oversize;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning.Instances;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.EvaluationBounds;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.late.LateRequest;
import io.sluice.planning.configuration.late.LateValue;
import io.sluice.planning.configuration.values.RecordedSecrets;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.LateForm;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Sealer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Evaluates a configuration again in the middle of its run, and says what one block became in all
 * instances of a module call, or what an output is.
 */
final class LatePlanning {
  private final ExpandNode request;
  private final Secrets secrets;
  private final ProviderRegistry registry;
  private final Answers answers;

  LatePlanning(Instances request, Answers answers) {
    this.request = request.block();
    this.secrets = request.secrets();
    this.registry = request.registry();
    this.answers = answers;
  }

  /** {@code snapshot} with its sealed values opened. */
  Planning.Outcome on(Snapshot snapshot) {
    JsonNode document = request.document();
    if (document == null) {
      return refused(
          "Configuration missing",
          request.expand().address()
              + " can be planned only with the configuration, which a state service of this version"
              + " sends along.");
    }
    return switch (Bundle.read(secrets.opened(request.workspace(), document))) {
      case Bundle.Faulty(List<Diagnostic> faults) -> new Planning.Refused(faults, true);
      case Bundle.Read(Bundle bundle) -> {
        Configuration.Loaded loaded = Configuration.of(bundle, registry);
        Configuration configuration = loaded.configuration();
        yield configuration == null
            ? new Planning.Refused(loaded.diagnostics(), true)
            : bounded(configuration, snapshot);
      }
    };
  }

  private static Planning.Refused refused(String summary, String detail) {
    return new Planning.Refused(List.of(Diagnostic.error(summary, detail, null)));
  }

  private Planning.Outcome bounded(Configuration configuration, Snapshot snapshot) {
    try {
      return planned(configuration, snapshot);
    } catch (StackOverflowError | Oversize | Budget.Exhausted e) {
      return new Planning.Refused(List.of(EvaluationBounds.exceeded(e)));
    }
  }

  private Planning.Outcome planned(Configuration configuration, Snapshot snapshot) {
    LateForm form = LateForm.read(opened(request.expand()));
    LateRequest late = request(form, snapshot);
    Diagnostics diagnostics = new Diagnostics();
    PlanInputs inputs =
        new PlanInputs(
            covered(snapshot, late.part()),
            RunKind.APPLY,
            replacing(form.replaced()),
            Map.of(),
            Upstream.NONE,
            answers);
    DesiredConfiguration wanted = configuration.wanted(inputs, late, diagnostics);
    RecordedSecrets recorded = new RecordedSecrets(snapshot.resources());
    if (EveryInstance.isOutput(late.part())) {
      Value value = LateValue.of(wanted.evaluated(), late.part());
      List<Question> calls = wanted.unanswered();
      return calls.isEmpty() ? worth(value, late, recorded, diagnostics) : new Planning.Ask(calls);
    }
    Diff.Outcome outcome =
        Diff.drawPart(
            configuration.situation(inputs, new TreeMap<>()), wanted, (asking, to) -> false);
    List<Question> calls = wanted.unanswered();
    if (!calls.isEmpty() && !wanted.wereRefused()) {
      return new Planning.Ask(calls);
    }
    return switch (outcome) {
      case Diff.Asked(List<Question> questions) ->
          wanted.wereRefused()
              ? new Planning.Refused(diagnostics.list())
              : new Planning.Ask(questions);
      case Diff.Refused(List<Diagnostic> reasons) -> {
        diagnostics.addAll(reasons);
        yield new Planning.Refused(diagnostics.list());
      }
      case Diff.Drawn(Plan plan) ->
          diagnostics.hasErrors()
              ? new Planning.Refused(diagnostics.list())
              : drawn(plan, recorded, wanted.secretTexts());
    };
  }

  private Planning.Outcome drawn(Plan plan, RecordedSecrets recorded, Set<String> marked) {
    if (plan.nodes().stream().anyMatch(node -> EveryInstance.isLate(node.address()))) {
      return refused(
          "Not known in the run",
          "The instances of "
              + request.expand().address()
              + " are not known, although everything that they depend on is done.");
    }
    List<Node> nodes = plan.nodes().stream().map(recorded::hidden).toList();
    return Planning.Drawn.of(recorded.known(Plan.part(nodes), marked));
  }

  private Planning.Outcome worth(
      Value value, LateRequest late, RecordedSecrets recorded, Diagnostics diagnostics) {
    if (diagnostics.hasErrors()) {
      return new Planning.Refused(diagnostics.list());
    }
    if (Marks.deep(value).contains(Mark.EPHEMERAL)) {
      return refused(
          "Ephemeral value not allowed",
          "The value of %s has to be kept for the rest of the run, but it is ephemeral."
              .formatted(late.part()));
    }
    if (!value.isWhollyKnown()) {
      return refused(
          "Not known in the run",
          "The value of %s is not known, although everything that it depends on is done."
              .formatted(late.part()));
    }
    ShownValue written = new ShownValue();
    JsonNode json = written.write(value);
    Set<Address> made = new HashSet<>(late.restsOn());
    late.instances().values().forEach(made::addAll);
    SortedSet<String> sensitive = new TreeSet<>(written.sensitivePaths());
    sensitive.addAll(recorded.in(json, late.part(), made));
    return Planning.Drawn.of(Plan.part(List.of()))
        .worth(new Planning.Worth(json, List.copyOf(sensitive)));
  }

  private Node opened(Node node) {
    return node.withConfig(secrets.opened(request.workspace(), node.config()));
  }

  private LateRequest request(LateForm form, Snapshot snapshot) {
    Node node = request.expand();
    Map<Address, SortedSet<Address>> instances = new HashMap<>();
    Map<Address, Value> steps = new HashMap<>();
    for (Reference reference : node.values()) {
      JsonNode given = request.values().get(reference.text());
      if (given == null) {
        continue;
      }
      if (reference.asksForInstances()) {
        SortedSet<Address> there = new TreeSet<>();
        for (Map.Entry<String, JsonNode> each : given.properties()) {
          Address instance = Address.of(each.getKey());
          there.add(instance);
          if (!each.getValue().isNull()) {
            steps.put(instance, value(each.getValue()));
          }
        }
        instances.put(reference.address(), there);
      } else {
        steps.put(reference.address(), value(given));
      }
    }
    Map<Address, StateRecord> records = new HashMap<>();
    snapshot.resources().forEach(record -> records.put(record.address(), record));
    return new LateRequest(
        node.address(),
        Set.copyOf(node.dependencies()),
        instances,
        steps,
        form.known(),
        records,
        form.replaced(),
        request.run());
  }

  /** What a step gave; what is sealed of it is secret. */
  private Value value(JsonNode given) {
    if (Sealer.isSealed(given)) {
      return JsonValues.fromJson(secrets.opened(request.workspace(), given))
          .withMarks(EnumSet.of(Mark.SENSITIVE));
    }
    if (!Sealer.holdsSealed(given)) {
      return JsonValues.fromJson(given);
    }
    if (given.isArray()) {
      List<Value> elements = new ArrayList<>();
      given.forEach(element -> elements.add(value(element)));
      return TupleValue.of(elements);
    }
    Map<String, Value> fields = new LinkedHashMap<>();
    given.properties().forEach(field -> fields.put(field.getKey(), value(field.getValue())));
    return ObjectValue.of(fields);
  }

  private static Snapshot covered(Snapshot snapshot, Address part) {
    return snapshot.holding(
        snapshot.resources().stream()
            .filter(record -> record.address().equals(record.address().live()))
            .filter(record -> EveryInstance.covers(part, record.address()))
            .toList(),
        null);
  }

  private static RunOptions replacing(Set<String> instances) {
    RunOptions usual = RunOptions.DEFAULT;
    return new RunOptions(
        usual.parallelism(),
        usual.onFailure(),
        usual.targets(),
        usual.refresh(),
        usual.approval(),
        usual.approvedHash(),
        usual.adoptWorkspace(),
        usual.allowEmpty(),
        usual.excludes(),
        List.copyOf(instances));
  }
}
