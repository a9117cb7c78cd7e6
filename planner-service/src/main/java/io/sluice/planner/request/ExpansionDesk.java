package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.language.eval.FileTemplates;
import io.sluice.language.eval.WorkerExpressions;
import io.sluice.language.evaluation.StepAddress;
import io.sluice.language.function.DerivedMoment;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Functions;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.expand.Expansion;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.PlaceholderForm;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.seal.Sealer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Says what a placeholder becomes: instances to make or change, and surplus ones to delete. */
final class ExpansionDesk {
  private static final JsonNode HIDDEN = Json.object().put("$sealed", "");

  /** Without files, environment or time: what needs those is the worker's to evaluate. */
  private static final Expressions EXPRESSIONS =
      new WorkerExpressions(
          Functions.all(),
          FileTemplates.context(
              Functions.all(),
              FileAccess.NONE,
              new DerivedMoment("", Optional.empty(), name -> Optional.empty())));

  private final ProviderRegistry registry;
  private final Secrets secrets;

  ExpansionDesk(ProviderRegistry registry, Secrets secrets) {
    this.registry = registry;
    this.secrets = secrets;
  }

  Expanded answer(ExpandNode request, Snapshot snapshot) {
    Placeholder placeholder = PlaceholderForm.read(opened(request));
    return switch (value(placeholder, request)) {
      case Substituted.Unresolved fault ->
          failed(
              request,
              CoreCode.INVALID_EXPANSION,
              placeholder.declared() + ": " + fault.message() + ".");
      case Substituted.Resolved resolved ->
          answer(request, snapshot, placeholder, resolved.tree().path("by"));
    };
  }

  /** What is secret travels sealed, and is counted by and filled in in clear. */
  private Node opened(ExpandNode request) {
    Node node = request.expand();
    return node.withConfig(secrets.opened(request.workspace(), node.config()));
  }

  /** With what the declaration knows to be secret, beyond what the schema says. */
  private List<Node> sealed(ExpandNode request, Placeholder placeholder, List<Node> nodes) {
    List<String> paths = Placeholder.ofConfig(placeholder.sensitive());
    return secrets.sealed(
        request.workspace(),
        nodes.stream().map(node -> node.config().isEmpty() ? node : node.hiding(paths)).toList());
  }

  private Expanded answer(
      ExpandNode request, Snapshot snapshot, Placeholder placeholder, JsonNode value) {
    return switch (Expansion.of(placeholder, value)) {
      case Expansion.Invalid(String problem) ->
          failed(request, CoreCode.INVALID_EXPANSION, problem);
      case Expansion.Expanded(List<Resource> instances) ->
          StepAddress.is(placeholder.address())
              ? steps(request, placeholder, instances)
              : drawn(request, placeholder, instances, snapshot);
    };
  }

  /** A step is nothing that state knows: there is nothing to compare, and none too many. */
  private Expanded steps(ExpandNode request, Placeholder placeholder, List<Resource> instances) {
    TypeSchema schema = registry.step(placeholder.type()).map(found -> found.schema()).orElse(null);
    if (schema == null) {
      return failed(
          request,
          CoreCode.EXPANSION_REFUSED,
          "No provider has a runner \"%s\".".formatted(placeholder.type()));
    }
    List<Node> nodes = instances.stream().map(instance -> StepNodes.of(instance, schema)).toList();
    return new Expanded(
        request.run(),
        request.expand().id(),
        planId(request),
        sealed(request, placeholder, nodes),
        null,
        request.attempt());
  }

  /** What the instances are counted by, as the field {@code by}; what is secret of it is sealed. */
  private Substituted value(Placeholder placeholder, ExpandNode request) {
    JsonNode by = placeholder.by();
    if (by == null) {
      JsonNode given = request.values().get(placeholder.multiplicity().text());
      JsonNode tree = Json.object().set("by", given == null ? MissingNode.getInstance() : given);
      return new Substituted.Resolved(tree, List.of());
    }
    Map<String, Given.Entry> values = new HashMap<>();
    request
        .values()
        .forEach(
            (text, value) ->
                values.put(
                    text,
                    new Given.Entry(
                        secrets.opened(request.workspace(), value), Sealer.holdsSealed(value))));
    Substituted made =
        Substitution.substitute(
            Json.object().set("by", by),
            new Given(values, Map.of()),
            name -> Optional.empty(),
            EXPRESSIONS);
    return made instanceof Substituted.Resolved resolved && !resolved.secretPaths().isEmpty()
        ? new Substituted.Resolved(Json.object().set("by", HIDDEN), List.of())
        : made;
  }

  private Expanded drawn(
      ExpandNode request, Placeholder placeholder, List<Resource> instances, Snapshot snapshot) {
    CheckedDocument part =
        new CheckedDocument(
            request.workspace(),
            null,
            null,
            Json.object(),
            instances,
            List.of(),
            List.of(),
            providers(placeholder));
    Situation situation =
        new Situation(
            part,
            instancesOf(placeholder.address(), snapshot),
            RunKind.APPLY,
            replacing(placeholder.replaced()),
            registry);
    AlteredValues.Altered altered =
        new AlteredValues(
                secrets.opened(request.workspace(), request.values()),
                record -> secrets.opened(request.workspace(), record.attributes()))
            .of(instances, situation.snapshot());
    return switch (Diff.drawPart(
        situation, (asking, reference) -> altered.is(asking, reference.text()))) {
      case Diff.Refused(var reasons) ->
          failed(
              request,
              CoreCode.EXPANSION_REFUSED,
              String.join("\n", DiagnosticLines.lines(reasons)));
      case Diff.Drawn(var plan) -> {
        List<Node> nodes = sealed(request, placeholder, plan.nodes());
        Optional<Node> large = nodes.stream().filter(PlanParts::isTooLarge).findFirst();
        if (large.isPresent()) {
          yield failed(
              request,
              CoreCode.TASK_TOO_LARGE,
              "The configuration of "
                  + large.get().address()
                  + " is larger than what can be sent to a worker, "
                  + Limits.STANDARD.bytes().task()
                  + " bytes.");
        }
        yield new Expanded(
            request.run(), request.expand().id(), planId(request), nodes, null, request.attempt());
      }
    };
  }

  private static RunOptions replacing(List<String> instances) {
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
        instances);
  }

  private static SortedMap<String, ProviderBlock> providers(Placeholder placeholder) {
    SortedMap<String, ProviderBlock> providers = new TreeMap<>();
    String name = placeholder.settings().provider();
    ProviderBlock block = placeholder.settings().block();
    if (name != null && block != null) {
      providers.put(name, block);
    }
    return providers;
  }

  private static Snapshot instancesOf(Address placeholder, Snapshot snapshot) {
    String prefix = Placeholder.instancePrefix(placeholder);
    return snapshot.holding(
        snapshot.resources().stream()
            .filter(record -> record.address().text().startsWith(prefix))
            .toList(),
        null);
  }

  /** What says that nothing came of it. */
  static Expanded refused(ExpandNode request, String why) {
    return failed(
        request, CoreCode.EXPANSION_REFUSED, request.expand().id() + " can't be expanded: " + why);
  }

  private static Expanded failed(ExpandNode request, CoreCode code, String message) {
    return new Expanded(
        request.run(),
        request.expand().id(),
        planId(request),
        List.of(),
        TaskError.of(code, message),
        request.attempt());
  }

  private static String planId(ExpandNode request) {
    String seed =
        request.run()
            + '\n'
            + request.expand().id()
            + '\n'
            + request.epoch()
            + '\n'
            + request.version()
            + '\n'
            + request.attempt();
    return UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
