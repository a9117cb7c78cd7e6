package io.sluice.machine;

import io.sluice.machine.RunState.PartKey;
import io.sluice.machine.claim.Claim;
import io.sluice.machine.task.Attempt;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Approve;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.RunRecord.Stop;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** From the planner's answer to a graph whose nodes may leave. */
final class Planning {
  /** A wider set than this is written down as "the whole workspace". */
  private static final int LARGEST_LIST = 500;

  private static final int MOST_WIDENINGS = 2;
  private static final int MOST_PLANS = 10;

  private Planning() {}

  static void part(Draft draft, PlanPart part) {
    RunDraft run = draft.edit(part.run());
    boolean wanted =
        run != null
            && run.phase == RunPhase.PLANNING
            && part.expands() == null
            && !part.planId().equals(RunState.UNRESOLVED)
            && !run.formerPlans.contains(part.planId())
            && !run.run.parts.containsKey(new PartKey(part.planId(), part.i()));
    if (wanted) {
      draft.put(new Change.PutPart(part));
    }
  }

  static void refused(Draft draft, PlanRefused refused) {
    RunDraft run = draft.edit(refused.run());
    if (run != null && run.phase == RunPhase.PLANNING) {
      Endings.refuse(draft, run, refused.reasons());
      ClaimQueue.grant(draft);
    }
  }

  static void planned(Draft draft, Planned planned) {
    RunDraft run = draft.edit(planned.run());
    if (run == null
        || run.phase != RunPhase.PLANNING
        || run.formerPlans.contains(planned.planId())) {
      return;
    }
    accept(draft, run, planned);
    List<Node> nodes = run.run.plannedNodes();
    Optional<String> wrong = wrong(draft, run, planned, nodes);
    if (wrong.isPresent()) {
      run.reasons = List.of(wrong.get());
      run.stop = Stop.REFUSED;
    } else if (!run.stopping()) {
      check(draft, run, planned, nodes);
    }
    listed(draft, run, planned);
    if (!run.stopping() && !run.replan) {
      begin(draft, run, nodes);
    }
    Endings.settle(draft, run);
    ClaimQueue.grant(draft);
  }

  static void approve(Draft draft, Approve approve) {
    RunDraft run = draft.edit(approve.run());
    if (run == null || run.phase != RunPhase.AWAITING_APPROVAL) {
      return;
    }
    if (!approve.hash().equals(run.hash)) {
      draft.tell(
          run,
          EventKind.WARNING,
          "What " + approve.by() + " approved is not this plan: look again");
      return;
    }
    run.phase = RunPhase.RUNNING;
    draft.tell(run, EventKind.RUN_CHANGED, "Approved by " + approve.by());
    Endings.settle(draft, run);
  }

  /**
   * Plans again, once what left with the old plan is settled: at its old age, with the wider set.
   */
  static void again(Draft draft, RunDraft run) {
    String old = run.planId;
    if (old == null) {
      throw new IllegalStateException("there is no plan to be made again");
    }
    if (run.formerPlans.size() + 1 >= MOST_PLANS) {
      Endings.finish(
          draft, run, List.of("planned " + MOST_PLANS + " times, and each time something moved"));
      ClaimQueue.grant(draft);
      return;
    }
    List<String> former = new ArrayList<>(run.formerPlans);
    former.add(old);
    List<String> nodes =
        run.run.entries.values().stream()
            .filter(entry -> entry.record != null)
            .map(entry -> entry.id)
            .sorted()
            .toList();
    run.formerPlans = former;
    run.planId = null;
    run.parts = 0;
    run.hash = null;
    run.replan = false;
    run.claim = null;
    run.phase = RunPhase.QUEUED;
    draft.flush(run);
    for (String node : nodes) {
      draft.put(new Change.RemoveNode(run.run.id, node));
    }
    for (PartKey part : List.copyOf(run.run.parts.keySet())) {
      draft.put(new Change.RemovePart(run.run.id, part.planId(), part.i()));
    }
    ClaimQueue.grant(draft);
  }

  private static void accept(Draft draft, RunDraft run, Planned planned) {
    run.planId = planned.planId();
    run.parts = planned.parts();
    run.hash = planned.hash();
    run.windows = planned.windows();
    run.phase = RunPhase.RUNNING;
    draft.flush(run);
  }

  /** Why a plan can't be taken at all. */
  private static Optional<String> wrong(
      Draft draft, RunDraft run, Planned planned, List<Node> nodes) {
    int parts = run.run.partsOf(planned.planId()).size();
    if (parts != planned.parts()) {
      return Optional.of("the plan came with " + parts + " of " + planned.parts() + " parts");
    }
    Set<String> ids = new HashSet<>();
    for (Node node : nodes) {
      if (node.action() == Action.REPLACE) {
        return Optional.of("the plan holds " + node.id() + " as one replace, not as two nodes");
      }
      ids.add(node.id());
    }
    if (ids.size() != nodes.size() || nodes.size() != planned.nodes()) {
      return Optional.of(
          "the plan has " + ids.size() + " different nodes and says " + planned.nodes());
    }
    if (nodes.size() > draft.settings.maxNodes()) {
      return Optional.of(
          "the plan has " + nodes.size() + " nodes, more than " + draft.settings.maxNodes());
    }
    for (Node node : nodes) {
      for (String after : node.after()) {
        if (!ids.contains(after)) {
          return Optional.of("node " + node.id() + " waits for " + after + ", which is no node");
        }
      }
    }
    return Submissions.wrongRoot(draft, run);
  }

  /** Whether the plan may be begun now, and what has to happen first if not. */
  private static void check(Draft draft, RunDraft run, Planned planned, List<Node> nodes) {
    Claim needed = run.run.planClaim();
    Claim held = run.claim == ClaimScope.WHOLE ? Claim.WHOLE : Claim.listed(run.claimed);
    if (!held.covers(needed)) {
      widen(draft, run, needed);
    } else if (moved(draft, run, planned)) {
      run.replan = true;
      draft.tell(
          run, EventKind.RUN_CHANGED, "Something moved while it was planned: planning again");
    } else if (differs(run)) {
      run.stop = Stop.REFUSED;
      run.reasons =
          List.of(
              "the plan under the claim ("
                  + run.hash
                  + ") is not the approved one ("
                  + run.options.approvedHash()
                  + ")");
    }
    if (!run.replan && !run.stopping()) {
      run.claim = ClaimScope.PLAN;
      run.claimed = List.of();
      run.unchanged += (int) nodes.stream().filter(n -> n.action() == Action.NOOP).count();
      remember(draft, run);
    }
  }

  private static void widen(Draft draft, RunDraft run, Claim needed) {
    Set<String> wider = new TreeSet<>(run.claimed);
    wider.addAll(needed.names());
    run.widenings++;
    boolean whole = run.widenings >= MOST_WIDENINGS || wider.size() > LARGEST_LIST;
    run.claimed = whole ? List.of() : List.copyOf(wider);
    run.replan = true;
    draft.tell(
        run,
        EventKind.RUN_CHANGED,
        "The plan touches more than was claimed: queued again for "
            + (whole ? "the whole workspace" : wider.size() + " addresses"));
  }

  private static boolean moved(Draft draft, RunDraft run, Planned planned) {
    if (run.movedAt > planned.version() || differs(draft, planned.basis())) {
      return true;
    }
    for (PlanPart part : run.run.partsOf(planned.planId())) {
      if (differs(draft, part.basis())) {
        return true;
      }
    }
    return false;
  }

  private static boolean differs(Draft draft, Map<Address, Long> basis) {
    for (Map.Entry<Address, Long> rests : basis.entrySet()) {
      long version = draft.record(rests.getKey()).map(StateRecord::version).orElse(0L);
      if (version != rests.getValue()) {
        return true;
      }
    }
    return false;
  }

  private static boolean differs(RunDraft run) {
    return run.options.approval() == Approval.REQUIRED
        && run.options.approvedHash() != null
        && !run.options.approvedHash().equals(run.hash);
  }

  /** The root of the first apply is the workspace's. */
  private static void remember(Draft draft, RunDraft run) {
    String root = run.before.root();
    WorkspaceRecord known = draft.state.workspaceRecord().orElse(null);
    if (root != null && (known == null || !root.equals(known.root()))) {
      draft.put(
          new Change.PutWorkspace(
              new WorkspaceRecord(
                  draft.state.workspace(),
                  root,
                  run.run.id,
                  draft.moment.now(),
                  known == null ? null : known.origin())));
    }
  }

  /** What left with the plan is out, whatever became of the run meanwhile. */
  private static void listed(Draft draft, RunDraft run, Planned planned) {
    for (Released released : planned.released()) {
      NodeEntry entry = run.run.entries.get(released.node());
      if (entry == null || entry.node == null || !entry.sent() || entry.record != null) {
        continue;
      }
      Attempt first =
          Attempt.first(draft.state.workspace(), run.run.id, entry.node, draft.lookup(run.run));
      boolean recovering = first.recovering() && released.token().equals(first.token());
      run.attempts++;
      draft.put(
          entry,
          Nodes.dispatched(
              entry.known(),
              new Attempt(
                  released.attempt(),
                  released.token(),
                  recovering,
                  recovering ? first.recoverAfter() : null)));
    }
  }

  private static void begin(Draft draft, RunDraft run, List<Node> nodes) {
    Events.planned(draft, run, nodes);
    Set<Address> closed = draft.state.closed();
    for (Node node : closed.isEmpty() ? List.<Node>of() : nodes) {
      NodeEntry entry = run.run.entries.get(node.id());
      if (entry != null && entry.record == null && changes(node, closed)) {
        Failures.fail(draft, run, entry, closedBy(draft, node));
      }
    }
    boolean asks =
        run.options.approval() == Approval.REQUIRED && run.options.approvedHash() == null;
    if (asks && !run.stopping()) {
      run.phase = RunPhase.AWAITING_APPROVAL;
      draft.tell(run, EventKind.RUN_AWAITING_APPROVAL, "Waiting for someone to approve the plan");
    }
  }

  private static boolean changes(Node node, Set<Address> closed) {
    return node.action() != Action.NOOP && closed.contains(node.address().live());
  }

  private static TaskError closedBy(Draft draft, Node node) {
    NodeEntry doubt = draft.state.indexes().doubtAround(node.address().live());
    NodeRecord record = doubt == null ? Nodes.NEW : doubt.known();
    String run = doubt == null ? "an earlier run" : "run " + doubt.run.id;
    String text =
        node.address()
            + " has been in doubt since "
            + run
            + (record.reason() == null ? "" : " (" + record.reason() + ")")
            + ": settle it with sluice runs resolve";
    return new TaskError(ErrorClass.USER, "closed", text, null);
  }
}
