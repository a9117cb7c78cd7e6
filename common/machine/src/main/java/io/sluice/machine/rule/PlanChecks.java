package io.sluice.machine.rule;

import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.run.Stage;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.Refusal.PlanDiffers;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.StateRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks whether a plan can be accepted. */
public final class PlanChecks {
  /** The runs of a partition may together have this many times the nodes of the largest. */
  private static final int RUNS_TOGETHER = 2;

  private PlanChecks() {}

  /** Why a plan can't be accepted at all. */
  public static Optional<String> wrong(View view, RunView run, Planned planned, List<Node> nodes) {
    int parts = run.run().partsOf(planned.planId()).size();
    if (parts != planned.parts()) {
      return Optional.of("the plan came with " + parts + " of " + planned.parts() + " parts");
    }
    if (planned.purpose() == Purpose.ASK) {
      int round = run.now().asking().round();
      Optional<String> wave = Waves.wrong(nodes, NodeId.PLAN, round);
      if (wave.isPresent() || run.now().onlyReads()) {
        return wave.or(() -> Optional.of("a run that only reads has nothing to ask"));
      }
    } else if (!run.now().claims() && !nodes.isEmpty()) {
      return Optional.of("the plan has nodes, and the run only asks");
    }
    boolean reads = planned.purpose() == Purpose.READ;
    boolean again = reads && run.before().history().refresh() == Refresh.DONE;
    if (again || (run.now().onlyReads() && !reads)) {
      return Optional.of("the plan is not what was asked for: the planner is of another build");
    }
    Set<String> ids = new HashSet<>();
    for (Node node : nodes) {
      if (reads && node.action() != Action.READ && !isLook(run, node)) {
        return Optional.of("the plan would " + node.action() + " " + node.id() + ", not only read");
      }
      if (node.action() == Action.PLAN && planned.purpose() != Purpose.ASK) {
        return Optional.of("the plan has questions among its changes: " + node.id());
      }
      if (node.action() == Action.REPLACE) {
        return Optional.of("the plan has " + node.id() + " as one replace, not as two nodes");
      }
      ids.add(node.id());
    }
    if (ids.size() != nodes.size() || nodes.size() != planned.nodes()) {
      return Optional.of(
          "the plan has " + ids.size() + " different nodes, but says " + planned.nodes());
    }
    Optional<String> tooMany = tooMany(view, run, nodes.size());
    if (tooMany.isPresent()) {
      return tooMany;
    }
    for (Node node : nodes) {
      for (String after : node.after()) {
        if (!ids.contains(after)) {
          return Optional.of(
              "node " + node.id() + " waits for " + after + ", which does not exist");
        }
      }
    }
    return WorkspaceRoot.wrong(view, run);
  }

  /** Whether an object that state does not hold is only looked at. */
  private static boolean isLook(RunView run, Node node) {
    return node.action() == Action.IMPORT && run.now().kind() == RunKind.DRIFT;
  }

  /** All that is under way is in the memory of the partition's owner. */
  public static Optional<String> tooMany(View view, RunView run, int nodes) {
    int most = view.settings().maxNodes();
    if (nodes > most) {
      return Optional.of(
          "the plan has "
              + nodes
              + " nodes, more than the "
              + most
              + " that a run may have: split the configuration");
    }
    long others = view.state().nodesBeside(run.run());
    long together = (long) RUNS_TOGETHER * most;
    return others + nodes <= together
        ? Optional.empty()
        : Optional.of(
            "the plan has "
                + nodes
                + " nodes, and other active runs have "
                + others
                + "; together they may have "
                + together
                + ": try again when some of them have ended");
  }

  /**
   * The difference from the plan that someone approved, if this plan must not begin without an
   * approval.
   */
  static Optional<PlanDiffers> difference(RunView run) {
    String hash = run.now().hash();
    String approved = run.now().options().approvedHash();
    if (hash == null
        || approved == null
        || hash.equals(approved)
        || !(run.now().stage() instanceof Stage.Executing)
        || run.now().reading()
        || run.now().asks()
        || run.now().options().approval() != Approval.GIVEN) {
      return Optional.empty();
    }
    List<Address> changes =
        run.run().plannedNodes().stream()
            .filter(node -> !node.action().isIdle())
            .map(Node::address)
            .toList();
    return Optional.of(new PlanDiffers(hash, approved, changes));
  }

  /** Whether something that the plan is based on has changed. */
  public static boolean moved(View view, RunView run, Planned planned) {
    if (run.now().history().stateChangedAt() > planned.version()
        || differs(view, planned.basis())) {
      return true;
    }
    return partsMoved(view, run.run().partsOf(planned.planId()));
  }

  public static boolean partsMoved(View view, List<PlanPart> parts) {
    return parts.stream().anyMatch(part -> differs(view, part.basis()));
  }

  private static boolean differs(View view, Map<Address, Long> basis) {
    for (Map.Entry<Address, Long> rests : basis.entrySet()) {
      long version = view.record(rests.getKey()).map(StateRecord::version).orElse(0L);
      if (version != rests.getValue()) {
        return true;
      }
    }
    return false;
  }
}
