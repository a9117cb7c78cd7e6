package io.sluice.planner.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.Planning;
import io.sluice.planning.Planning.Refused;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.graph.LateForm;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.TravellingAnswers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers what a placeholder becomes, or why it becomes nothing. */
public final class Expansions {
  private final ProviderRegistry registry;
  private final Secrets secrets;

  public Expansions(ProviderRegistry registry, Secrets secrets) {
    this.registry = registry;
    this.secrets = secrets;
  }

  public Expanded answer(ExpandNode request, Snapshot snapshot) {
    JsonNode document = document(request);
    AnswerBook answers =
        (document == null
                ? AnswerBook.empty()
                : TravellingAnswers.opened(document.path(Bundle.FIELD).get("answers")))
            .learn(
                request.answers().stream()
                    .map(answer -> secrets.opened(request.workspace(), answer))
                    .toList());
    return switch (Planning.of(
        new Planning.Instances(request, secrets, registry), snapshot, answers)) {
      case Planning.Drawn drawn ->
          drawn.worth() == null ? expanded(request, drawn.plan()) : worth(request, drawn.worth());
      case Planning.Ask ask -> asked(request, ask, answers);
      case Refused refused -> refused(request, refused);
    };
  }

  private @Nullable JsonNode document(ExpandNode request) {
    JsonNode document = request.document();
    return document == null ? null : secrets.opened(request.workspace(), document);
  }

  /** What an output is, and nothing to be done. */
  private Expanded worth(ExpandNode request, Planning.Worth worth) {
    Node output = request.expand();
    JsonNode value =
        secrets.sealed(
            request.workspace(), output.address().text(), worth.value(), worth.sensitive());
    int most = Limits.STANDARD.bytes().task();
    if (Json.encode(value).length > most) {
      return failed(
          request,
          CoreCode.TASK_TOO_LARGE,
          "What %s is takes more than %d bytes.".formatted(output.address(), most));
    }
    return new Expanded(
        request.run(),
        output.id(),
        planId(request),
        List.of(),
        null,
        request.attempt(),
        false,
        value,
        List.of());
  }

  /** What would be deleted or replaced although the plan did not name it. */
  private static List<String> beyond(Node block, List<Node> nodes) {
    return nodes.stream()
        .filter(node -> node.action() == Action.DELETE)
        .map(node -> node.address().live())
        .filter(address -> !LateForm.names(block.config(), address))
        .map(Address::text)
        .sorted()
        .distinct()
        .toList();
  }

  private Expanded asked(ExpandNode request, Planning.Ask ask, AnswerBook answers) {
    Node block = request.expand();
    JsonNode document = document(request);
    WorkingDirectory place = document == null ? null : Bundle.place(document);
    return switch (WaveNodes.about(request, secrets, place).nodes(ask, answers)) {
      case WaveNodes.Outcome.Asked(List<Node> nodes) ->
          new Expanded(
              request.run(), block.id(), planId(request), nodes, null, request.attempt(), true);
      case WaveNodes.Outcome.Refused(List<Diagnostic> reasons) ->
          refused(request, new Refused(reasons, false));
    };
  }

  private Expanded expanded(ExpandNode request, Plan drawn) {
    List<Node> nodes = secrets.sealed(request.workspace(), known(request, drawn));
    Optional<Node> large = nodes.stream().filter(PlanParts::isTooLarge).findFirst();
    if (large.isPresent()) {
      return failed(
          request,
          CoreCode.TASK_TOO_LARGE,
          "The configuration of "
              + large.get().address()
              + " is larger than a worker can receive, "
              + Limits.STANDARD.bytes().task()
              + " bytes.");
    }
    return new Expanded(
        request.run(),
        request.expand().id(),
        planId(request),
        nodes,
        null,
        request.attempt(),
        false,
        null,
        beyond(request.expand(), nodes));
  }

  /** What was secret of the block is secret of each instance. */
  private Plan known(ExpandNode request, Plan drawn) {
    if (request.document() != null) {
      return drawn;
    }
    Set<String> secret =
        new LinkedHashSet<>(secrets.parts(request.workspace(), request.expand().config()));
    request.values().values().forEach(it -> secret.addAll(secrets.within(request.workspace(), it)));
    Map<String, Set<String>> all = new HashMap<>();
    drawn.nodes().forEach(node -> all.put(node.id(), secret));
    return drawn.knowing(all);
  }

  private static Expanded refused(ExpandNode request, Refused refused) {
    return refused.invalid()
        ? failed(
            request,
            CoreCode.INVALID_EXPANSION,
            refused.reasons().stream().map(Diagnostic::detail).collect(Collectors.joining("\n")))
        : failed(
            request,
            CoreCode.EXPANSION_REFUSED,
            String.join("\n", DiagnosticLines.lines(refused.reasons())));
  }

  /** The answer that the expansion failed. */
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
