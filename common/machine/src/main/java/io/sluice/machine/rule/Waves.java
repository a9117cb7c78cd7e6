package io.sluice.machine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.task.Room;
import io.sluice.model.Action;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Questions to providers that are answered before a plan is drawn, or before a placeholder becomes
 * anything, a wave at a time. The records of answered ones keep the answers until the plan stands;
 * each request for it brings all of them to the planner.
 */
public final class Waves {
  /** Answers may take one part in three of the largest message, beside the document. */
  private static final int SHARE = 3;

  private Waves() {}

  /** What was answered before the plan. */
  public static List<JsonNode> answers(RunView run) {
    return outputs(
        run.run().entries().stream().filter(entry -> NodeId.role(entry.id) == Role.WAVE));
  }

  /** What was answered about a placeholder. */
  public static List<JsonNode> answers(RunView run, NodeEntry placeholder) {
    return outputs(
        run.run().parts().stream()
            .filter(key -> RecordKeys.isAsked(key.planId()))
            .map(key -> run.run().part(key.planId(), key.i()))
            .filter(part -> part != null && placeholder.id.equals(part.expands()))
            .flatMap(part -> part.nodes().stream())
            .map(node -> run.run().find(node.id()))
            .flatMap(Stream::ofNullable));
  }

  private static List<JsonNode> outputs(Stream<NodeEntry> waves) {
    return waves
        .sorted(Comparator.comparing(entry -> entry.id))
        .map(NodeEntry::state)
        .filter(NodeState.Succeeded.class::isInstance)
        .map(state -> ((NodeState.Succeeded) state).outputs())
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Why no request can bring the answers to the planner. */
  public static Optional<String> excess(View view, List<JsonNode> answers) {
    long most = view.settings().limits().bytes().message() / SHARE;
    long left = most;
    for (JsonNode answer : answers) {
      left = left < 0 ? left : Room.after(answer, left);
    }
    return left >= 0
        ? Optional.empty()
        : Optional.of(
            "the answers of providers take more than the "
                + (most >> 10)
                + " KiB that a request can carry: divide the configuration");
  }

  /** Whether the part holds no questions, or those of the current request. */
  public static boolean isOfRequest(PlanPart part, int round) {
    return part.nodes().stream()
        .filter(node -> node.action() == Action.PLAN)
        .allMatch(node -> NodeId.isOfWave(node.id(), NodeId.PLAN, round));
  }

  /** Why this is no wave of that request. */
  public static Optional<String> wrong(List<Node> nodes, String of, int request) {
    for (Node node : nodes) {
      if (node.action() != Action.PLAN || !NodeId.isOfWave(node.id(), of, request)) {
        return Optional.of(node.id() + " is no question of request " + request);
      }
    }
    return nodes.isEmpty() ? Optional.of("nothing is asked") : Optional.empty();
  }

  /**
   * The command that asked has fetched the answers. Records beyond one sweep stay until later
   * answers displace them.
   */
  public static Decision fetched(View view, RunView run) {
    return Decision.all(Leftovers.takeAway(run.run(), view.settings().sweep()));
  }

  /**
   * The plan is accepted and needs the answers no longer; records beyond one sweep go with the run.
   */
  public static Decision forgotten(View view, RunView run) {
    if (!run.now().claims()) {
      return Decision.nothing();
    }
    return Decision.all(
        run.run().entries().stream()
            .filter(entry -> entry.stored() && !entry.isPlanned())
            .map(entry -> entry.id)
            .filter(node -> NodeId.role(node) == Role.WAVE)
            .sorted()
            .limit(view.settings().sweep())
            .map(node -> new Fact.Kept(new Change.Node(run.run().id, node, null)))
            .toList());
  }
}
