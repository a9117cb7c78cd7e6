package io.sluice.planner.request;

import io.sluice.bridge.ask.Batch;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.RepeatClass;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.Planning;
import io.sluice.planning.secret.Secrets;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.Wave;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes nodes of what planning has to ask real providers: the planner has neither their packages
 * nor their credentials, and workers have both.
 *
 * @param of what is asked for: {@link NodeId#PLAN}, or a placeholder
 * @param request the round or the attempt of the request that is answered with questions
 * @param directory where the submitter's relative paths start; null if that is not known
 */
record Asking(
    Secrets secrets,
    String workspace,
    String of,
    int request,
    @Nullable String pool,
    @Nullable WorkingDirectory directory) {
  /** A chain of so many objects, each planned with what is planned of the one before. */
  private static final int MOST_REQUESTS = 1_000;

  /** What came of it. */
  sealed interface Outcome {
    record Asked(List<Node> nodes) implements Outcome {}

    record Refused(List<Diagnostic> reasons) implements Outcome {}
  }

  Outcome nodes(Planning.Ask ask, AnswerBook book) {
    if (request > MOST_REQUESTS) {
      return refused(
          "Too many questions to providers",
          "Providers were asked %d times, and there is still something to ask."
              .formatted(MOST_REQUESTS));
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
    List<Node> nodes = new ArrayList<>();
    for (Wave.Part part : parts) {
      nodes.add(node(part, nodes.size()));
    }
    return new Outcome.Asked(nodes);
  }

  private static Outcome refused(String summary, String detail) {
    return new Outcome.Refused(List.of(Diagnostic.error(summary, detail, null)));
  }

  /** All that is asked may be secret, and no one has to read it on the way. */
  private Node node(Wave.Part part, int batch) {
    String id = NodeId.wave(of, request, batch);
    return new Node(
        id,
        NodeId.PLAN.equals(of) ? NodeId.parse(id).address() : Address.of(of),
        Action.PLAN,
        "sluice_questions",
        null,
        pool,
        secrets.sealed(workspace, "/" + id, Batch.config(part.packed()), Batch.place()),
        List.of(),
        List.of(),
        List.of(),
        null,
        RepeatClass.PURE,
        Timeouts.NONE,
        null,
        0,
        false,
        null,
        0,
        List.of(),
        null,
        part.provider().in(directory));
  }
}
