package io.sluice.shadow;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.Lookup;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Placeholders become nodes of the running graph; what waited for one waits for all of its
 * instances.
 */
final class Expansions {
  private Expansions() {}

  static void expanded(Draft draft, Expanded expanded) {
    RunDraft run = draft.edit(expanded.run());
    NodeEntry entry = asked(run, expanded.node());
    if (run == null || entry == null || !Requests.isAnswer(entry, expanded.attempt())) {
      return;
    }
    Optional<TaskError> wrong = wrong(draft, run, entry, expanded);
    if (run.stopping()) {
      Failures.drop(draft, run, entry, "the run stopped before it was expanded");
    } else if (wrong.isPresent()) {
      Failures.fail(draft, run, entry, wrong.get());
    } else {
      add(draft, run, entry, expanded);
    }
    Endings.settle(draft, run);
  }

  /** The placeholder, if the planner has been asked what it becomes. */
  static @Nullable NodeEntry asked(@Nullable RunDraft run, String node) {
    NodeEntry entry = run == null ? null : run.run.entries.get(node);
    boolean waits =
        entry != null
            && entry.node != null
            && run != null
            && run.run.built()
            && entry.standing == NodeStatus.DISPATCHED
            && !entry.sent();
    return waits ? entry : null;
  }

  private static void add(Draft draft, RunDraft run, NodeEntry entry, Expanded expanded) {
    String planId = RecordKeys.expanded(entry.id);
    List<Node> nodes = surplusLast(entry, expanded.nodes());
    draft.put(new Change.PutPart(new PlanPart(run.run.id, planId, 0, nodes, Map.of(), entry.id)));
    draft.put(entry, Nodes.expanded(entry.known(), expanded.planId()));
    Events.because(
        draft,
        run,
        EventKind.NODE_EXPANDED,
        entry,
        "expanded into " + expanded.nodes().size() + " nodes");
    Set<Address> closed = draft.state.closed();
    for (Node node : expanded.nodes()) {
      NodeEntry instance = run.run.entries.get(node.id());
      if (instance != null && closed.contains(node.address().live())) {
        Failures.fail(
            draft,
            run,
            instance,
            error(CoreCode.CLOSED, node.address() + " is in doubt: resolve it first"));
      }
    }
  }

  /** Surplus instances go only when whoever depends on the block has moved. */
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

  /** Not the old half of a replace that has to be gone before the new one is made. */
  static boolean goesLate(Node node) {
    return node.action() == Action.DELETE
        && (node.pairedWith() == null || node.createBeforeDestroy());
  }

  private static Node after(Node node, List<String> dependents) {
    if (!goesLate(node)) {
      return node;
    }
    Set<String> after = new LinkedHashSet<>(node.after());
    after.addAll(dependents);
    return node.waitingFor(List.copyOf(after));
  }

  private static Optional<TaskError> wrong(
      Draft draft, RunDraft run, NodeEntry entry, Expanded expanded) {
    if (expanded.error() != null) {
      return Optional.of(expanded.error());
    }
    Set<String> ids = new HashSet<>();
    for (Node node : expanded.nodes()) {
      if (!ids.add(node.id()) || run.run.entries.containsKey(node.id())) {
        return Optional.of(error(CoreCode.EXPANSION, node.id() + " is already in the run"));
      }
    }
    int nodes = run.run.entries.size() + expanded.nodes().size();
    if (nodes > draft.settings.maxNodes()) {
      return Optional.of(
          error(
              CoreCode.TOO_MANY_NODES,
              "the run would have more than " + draft.settings.maxNodes()));
    }
    for (Node node : expanded.nodes()) {
      for (String after : node.after()) {
        if (after.equals(entry.id) || (!ids.contains(after) && !known(run, after))) {
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

  private static boolean known(RunDraft run, String node) {
    NodeEntry entry = run.run.entries.get(node);
    return entry != null && entry.node != null;
  }

  private static TaskError error(CoreCode code, String text) {
    return new TaskError(ErrorClass.PERMANENT, code, text, null);
  }

  /** What a block is made of by now, without what is too many and goes once nobody needs it. */
  static Optional<Lookup.Instances> instances(RunState run, StateRecords records, Address block) {
    NodeEntry placeholder = run.entries.get(block.text());
    PlanPart part = run.parts.get(new RunState.PartKey(RecordKeys.expanded(block.text()), 0));
    if (placeholder == null || placeholder.node == null || part == null) {
      return Optional.empty();
    }
    Set<Address> made = new TreeSet<>();
    Set<Address> gone = new HashSet<>();
    for (Node node : part.nodes()) {
      (node.action() == Action.DELETE ? gone : made).add(node.address());
    }
    gone.removeAll(made);
    String prefix = block.text().substring(0, block.text().length() - "*]".length());
    if (placeholder.node.config().path("counted").asBoolean()) {
      return Optional.of(new Lookup.Instances(true, counted(prefix, made, gone, records)));
    }
    for (StateRecord record : records.all()) {
      Address address = record.address();
      if (address.text().startsWith(prefix) && !address.isDeposed() && !gone.contains(address)) {
        made.add(address);
      }
    }
    return Optional.of(new Lookup.Instances(false, List.copyOf(made)));
  }

  private static List<Address> counted(
      String prefix, Set<Address> made, Set<Address> gone, StateRecords records) {
    List<Address> found = new ArrayList<>();
    while (true) {
      Address next = Address.of(prefix + found.size() + "]");
      if (gone.contains(next) || (!made.contains(next) && records.find(next).isEmpty())) {
        return found;
      }
      found.add(next);
    }
  }

  static List<String> instancesOf(RunState run, String placeholder) {
    PlanPart part = run.parts.get(new RunState.PartKey(RecordKeys.expanded(placeholder), 0));
    return part == null ? List.of() : part.nodes().stream().map(Node::id).toList();
  }
}
