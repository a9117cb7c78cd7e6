package io.sluice.machine.decide;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Departed;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.PlanChecks;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.rule.WorkspaceRoot;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.PlanInForce;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Turns the planner's answer into a graph whose nodes may be dispatched. */
public final class Planning {
  /** A set of more names than this is recorded as "the whole workspace". */
  private static final int LARGEST_LIST = 500;

  private static final int MOST_WIDENINGS = 2;
  private static final int CHANGES_SHOWN = 18;

  private Planning() {}

  public static Decision refused(View view, PlanRefused refused) {
    RunView run = view.run(refused.run());
    if (run == null || !Requests.isAnswer(run, refused.round())) {
      return Decision.nothing();
    }
    return run.now().lingers()
        ? Endings.end(view, run)
        : Endings.refuse(view, run, refused.reasons()).and(new Fact.HoldsChanged());
  }

  public static Decision planned(View view, Planned planned) {
    RunView run = view.run(planned.run());
    if (run == null || run.now().history().formerPlans().contains(planned.planId())) {
      return Decision.nothing();
    }
    if (!Requests.isAnswer(run, planned.round())) {
      return Departed.late(view, run, planned);
    }
    // A lingering run waits only for tasks that left with the answer.
    boolean nothingLeft = planned.released().isEmpty() || planned.purpose() == Purpose.ASK;
    if (run.now().lingers() && nothingLeft) {
      return Endings.end(view, run);
    }
    Optional<String> tooMany = PlanChecks.tooMany(view, run, planned.nodes());
    if (tooMany.isPresent() && nothingLeft) {
      return Endings.refuse(view, run, List.of(tooMany.get())).and(new Fact.HoldsChanged());
    }
    return accept(run, planned)
        .then(() -> accepted(view, run, planned))
        .and(new Fact.RunTouched(run), new Fact.HoldsChanged());
  }

  private static Decision accepted(View view, RunView run, Planned planned) {
    List<Node> nodes = run.run().plannedNodes();
    Decision checked =
        run.now().stopping()
            ? Decision.nothing()
            : PlanChecks.wrong(view, run, planned, nodes)
                .<Decision>map(why -> stopped(run, List.of(why)))
                .orElseGet(() -> check(view, run, planned, nodes));
    return checked
        .then(() -> Departed.listed(view, run, planned))
        .then(
            () ->
                run.now().stopping() || run.now().replan()
                    ? Decision.nothing()
                    : begin(view, run, planned, nodes));
  }

  /** A plan that can't be applied: the tasks that left with it are out all the same. */
  public static Decision unapplied(View view, Planned planned) {
    RunView run = view.run(planned.run());
    if (run == null
        || planned.released().isEmpty()
        || run.now().history().formerPlans().contains(planned.planId())) {
      return Decision.nothing();
    }
    return Requests.isAnswer(run, planned.round())
        ? accept(run, planned).then(() -> Departed.listed(view, run, planned))
        : Departed.late(view, run, planned);
  }

  public static Decision approve(View view, Approve approve) {
    RunView run = view.run(approve.run());
    if (run == null || !run.now().awaitsApproval()) {
      return Decision.nothing();
    }
    Run now = run.now();
    PlanInForce plan = Objects.requireNonNull(now.plan());
    if (!approve.hash().equals(plan.toApprove())) {
      return new Fact.RunNoted(run, new RunNote.ApprovedAnother(approve.by()));
    }
    if (now.waitsBeyond()) {
      return Expansions.approved(run, approve.by());
    }
    boolean moved = PlanChecks.partsMoved(view, run.run().partsOf(now.planId()));
    Stage approved = now.stage().approved();
    return Decision.of(
        new Fact.RunMoved(run, now, now.in(moved ? approved.outdated() : approved)),
        new Fact.RunNoted(
            run, moved ? new RunNote.Outdated(true) : new RunNote.Approved(approve.by())),
        new Fact.RunTouched(run));
  }

  private static Decision accept(RunView run, Planned planned) {
    boolean asks = planned.purpose() == Purpose.ASK;
    PlanInForce plan =
        new PlanInForce(planned.planId(), planned.parts(), planned.hash(), false, asks);
    return Decision.of(
        Fact.moved(
            run,
            now ->
                now.in(now.stage().following(plan))
                    .with(now.control().withWindows(planned.windows()))
                    .with(now.asking().answered())
                    .with(
                        planned.purpose() == Purpose.READ
                            ? now.history().with(Refresh.READING)
                            : now.history())),
        new Fact.RunWritten(run));
  }

  private static Fact stopped(RunView run, List<String> reasons) {
    return Fact.moved(run, now -> now.with(now.control().because(reasons).stopped(Stop.REFUSED)));
  }

  /** Whether the plan may be begun now, and what has to happen first if not. */
  private static Decision check(View view, RunView run, Planned planned, List<Node> nodes) {
    Run now = run.now();
    Claim needed = run.run().planClaim();
    if (!now.hold().wanted().covers(needed)) {
      return widen(run, needed);
    }
    if (PlanChecks.moved(view, run, planned)) {
      return Decision.of(
          new Fact.RunMoved(run, now, now.in(now.stage().outdated())),
          new Fact.RunNoted(run, new RunNote.Outdated(false)));
    }
    if (now.asks() || !now.claims()) {
      return Decision.nothing();
    }
    if (now.reading()) {
      return now.onlyReads()
          ? new Fact.RunMoved(run, now, now.with(now.hold().ofReads()))
          : Decision.nothing();
    }
    if (now.options().approval() == Approval.GIVEN && now.differsFromApproved()) {
      return Decision.of(
          new Fact.RunNoted(run, new RunNote.Planned(now.hash(), nodes)),
          stopped(run, difference(run, nodes)));
    }
    int unchanged = (int) nodes.stream().filter(n -> n.action().isIdle()).count();
    return Decision.of(
            new Fact.RunMoved(run, now, now.with(now.hold().ofPlan())),
            new Fact.Counted(run, Counter.UNCHANGED, unchanged))
        .and(WorkspaceRoot.remembered(view, run));
  }

  private static Decision widen(RunView run, Claim needed) {
    Run now = run.now();
    Set<String> wider = new TreeSet<>(now.hold().names());
    wider.addAll(needed.names());
    boolean whole = now.history().widenings() + 1 >= MOST_WIDENINGS || wider.size() > LARGEST_LIST;
    Run widened =
        now.with(now.hold().widened(whole ? List.of() : List.copyOf(wider)))
            .with(now.history().widened())
            .in(now.stage().outdated());
    return Decision.of(
        new Fact.RunMoved(run, now, widened),
        new Fact.RunNoted(run, new RunNote.Widened(whole ? 0 : wider.size())));
  }

  /** What the plan would do now, to compare with the plan that was approved. */
  private static List<String> difference(RunView run, List<Node> nodes) {
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

  private static Decision begin(View view, RunView run, Planned planned, List<Node> nodes) {
    if (run.now().asks()) {
      return Decision.nothing();
    }
    if (run.now().reading()) {
      return new Fact.RunNoted(run, new RunNote.Reading(nodes.size()));
    }
    Decision begun =
        new Fact.RunNoted(run, new RunNote.Planned(run.now().hash(), nodes))
            .and(refuseClosed(view, run, nodes));
    for (Held held : planned.held()) {
      begun = begun.then(() -> holdBack(view, run, held));
    }
    return begun.then(() -> askForApproval(run, nodes)).then(() -> Waves.forgotten(view, run));
  }

  private static Decision holdBack(View view, RunView run, Held held) {
    NodeEntry entry = run.run().planned(held.node());
    if (entry == null || entry.stored() || entry.isLost()) {
      return Decision.nothing();
    }
    String text = entry.planned().address() + " was not changed: " + held.reason();
    return NodeOutcomes.fail(view, run, entry, TaskError.of(CoreCode.HELD_BACK, text));
  }

  private static Decision askForApproval(RunView run, List<Node> nodes) {
    Run now = run.now();
    return now.asksForApproval() && !now.stopping()
        ? Decision.of(
            new Fact.RunMoved(run, now, now.in(now.stage().awaitingApproval())),
            new Fact.RunNoted(run, new RunNote.AwaitingApproval(now.hash(), nodes)))
        : Decision.nothing();
  }

  /** Addresses in doubt wait for a person; nothing else does. */
  private static Decision refuseClosed(View view, RunView run, List<Node> nodes) {
    Set<Address> closed = view.state().closed();
    Decision refused = Decision.nothing();
    for (Node node : closed.isEmpty() ? List.<Node>of() : nodes) {
      if (!node.action().isIdle() && closed.contains(node.address().live())) {
        refused = refused.then(() -> refuse(view, run, node));
      }
    }
    return refused;
  }

  private static Decision refuse(View view, RunView run, Node node) {
    NodeEntry entry = run.run().planned(node.id());
    return entry == null || entry.stored()
        ? Decision.nothing()
        : NodeOutcomes.fail(view, run, entry, closedBy(view, node));
  }

  private static TaskError closedBy(View view, Node node) {
    NodeEntry doubt = view.state().indexes().doubtAround(node.address().live());
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
