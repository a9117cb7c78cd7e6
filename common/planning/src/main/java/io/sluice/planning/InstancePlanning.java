package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.WorkerExpressions;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning.Instances;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.expand.Expansion;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.PlaceholderForm;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import io.sluice.seal.Sealer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** Says what a placeholder becomes: instances to make or change, and surplus ones to delete. */
final class InstancePlanning {
  private static final JsonNode HIDDEN = Json.object().put("$sealed", "");

  /** Without files, environment or time: what needs those is the worker's to evaluate. */
  private static final Expressions EXPRESSIONS =
      new WorkerExpressions(
          Functions.all(),
          FileTemplates.context(
              Functions.all(),
              FileAccess.NONE,
              new DerivedMoment("", Optional.empty(), name -> Optional.empty())));

  private final ExpandNode request;
  private final Secrets secrets;
  private final ProviderRegistry registry;
  private final Placeholder placeholder;
  private final Answers answers;

  InstancePlanning(Instances request, Answers answers) {
    this.request = request.block();
    this.secrets = request.secrets();
    this.placeholder = PlaceholderForm.read(opened(request.block().expand()));
    this.registry = served(request.registry());
    this.answers = answers;
  }

  /** A real provider's schemas come with the block. */
  private ProviderRegistry served(ProviderRegistry others) {
    PluginWork program = placeholder.program();
    JsonNode schemas = program == null ? null : program.planned();
    if (schemas == null) {
      return others;
    }
    JsonNode form = secrets.opened(request.workspace(), schemas);
    return TravellingProviders.beside(
        others, TravellingProviders.read(form, new ArrayList<>()), new Diagnostics());
  }

  /** Secrets travel sealed; expanding and filling in need them in clear. */
  private Node opened(Node node) {
    return node.withConfig(secrets.opened(request.workspace(), node.config()));
  }

  Planning.Outcome on(Snapshot snapshot) {
    return switch (value()) {
      case Substituted.Unresolved fault ->
          invalid(placeholder.declared() + ": " + fault.message() + ".");
      case Substituted.Resolved resolved ->
          switch (Expansion.of(placeholder, resolved.tree().path("by"))) {
            case Expansion.Invalid(String problem) -> invalid(problem);
            case Expansion.Expanded(List<Resource> instances) ->
                StepAddress.is(placeholder.address())
                    ? steps(instances)
                    : resources(instances, snapshot);
          };
    };
  }

  private static Planning.Refused invalid(String problem) {
    return new Planning.Refused(
        List.of(Diagnostic.error("Invalid expansion", problem, null)), true);
  }

  /** What the instances are counted by, as the field {@code by}; what is secret of it is hidden. */
  private Substituted value() {
    JsonNode by = placeholder.by();
    if (by == null) {
      JsonNode given = request.values().get(placeholder.multiplicity().text());
      return counted(given == null ? MissingNode.getInstance() : given);
    }
    Substituted made =
        Substitution.substitute(
            Json.object().set("by", by), given(), name -> Optional.empty(), EXPRESSIONS);
    return made instanceof Substituted.Resolved resolved && !resolved.secretPaths().isEmpty()
        ? counted(HIDDEN)
        : made;
  }

  private Given given() {
    Map<String, Given.Entry> values = new HashMap<>();
    request
        .values()
        .forEach(
            (text, value) ->
                values.put(
                    text,
                    new Given.Entry(
                        secrets.opened(request.workspace(), value), Sealer.holdsSealed(value))));
    return new Given(values, Map.of());
  }

  private static Substituted counted(JsonNode by) {
    return new Substituted.Resolved(Json.object().set("by", by), List.of());
  }

  /** State holds no steps: there is nothing to compare, and no surplus. */
  private Planning.Outcome steps(List<Resource> instances) {
    Optional<TypeSchema> schema = registry.step(placeholder.type()).map(found -> found.schema());
    if (schema.isEmpty()) {
      return new Planning.Refused(
          List.of(
              Diagnostic.error(
                  "Unknown step runner",
                  "No provider has a runner \"%s\".".formatted(placeholder.type()),
                  null)));
    }
    return Planning.Drawn.of(
        plan(instances.stream().map(instance -> StepNodes.of(instance, schema.get())).toList()));
  }

  private Planning.Outcome resources(List<Resource> instances, Snapshot snapshot) {
    Situation situation =
        new Situation(
            part(instances),
            instancesIn(snapshot),
            RunKind.APPLY,
            replacing(placeholder.replaced()),
            registry,
            answers);
    AlteredValues.Altered altered =
        new AlteredValues(
                secrets.opened(request.workspace(), request.values()),
                record -> secrets.opened(request.workspace(), record.attributes()))
            .of(instances, situation.snapshot());
    BiPredicate<Address, Reference> outside =
        (asking, reference) -> altered.is(asking, reference.text());
    if (placeholder.program() != null) {
      return asked(instances, situation, outside);
    }
    Diff.Outcome outcome = Diff.drawPart(situation, outside);
    return outcome instanceof Diff.Drawn(Plan plan)
        ? Planning.Drawn.of(plan(plan.nodes()))
        : Planning.of(outcome);
  }

  private Planning.Outcome asked(
      List<Resource> instances, Situation situation, BiPredicate<Address, Reference> outside) {
    String source = placeholder.settings().source();
    ProviderRegistry.Found type =
        registry.find(source, Kind.RESOURCE, placeholder.type()).orElse(null);
    if (type == null) {
      return invalid("The schema of " + placeholder.type() + " did not come with the block.");
    }
    Set<String> texts =
        new LinkedHashSet<>(secrets.within(request.workspace(), request.expand().config()));
    request.values().values().forEach(it -> texts.addAll(secrets.within(request.workspace(), it)));
    AskedInstances wanted =
        new AskedInstances(placeholder, instances, type, given(), EXPRESSIONS, texts);
    Diff.Outcome outcome = Diff.drawPart(situation, wanted, outside);
    if (!wanted.refused().isEmpty()) {
      return new Planning.Refused(
          wanted.refused().stream()
              .filter(Answer.Remark::isError)
              .map(
                  said ->
                      Diagnostic.error(
                          said.summary(), placeholder.address() + ": " + said.detail(), null))
              .toList());
    }
    return outcome instanceof Diff.Drawn(Plan plan)
        ? Planning.Drawn.of(plan(plan.nodes()))
        : Planning.of(outcome);
  }

  /** With what the declaration knows to be secret, beyond what the schema says. */
  private Plan plan(List<Node> nodes) {
    List<String> secret = Placeholder.ofConfig(placeholder.sensitive());
    return Plan.part(
        nodes.stream().map(node -> node.config().isEmpty() ? node : node.hiding(secret)).toList());
  }

  private CheckedDocument part(List<Resource> instances) {
    return new CheckedDocument(
        request.workspace(),
        null,
        null,
        Json.object(),
        instances,
        List.of(),
        List.of(),
        providers());
  }

  private SortedMap<String, ProviderBlock> providers() {
    SortedMap<String, ProviderBlock> providers = new TreeMap<>();
    String name = placeholder.settings().provider();
    ProviderBlock block = placeholder.settings().block();
    if (name != null && block != null) {
      providers.put(name, block);
    }
    return providers;
  }

  private Snapshot instancesIn(Snapshot snapshot) {
    Address address = placeholder.address();
    String prefix = Placeholder.instancePrefix(address);
    return snapshot.holding(
        snapshot.resources().stream()
            .filter(record -> record.address().text().startsWith(prefix))
            .toList(),
        null);
  }

  private static RunOptions replacing(List<String> instances) {
    RunOptions usual = RunOptions.DEFAULT;
    return new RunOptions(
        usual.parallelism(),
        usual.onFailure(),
        usual.targets(),
        true,
        usual.approval(),
        usual.approvedHash(),
        usual.adoptWorkspace(),
        usual.allowEmpty(),
        usual.excludes(),
        instances);
  }
}
