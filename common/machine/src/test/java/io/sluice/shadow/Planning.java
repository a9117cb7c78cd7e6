package io.sluice.shadow;

import io.sluice.machine.claim.Claim;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.shadow.RunState.PartKey;
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
  private static final int CHANGES_SHOWN = 18;

  /** Of the largest: what the runs of a partition may have under way together. */
  private static final int RUNS_TOGETHER = 2;

  private Planning() {}

  static void part(Draft draft, PlanPart part) {
    RunDraft run = draft.edit(part.run());
    if (run == null) {
      return;
    }
    boolean wanted =
        run.awaitsPlan()
            && part.expands() == null
            && !part.planId().equals(RecordKeys.UNRESOLVED)
            && !run.formerPlans.contains(part.planId())
            && !run.run.parts.containsKey(new PartKey(part.planId(), part.i()));
    if (wanted && Requests.fits(draft, run, part)) {
      Requests.makeRoom(draft, run, part.planId());
      draft.put(new Change.PutPart(part));
    }
  }

  static void refused(Draft draft, PlanRefused refused) {
    RunDraft run = draft.edit(refused.run());
    if (run != null && Requests.isAnswer(run, refused.round())) {
      if (run.lingers) {
        Endings.end(draft, run);
        return;
      }
      Endings.refuse(draft, run, refused.reasons());
      ClaimQueue.grant(draft);
    }
  }

  static void planned(Draft draft, Planned planned) {
    RunDraft run = draft.edit(planned.run());
    if (run == null || run.formerPlans.contains(planned.planId())) {
      return;
    }
    if (!Requests.isAnswer(run, planned.round())) {
      Requests.late(draft, run, planned);
      return;
    }
    if (run.lingers && planned.released().isEmpty()) {
      Endings.end(draft, run);
      return;
    }
    Optional<String> tooMany = tooMany(draft, run, planned.nodes());
    if (tooMany.isPresent() && planned.released().isEmpty()) {
      Endings.refuse(draft, run, List.of(tooMany.get()));
      ClaimQueue.grant(draft);
      return;
    }
    accept(draft, run, planned);
    List<Node> nodes = run.run.plannedNodes();
    if (!run.stopping()) {
      Optional<String> wrong = wrong(draft, run, planned, nodes);
      if (wrong.isPresent()) {
        run.reasons = List.of(wrong.get());
        run.stop = Stop.REFUSED;
      } else {
        check(draft, run, planned, nodes);
      }
    }
    Departed.listed(draft, run, planned);
    if (!run.stopping() && !run.replan) {
      begin(draft, run, planned, nodes);
    }
    Endings.settle(draft, run);
    ClaimQueue.grant(draft);
  }

  /** It can't be applied; what left with it has left all the same. */
  static void unapplied(Draft draft, Planned planned) {
    RunDraft run = draft.edit(planned.run());
    if (run == null || planned.released().isEmpty() || run.formerPlans.contains(planned.planId())) {
      return;
    }
    if (Requests.isAnswer(run, planned.round())) {
      accept(draft, run, planned);
      Departed.listed(draft, run, planned);
    } else {
      Requests.late(draft, run, planned);
    }
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
          approve.by() + " approved a different plan. Review the current one, then approve it");
      return;
    }
    run.phase = RunPhase.RUNNING;
    if (partsMoved(draft, run.run.partsOf(run.planId))) {
      run.replan = true;
      draft.tell(run, EventKind.RUN_CHANGED, "State changed while the plan waited; planning again");
    } else {
      draft.tell(run, EventKind.RUN_CHANGED, "Approved by " + approve.by());
    }
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
          draft, run, List.of("planned " + MOST_PLANS + " times, and state changed each time"));
      ClaimQueue.grant(draft);
      return;
    }
    Requests.numberAnew(run);
    run.refresh = null;
    run.claim = null;
    run.phase = RunPhase.QUEUED;
    leave(draft, run, old);
    ClaimQueue.grant(draft);
  }

  /**
   * Everything is read: now the plan itself, under the same claim, on what was found. Where the
   * reads leave more behind than goes at a time, it is asked for when all of that is gone.
   */
  static void afterReads(Draft draft, RunDraft run) {
    String reads = run.planId;
    Submitted submission = run.run.submission;
    if (reads == null || submission == null) {
      Endings.finish(draft, run, List.of("the run's submission is no longer stored"));
      ClaimQueue.grant(draft);
      return;
    }
    run.refresh = Refresh.DONE;
    boolean atOnce = run.run.leftovers() <= draft.settings.sweep();
    run.phase = atOnce ? RunPhase.PLANNING : RunPhase.QUEUED;
    leave(draft, run, reads);
    if (atOnce) {
      Requests.plan(draft, run, submission);
    }
  }

  /** Takes the plan's graph away, and of its records as many as go at a time. */
  private static void leave(Draft draft, RunDraft run, String old) {
    List<String> former = new ArrayList<>(run.formerPlans);
    former.add(old);
    run.formerPlans = former;
    run.planId = null;
    run.parts = 0;
    run.hash = null;
    run.replan = false;
    draft.flush(run);
    Sweeping.takeAway(draft, run.run, draft.settings.sweep());
  }

  private static void accept(Draft draft, RunDraft run, Planned planned) {
    run.planId = planned.planId();
    run.parts = planned.parts();
    run.hash = planned.hash();
    run.windows = planned.windows();
    run.refresh = planned.refresh() ? Refresh.READING : run.refresh;
    run.phase = run.lingers ? run.phase : RunPhase.RUNNING;
    run.unanswered = 0;
    draft.flush(run);
  }

  /** Why a plan can't be taken at all. */
  private static Optional<String> wrong(
      Draft draft, RunDraft run, Planned planned, List<Node> nodes) {
    int parts = run.run.partsOf(planned.planId()).size();
    if (parts != planned.parts()) {
      return Optional.of("the plan came with " + parts + " of " + planned.parts() + " parts");
    }
    boolean again = planned.refresh() && run.before.refresh() == Refresh.DONE;
    if (again || (run.onlyReads() && !planned.refresh())) {
      return Optional.of("the plan is not what was asked for: the planner is of another build");
    }
    Set<String> ids = new HashSet<>();
    for (Node node : nodes) {
      if (planned.refresh() && node.action() != Action.READ) {
        return Optional.of("the plan would " + node.action() + " " + node.id() + ", not only read");
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
    Optional<String> tooMany = tooMany(draft, run, nodes.size());
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
    return Submissions.wrongRoot(draft, run);
  }

  /** All that is under way stands in the memory of the partition's owner. */
  private static Optional<String> tooMany(Draft draft, RunDraft run, int nodes) {
    int most = draft.settings.maxNodes();
    if (nodes > most) {
      return Optional.of(
          "the plan has "
              + nodes
              + " nodes, more than the "
              + most
              + " that a run may have: split the configuration");
    }
    long others = draft.state.nodesBeside(run.run);
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

  /** Whether the plan may be begun now, and what has to happen first if not. */
  private static void check(Draft draft, RunDraft run, Planned planned, List<Node> nodes) {
    Claim needed = run.run.planClaim();
    Claim held = run.claim == ClaimScope.WHOLE ? Claim.WHOLE : Claim.listed(run.claimed);
    if (!held.covers(needed)) {
      widen(draft, run, needed);
    } else if (moved(draft, run, planned)) {
      run.replan = true;
      draft.tell(run, EventKind.RUN_CHANGED, "State changed during planning; planning again");
    } else if (run.reading()) {
      run.claim = run.onlyReads() ? ClaimScope.PLAN : run.claim;
    } else if (run.options.approval() == Approval.GIVEN && differs(run)) {
      Events.planned(draft, run, nodes);
      run.stop = Stop.REFUSED;
      run.reasons = difference(run, nodes);
    } else {
      run.claim = ClaimScope.PLAN;
      run.claimed = List.of();
      run.unchanged += (int) nodes.stream().filter(n -> n.action().isIdle()).count();
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
    return partsMoved(draft, run.run.partsOf(planned.planId()));
  }

  private static boolean partsMoved(Draft draft, List<PlanPart> parts) {
    return parts.stream().anyMatch(part -> differs(draft, part.basis()));
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

  /** Whether someone has agreed to a plan, but not to this one. */
  private static boolean differs(RunDraft run) {
    String approved = run.options.approvedHash();
    return approved != null && !approved.equals(run.hash);
  }

  private static boolean asks(RunDraft run) {
    return run.options.approval() == Approval.REQUIRED
        && (run.options.approvedHash() == null || differs(run));
  }

  /** What the plan would do now; whoever agreed to another one can lay the two side by side. */
  private static List<String> difference(RunDraft run, List<Node> nodes) {
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "the plan under the claim ("
            + run.hash
            + ") is not the approved one ("
            + run.options.approvedHash()
            + "): state changed in between. Review and approve the new plan. It would:");
    List<Node> changes = nodes.stream().filter(n -> !n.action().isIdle()).toList();
    for (Node node : changes.subList(0, Math.min(changes.size(), CHANGES_SHOWN))) {
      reasons.add("  " + node.action().word() + " " + node.address());
    }
    if (changes.size() > CHANGES_SHOWN) {
      reasons.add("  and " + (changes.size() - CHANGES_SHOWN) + " more");
    } else if (changes.isEmpty()) {
      reasons.add("  do nothing");
    }
    return reasons;
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
                  known == null ? null : known.origin(),
                  known == null ? null : known.removedAt())));
    }
  }

  private static void begin(Draft draft, RunDraft run, Planned planned, List<Node> nodes) {
    if (run.reading()) {
      draft.tell(run, EventKind.RUN_CHANGED, "Reading " + nodes.size() + " resources");
      return;
    }
    Events.planned(draft, run, nodes);
    refuseClosed(draft, run, nodes);
    for (Held held : planned.held()) {
      NodeEntry entry = run.run.entries.get(held.node());
      if (entry != null && entry.node != null && entry.record == null && !entry.isLost()) {
        String text = entry.node.address() + " was not changed: " + held.reason();
        Failures.fail(draft, run, entry, TaskError.of(CoreCode.HELD_BACK, text));
      }
    }
    if (asks(run) && !run.stopping()) {
      run.phase = RunPhase.AWAITING_APPROVAL;
      draft.emit(
          run,
          EventKind.RUN_AWAITING_APPROVAL,
          null,
          null,
          "Waiting for someone to approve the plan",
          Events.proposal(run, nodes));
    }
  }

  /** Addresses in doubt wait for a person; nothing else does. */
  private static void refuseClosed(Draft draft, RunDraft run, List<Node> nodes) {
    Set<Address> closed = draft.state.closed();
    for (Node node : closed.isEmpty() ? List.<Node>of() : nodes) {
      NodeEntry entry = run.run.entries.get(node.id());
      if (entry != null && entry.record == null && changes(node, closed)) {
        Failures.fail(draft, run, entry, closedBy(draft, node));
      }
    }
  }

  private static boolean changes(Node node, Set<Address> closed) {
    return !node.action().isIdle() && closed.contains(node.address().live());
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
            + ": resolve it with sluice runs resolve";
    return TaskError.of(CoreCode.CLOSED, text);
  }
}
