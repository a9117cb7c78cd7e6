package io.sluice.machine.decide;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.Edges;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.stored.Change;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.NodeGroups;
import io.sluice.model.record.RecordKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Placeholders become nodes of the running graph; what waited for one waits for all of its
 * instances.
 */
public final class Expansions {
  private static final int SHOWN = 5;

  /** An approval can't list more addresses than this. */
  private static final int MOST_BEYOND = 500;

  private Expansions() {}

  public static Decision expanded(View view, Expanded expanded) {
    RunView run = view.run(expanded.run());
    NodeEntry entry = asked(run, expanded.node());
    if (run == null || entry == null || !Requests.isAnswer(entry, expanded.attempt())) {
      return Decision.nothing();
    }
    return answered(view, run, entry, expanded).and(new Fact.RunTouched(run));
  }

  private static Decision answered(View view, RunView run, NodeEntry entry, Expanded expanded) {
    if (run.now().stopping()) {
      return NodeOutcomes.drop(view, run, entry, "the run stopped before it was expanded");
    }
    Optional<TaskError> wrong = wrong(view, run, entry, expanded);
    if (wrong.isPresent()) {
      return NodeOutcomes.fail(view, run, entry, wrong.get());
    }
    if (expanded.asks()) {
      return ask(run, entry, expanded);
    }
    return run.now().asksBeyond(expanded.beyond())
        ? awaitApproval(run, entry, expanded.beyond())
        : add(view, run, entry, expanded);
  }

  /** Keeps nothing of the answer: the planner is asked again after an approval. */
  private static Decision awaitApproval(RunView run, NodeEntry entry, List<String> beyond) {
    String shown = String.join(", ", beyond.subList(0, Math.min(beyond.size(), SHOWN)));
    String more = beyond.size() > SHOWN ? " and " + (beyond.size() - SHOWN) + " more" : "";
    String why =
        "would delete or replace %s%s, which the plan did not show: waits for approval"
            .formatted(shown, more);
    return Decision.of(
        Fact.moved(run, now -> now.in(now.stage().reachingBeyond(beyond))),
        new Fact.NodeMoved(entry, new NodeEvent.ApprovalAwaited(why)));
  }

  /** Someone has approved what the run's placeholders would take away. */
  static Decision approved(RunView run, String by) {
    Decision approved =
        Decision.of(
            Fact.moved(run, now -> now.in(now.stage().approved())),
            new Fact.RunNoted(run, new RunNote.Approved(by)),
            new Fact.RunTouched(run));
    for (NodeEntry entry : run.run().planned(Expansions::isUnapproved)) {
      approved = approved.and(new Fact.NodeMoved(entry, new NodeEvent.Approved()));
    }
    return approved;
  }

  private static boolean isUnapproved(NodeEntry entry) {
    return entry.state() instanceof NodeState.Unapproved;
  }

  /**
   * The placeholder waits for the questions, and is then asked about again. The questions stand in
   * parts of their own, so that they are never taken for the placeholder's instances.
   */
  private static Decision ask(RunView run, NodeEntry entry, Expanded expanded) {
    String planId = RecordKeys.asked(entry.id, entry.state().tries().attempt());
    return Decision.all(kept(run, entry, planId, parts(expanded.nodes())))
        .and(new Fact.NodeMoved(entry, new NodeEvent.AnswersAwaited()));
  }

  private static List<Fact> kept(
      RunView run, NodeEntry entry, String planId, List<List<Node>> parts) {
    List<Fact> kept = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      PlanPart part = new PlanPart(run.run().id, planId, i, parts.get(i), Map.of(), entry.id);
      kept.add(new Fact.Kept(new Change.Part(part)));
    }
    return kept;
  }

  /** The placeholder, if the planner has been asked what it becomes. */
  static @Nullable NodeEntry asked(@Nullable RunView run, String node) {
    NodeEntry entry = run == null || !run.run().built() ? null : run.run().planned(node);
    return entry != null && entry.asked() ? entry : null;
  }

  private static Decision add(View view, RunView run, NodeEntry entry, Expanded expanded) {
    String planId = RecordKeys.expanded(entry.id);
    List<Fact> facts = new ArrayList<>();
    facts.addAll(kept(run, entry, planId, parts(surplusLast(entry, expanded.nodes()))));
    facts.add(
        new Fact.NodeMoved(entry, new NodeEvent.Expanded(expanded.planId(), expanded.outputs())));
    facts.add(new Fact.NodeNoted(run, entry, new NodeNote.Expanded(expanded.nodes())));
    return Decision.all(facts).then(() -> refuseClosed(view, run, expanded));
  }

  private static Decision refuseClosed(View view, RunView run, Expanded expanded) {
    Set<Address> closed = view.state().closed();
    Decision refused = Decision.nothing();
    for (Node node : expanded.nodes()) {
      NodeEntry instance = run.run().planned(node.id());
      if (instance != null && closed.contains(node.address().live())) {
        String text = node.address() + " is in doubt: resolve it first";
        refused =
            refused.then(
                () -> NodeOutcomes.fail(view, run, instance, error(CoreCode.CLOSED, text)));
      }
    }
    return refused;
  }

  /** As many as records can carry; what a node waits for is in no later part than its own. */
  private static List<List<Node>> parts(List<Node> nodes) {
    List<List<Node>> groups = NodeGroups.of(nodes);
    return groups.isEmpty()
        ? List.of(List.of())
        : groups.size() == 1 ? groups : NodeGroups.of(inOrder(nodes));
  }

  private static List<Node> inOrder(List<Node> nodes) {
    Set<String> missing = new HashSet<>();
    nodes.forEach(node -> missing.add(node.id()));
    List<Node> ordered = new ArrayList<>(nodes.size());
    List<Node> left = nodes;
    while (!left.isEmpty()) {
      List<Node> later = new ArrayList<>();
      List<Node> next = new ArrayList<>();
      for (Node node : left) {
        boolean waits = node.after().stream().anyMatch(missing::contains);
        (waits ? later : next).add(node);
      }
      ordered.addAll(next);
      next.forEach(node -> missing.remove(node.id()));
      if (next.isEmpty()) {
        ordered.addAll(later);
        return ordered;
      }
      left = later;
    }
    return ordered;
  }

  /** Surplus instances are deleted only after everything that depends on the block has moved. */
  private static List<Node> surplusLast(NodeEntry placeholder, List<Node> nodes) {
    List<String> dependents =
        placeholder.dependents().stream()
            .filter(dependent -> dependent.planned().action() != Action.DELETE)
            .map(dependent -> dependent.id)
            .sorted()
            .toList();
    if (dependents.isEmpty()) {
      return nodes;
    }
    return nodes.stream().map(node -> after(node, dependents)).toList();
  }

  private static Node after(Node node, List<String> dependents) {
    if (!Edges.goesLate(node)) {
      return node;
    }
    Set<String> after = new LinkedHashSet<>(node.after());
    after.addAll(dependents);
    return node.waitingFor(List.copyOf(after));
  }

  private static Optional<TaskError> wrong(
      View view, RunView run, NodeEntry entry, Expanded expanded) {
    if (expanded.error() != null) {
      return Optional.of(expanded.error());
    }
    if (expanded.asks()) {
      int attempt = entry.state().tries().attempt();
      Optional<String> wave = Waves.wrong(expanded.nodes(), entry.id, attempt);
      if (wave.isPresent()) {
        return Optional.of(error(CoreCode.EXPANSION, wave.get()));
      }
    }
    if (expanded.beyond().size() > MOST_BEYOND) {
      return Optional.of(
          error(
              CoreCode.EXPANSION,
              "%s would delete or replace %d objects that the plan did not show"
                  .formatted(entry.id, expanded.beyond().size())));
    }
    Set<String> ids = new HashSet<>();
    for (Node node : expanded.nodes()) {
      if (!ids.add(node.id()) || run.run().find(node.id()) != null) {
        return Optional.of(error(CoreCode.EXPANSION, node.id() + " is already in the run"));
      }
    }
    int nodes = run.run().entries().size() + expanded.nodes().size();
    if (nodes > view.settings().maxNodes()) {
      return Optional.of(
          error(
              CoreCode.TOO_MANY_NODES,
              "the run would have more than " + view.settings().maxNodes()));
    }
    for (Node node : expanded.nodes()) {
      for (String after : node.after()) {
        if (after.equals(entry.id) || (!ids.contains(after) && run.run().planned(after) == null)) {
          return Optional.of(
              error(
                  CoreCode.EXPANSION,
                  node.id() + " waits for " + after + ", which does not exist"));
        }
      }
    }
    Claim needed = Claim.of(expanded.nodes());
    boolean covered = needed.writes().stream().allMatch(run.run().planClaim()::mayWrite);
    return covered
        ? Optional.empty()
        : Optional.of(
            error(CoreCode.EXPANSION, entry.id + " reaches beyond what the run has claimed"));
  }

  private static TaskError error(CoreCode code, String text) {
    return new TaskError(ErrorClass.PERMANENT, code, text, null);
  }
}
