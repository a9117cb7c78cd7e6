package io.sluice.planner.request;

import io.sluice.bridge.ask.Batch;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Question;
import io.sluice.planning.ask.Route;
import io.sluice.planning.secret.Secrets;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.Wave;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes nodes of what planning has to ask real providers: the planner has neither their packages
 * nor their credentials, and workers have both.
 *
 * @param of what is asked for: {@link NodeId#PLAN}, or a placeholder
 * @param request the round or the attempt of the request that is answered with questions
 * @param parallelism how much the run may do at once; 0 where nobody said
 * @param directory where the submitter's relative paths start; null if that is not known
 */
record WaveNodes(
    Secrets secrets,
    String workspace,
    String of,
    int request,
    int parallelism,
    @Nullable WorkingDirectory directory) {
  private static final Logger LOG = LoggerFactory.getLogger(WaveNodes.class);

  /** A chain of so many objects, each planned with what is planned of the one before. */
  private static final int MOST_REQUESTS = 1_000;

  /** What came of it. */
  sealed interface Outcome {
    record Asked(List<Node> nodes) implements Outcome {}

    record Refused(List<Diagnostic> reasons) implements Outcome {}
  }

  /** Asked before the plan. */
  static WaveNodes before(PlanRun request, Secrets secrets, @Nullable WorkingDirectory directory) {
    return new WaveNodes(
        secrets,
        request.workspace(),
        NodeId.PLAN,
        request.round(),
        request.options().parallelism(),
        directory);
  }

  /**
   * Asked about what a placeholder becomes.
   *
   * @param submitted where the paths of a configuration start that goes along; null if none does
   */
  static WaveNodes about(
      ExpandNode request, Secrets secrets, @Nullable WorkingDirectory submitted) {
    PluginWork provider = request.expand().plugin();
    return new WaveNodes(
        secrets,
        request.workspace(),
        request.expand().id(),
        request.attempt(),
        request.parallelism(),
        provider == null || submitted != null ? submitted : provider.place());
  }

  Outcome nodes(Planning.Ask ask, AnswerBook book) {
    if (request > MOST_REQUESTS) {
      return refused(
          "Too many questions to providers",
          "Providers were asked %d times, and there are still questions.".formatted(MOST_REQUESTS));
    }
    List<Wave.Part> parts;
    try {
      parts = book.wave(ask.questions());
    } catch (Wave.TooLarge e) {
      return refused("Question too large", String.valueOf(e.getMessage()));
    }
    if (parts.isEmpty()) {
      return new Outcome.Refused(ask.unanswered().reasons());
    }
    LOG.debug(
        "request {} of {} in {} asks about {}",
        request,
        of,
        workspace,
        ask.questions().stream().map(Question::subject).distinct().toList());
    List<Node> nodes = new ArrayList<>();
    for (Wave.Part part : parts) {
      nodes.add(node(part, nodes.size(), atOnce(parts.size())));
    }
    return new Outcome.Asked(nodes);
  }

  /** Of one batch, so that all that are out at the same time ask no more than the run may do. */
  private int atOnce(int batches) {
    return parallelism <= 0
        ? Batch.USUALLY_AT_ONCE
        : Math.max(1, parallelism / Math.min(batches, parallelism));
  }

  private static Outcome refused(String summary, String detail) {
    return new Outcome.Refused(List.of(Diagnostic.error(summary, detail, null)));
  }

  /** All that is asked may be secret, and no one has to read it on the way. */
  private Node node(Wave.Part part, int batch, int atOnce) {
    Route route = part.route();
    boolean isLimited = route.rate() != null || route.maxConcurrent() != null;
    String id = NodeId.wave(of, request, batch);
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address = NodeId.PLAN.equals(of) ? NodeId.parse(id).address() : Address.of(of);
          draft.action = Action.PLAN;
          draft.type = "sluice_questions";
          draft.provider = route.provider();
          draft.pool = route.pool();
          draft.config =
              secrets.sealed(
                  workspace, "/" + id, Batch.config(part.packed(), atOnce), Batch.place());
          draft.repeat = RepeatClass.PURE;
          draft.providerBlock =
              isLimited
                  ? new ProviderBlock(Json.object(), route.rate(), route.maxConcurrent(), List.of())
                  : null;
          draft.plugin = part.provider().in(directory);
        });
  }
}
