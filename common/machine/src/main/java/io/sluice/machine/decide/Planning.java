package io.sluice.machine.decide;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.rule.Departed;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.PlanChecks;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.History;
import io.sluice.machine.run.Hold;
import io.sluice.machine.run.PlanInForce;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import io.sluice.model.record.WorkspaceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** From the planner's answer to a graph whose nodes may leave. */
public final class Planning {
  /** A wider set than this is written down as "the whole workspace". */
  private static final int LARGEST_LIST = 500;

  private static final int MOST_WIDENINGS = 2;
  private static final int CHANGES_SHOWN = 18;

  private Planning() {}

  public static void refused(Draft draft, PlanRefused refused) {
    RunEdit run = draft.edit(refused.run());
    if (run != null && Requests.isAnswer(run, refused.round())) {
      if (run.now().lingers()) {
        Endings.end(draft, run);
        return;
      }
      Endings.refuse(draft, run, refused.reasons());
      draft.holdsChanged();
    }
  }

  public static void planned(Draft draft, Planned planned) {
    RunEdit run = draft.edit(planned.run());
    if (run == null || run.now().history().formerPlans().contains(planned.planId())) {
      return;
    }
    if (!Requests.isAnswer(run, planned.round())) {
      Departed.late(draft, run, planned);
      return;
    }
    if (run.now().lingers() && planned.released().isEmpty()) {
      Endings.end(draft, run);
      return;
    }
    Optional<String> tooMany = PlanChecks.tooMany(draft, run, planned.nodes());
    if (tooMany.isPresent() && planned.released().isEmpty()) {
      Endings.refuse(draft, run, List.of(tooMany.get()));
      draft.holdsChanged();
      return;
    }
    accept(draft, run, planned);
    List<Node> nodes = run.run.plannedNodes();
    if (!run.now().stopping()) {
      Optional<String> wrong = PlanChecks.wrong(draft, run, planned, nodes);
      if (wrong.isPresent()) {
        run.because(List.of(wrong.get()));
        run.stop(Stop.REFUSED);
      } else {
        check(draft, run, planned, nodes);
      }
    }
    Departed.listed(draft, run, planned);
    if (!run.now().stopping() && !run.now().replan()) {
      begin(draft, run, planned, nodes);
    }
    draft.touch(run);
    draft.holdsChanged();
  }

  /** It can't be applied; what left with it has left all the same. */
  public static void unapplied(Draft draft, Planned planned) {
    RunEdit run = draft.edit(planned.run());
    if (run == null
        || planned.released().isEmpty()
        || run.now().history().formerPlans().contains(planned.planId())) {
      return;
    }
    if (Requests.isAnswer(run, planned.round())) {
      accept(draft, run, planned);
      Departed.listed(draft, run, planned);
    } else {
      Departed.late(draft, run, planned);
    }
  }

  public static void approve(Draft draft, Approve approve) {
    RunEdit run = draft.edit(approve.run());
    if (run == null || !run.now().awaitsApproval()) {
      return;
    }
    if (!approve.hash().equals(run.now().hash())) {
      draft.tell(
          run,
          EventKind.WARNING,
          approve.by() + " approved a different plan. Review the current one, then approve it");
      return;
    }
    run.to(run.now().stage().approved());
    if (PlanChecks.partsMoved(draft, run.run.partsOf(run.now().planId()))) {
      run.planAgain();
      draft.tell(run, EventKind.RUN_CHANGED, "State changed while the plan waited; planning again");
    } else {
      draft.tell(run, EventKind.RUN_CHANGED, "Approved by " + approve.by());
    }
    draft.touch(run);
  }

  private static void accept(Draft draft, RunEdit run, Planned planned) {
    if (planned.purpose() == Purpose.READ) {
      run.read(Refresh.READING);
    }
    Run now = run.now();
    run.to(
        now.in(
                now.stage()
                    .following(
                        new PlanInForce(planned.planId(), planned.parts(), planned.hash(), false)))
            .with(now.control().withWindows(planned.windows()))
            .with(now.asking().answered()));
    draft.flush(run);
  }

  /** Whether the plan may be begun now, and what has to happen first if not. */
  private static void check(Draft draft, RunEdit run, Planned planned, List<Node> nodes) {
    Claim needed = run.run.planClaim();
    Hold hold = run.now().hold();
    if (!hold.wanted().covers(needed)) {
      widen(draft, run, needed);
    } else if (PlanChecks.moved(draft, run, planned)) {
      run.planAgain();
      draft.tell(run, EventKind.RUN_CHANGED, "State changed during planning; planning again");
    } else if (run.now().reading()) {
      run.hold(run.now().onlyReads() ? hold.ofReads() : hold);
    } else if (run.now().options().approval() == Approval.GIVEN
        && run.now().differsFromApproved()) {
      Events.planned(draft, run, nodes);
      run.stop(Stop.REFUSED);
      run.because(difference(run, nodes));
    } else {
      run.hold(hold.ofPlan());
      int unchanged = (int) nodes.stream().filter(n -> n.action().isIdle()).count();
      run.count(Counter.UNCHANGED, unchanged);
      remember(draft, run);
    }
  }

  private static void widen(Draft draft, RunEdit run, Claim needed) {
    Hold hold = run.now().hold();
    History history = run.now().history();
    Set<String> wider = new TreeSet<>(hold.names());
    wider.addAll(needed.names());
    boolean whole = history.widenings() + 1 >= MOST_WIDENINGS || wider.size() > LARGEST_LIST;
    run.hold(hold.widened(whole ? List.of() : List.copyOf(wider)));
    run.to(run.now().with(history.widened()));
    run.planAgain();
    draft.tell(
        run,
        EventKind.RUN_CHANGED,
        "The plan touches more than was claimed: queued again for "
            + (whole ? "the whole workspace" : wider.size() + " addresses"));
  }

  /** What the plan would do now, to compare with the plan that was approved. */
  private static List<String> difference(RunEdit run, List<Node> nodes) {
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "the plan under the claim ("
            + run.now().hash()
            + ") is not the approved one ("
            + run.now().options().approvedHash()
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
  private static void remember(Draft draft, RunEdit run) {
    String root = run.now().identity().root();
    WorkspaceRecord known = draft.state.workspaceRecord().orElse(null);
    if (root != null && (known == null || !root.equals(known.root()))) {
      draft.put(
          new Change.Workspace(
              new WorkspaceRecord(
                  draft.state.workspace(),
                  root,
                  run.run.id,
                  draft.moment.now(),
                  known == null ? null : known.origin(),
                  known == null ? null : known.removedAt())));
    }
  }

  private static void begin(Draft draft, RunEdit run, Planned planned, List<Node> nodes) {
    if (run.now().reading()) {
      draft.tell(run, EventKind.RUN_CHANGED, "Reading " + nodes.size() + " resources");
      return;
    }
    Events.planned(draft, run, nodes);
    refuseClosed(draft, run, nodes);
    for (Held held : planned.held()) {
      NodeEntry entry = run.run.planned(held.node());
      if (entry != null && !entry.stored() && !entry.isLost()) {
        String text = entry.planned().address() + " was not changed: " + held.reason();
        NodeOutcomes.fail(draft, run, entry, TaskError.of(CoreCode.HELD_BACK, text));
      }
    }
    if (run.now().asksForApproval() && !run.now().stopping()) {
      run.to(run.now().stage().awaitingApproval());
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
  private static void refuseClosed(Draft draft, RunEdit run, List<Node> nodes) {
    Set<Address> closed = draft.state.closed();
    for (Node node : closed.isEmpty() ? List.<Node>of() : nodes) {
      NodeEntry entry = run.run.planned(node.id());
      if (entry != null && !entry.stored() && changes(node, closed)) {
        NodeOutcomes.fail(draft, run, entry, closedBy(draft, node));
      }
    }
  }

  private static boolean changes(Node node, Set<Address> closed) {
    return !node.action().isIdle() && closed.contains(node.address().live());
  }

  private static TaskError closedBy(Draft draft, Node node) {
    NodeEntry doubt = draft.state.indexes().doubtAround(node.address().live());
    String why = doubt == null ? null : doubt.state().why();
    String run = doubt == null ? "an earlier run" : "run " + doubt.run;
    String text =
        node.address()
            + " has been in doubt since "
            + run
            + (why == null ? "" : " (" + why + ")")
            + ": resolve it with sluice runs resolve";
    return TaskError.of(CoreCode.CLOSED, text);
  }
}
