package io.sluice.machine.decide;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.Edges;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.stored.Change;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
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
  private Expansions() {}

  public static void expanded(Draft draft, Expanded expanded) {
    RunEdit run = draft.edit(expanded.run());
    NodeEntry entry = asked(run, expanded.node());
    if (run == null || entry == null || !Requests.isAnswer(entry, expanded.attempt())) {
      return;
    }
    Optional<TaskError> wrong = wrong(draft, run, entry, expanded);
    if (run.now().stopping()) {
      NodeOutcomes.drop(draft, run, entry, "the run stopped before it was expanded");
    } else if (wrong.isPresent()) {
      NodeOutcomes.fail(draft, run, entry, wrong.get());
    } else {
      add(draft, run, entry, expanded);
    }
    draft.touch(run);
  }

  /** The placeholder, if the planner has been asked what it becomes. */
  static @Nullable NodeEntry asked(@Nullable RunEdit run, String node) {
    NodeEntry entry = run == null || !run.run.built() ? null : run.run.planned(node);
    return entry != null && entry.asked() ? entry : null;
  }

  private static void add(Draft draft, RunEdit run, NodeEntry entry, Expanded expanded) {
    String planId = RecordKeys.expanded(entry.id);
    List<List<Node>> parts = parts(surplusLast(entry, expanded.nodes()));
    for (int i = 0; i < parts.size(); i++) {
      draft.put(
          new Change.Part(new PlanPart(run.run.id, planId, i, parts.get(i), Map.of(), entry.id)));
    }
    draft.move(entry, new NodeEvent.Expanded(expanded.planId()));
    Events.because(
        draft,
        run,
        EventKind.NODE_EXPANDED,
        entry,
        "expanded into " + expanded.nodes().size() + " nodes");
    Set<Address> closed = draft.state.closed();
    for (Node node : expanded.nodes()) {
      NodeEntry instance = run.run.planned(node.id());
      if (instance != null && closed.contains(node.address().live())) {
        NodeOutcomes.fail(
            draft,
            run,
            instance,
            error(CoreCode.CLOSED, node.address() + " is in doubt: resolve it first"));
      }
    }
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
      Draft draft, RunEdit run, NodeEntry entry, Expanded expanded) {
    if (expanded.error() != null) {
      return Optional.of(expanded.error());
    }
    Set<String> ids = new HashSet<>();
    for (Node node : expanded.nodes()) {
      if (!ids.add(node.id()) || run.run.find(node.id()) != null) {
        return Optional.of(error(CoreCode.EXPANSION, node.id() + " is already in the run"));
      }
    }
    int nodes = run.run.entries().size() + expanded.nodes().size();
    if (nodes > draft.settings.maxNodes()) {
      return Optional.of(
          error(
              CoreCode.TOO_MANY_NODES,
              "the run would have more than " + draft.settings.maxNodes()));
    }
    for (Node node : expanded.nodes()) {
      for (String after : node.after()) {
        if (after.equals(entry.id) || (!ids.contains(after) && run.run.planned(after) == null)) {
          return Optional.of(
              error(
                  CoreCode.EXPANSION,
                  node.id() + " waits for " + after + ", which does not exist"));
        }
      }
    }
    Claim needed = Claim.of(expanded.nodes());
    boolean covered = needed.writes().stream().allMatch(run.run.planClaim()::mayWrite);
    return covered
        ? Optional.empty()
        : Optional.of(
            error(CoreCode.EXPANSION, entry.id + " reaches beyond what the run has claimed"));
  }

  private static TaskError error(CoreCode code, String text) {
    return new TaskError(ErrorClass.PERMANENT, code, text, null);
  }
}
