package io.sluice.planner.request;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.Planning;
import io.sluice.planning.Planning.Refused;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.questions.AnswerBook;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Answers what a placeholder becomes, or why it becomes nothing. */
final class Expansions {
  private final ProviderRegistry registry;
  private final Secrets secrets;

  Expansions(ProviderRegistry registry, Secrets secrets) {
    this.registry = registry;
    this.secrets = secrets;
  }

  Expanded answer(ExpandNode request, Snapshot snapshot) {
    AnswerBook answers =
        AnswerBook.empty()
            .learn(
                request.answers().stream()
                    .map(answer -> secrets.opened(request.workspace(), answer))
                    .toList());
    return switch (Planning.of(
        new Planning.Instances(request, secrets, registry), snapshot, answers)) {
      case Planning.Drawn drawn -> expanded(request, drawn.plan());
      case Planning.Ask ask -> asked(request, ask, answers);
      case Refused refused -> refused(request, refused);
    };
  }

  private Expanded asked(ExpandNode request, Planning.Ask ask, AnswerBook answers) {
    Node block = request.expand();
    return switch (WaveNodes.about(request, secrets).nodes(ask, answers)) {
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
        request.run(), request.expand().id(), planId(request), nodes, null, request.attempt());
  }

  /** What was secret of the block is secret of each instance. */
  private Plan known(ExpandNode request, Plan drawn) {
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
