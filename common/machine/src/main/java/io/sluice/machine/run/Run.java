package io.sluice.machine.run;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run between two decisions: parts that change together.
 *
 * @param lastEvent the number of the last event written for it
 */
public record Run(
    Identity identity,
    Stage stage,
    Hold hold,
    Control control,
    History history,
    Asking asking,
    Counts counts,
    long lastEvent) {

  /**
   * What is counted of it.
   *
   * @param nodes how its nodes stood when it was last written
   */
  public record Counts(Tally tally, NodeCounts nodes) {
    static final Counts NONE = new Counts(Tally.NONE, NodeCounts.NONE);
  }

  /** As it is submitted. */
  public static Run submitted(Identity identity) {
    RunOptions options = identity.options();
    return new Run(
        identity,
        Stage.Queued.FIRST,
        new Hold.Nothing(List.copyOf(options.targets())),
        new Control(false, null, List.of(), options.parallelism(), Map.of()),
        new History(List.of(), 0, null, 0, null),
        new Asking(0, 0, 0, 0),
        Counts.NONE,
        0);
  }

  public String id() {
    return identity.run();
  }

  public RunKind kind() {
    return identity.kind();
  }

  public RunOptions options() {
    return identity.options();
  }

  /** Null while none is accepted. */
  public @Nullable PlanInForce plan() {
    return stage.plan();
  }

  public @Nullable String planId() {
    PlanInForce plan = plan();
    return plan == null ? null : plan.planId();
  }

  public @Nullable String hash() {
    PlanInForce plan = plan();
    return plan == null ? null : plan.hash();
  }

  public boolean isQueued() {
    return stage instanceof Stage.Queued;
  }

  public boolean isPlanning() {
    return stage instanceof Stage.Planning;
  }

  public boolean awaitsApproval() {
    return stage instanceof Stage.AwaitingApproval;
  }

  public boolean holdsNothing() {
    return hold instanceof Hold.Nothing;
  }

  public boolean paused() {
    return control.paused();
  }

  public @Nullable Stop stop() {
    return control.stop();
  }

  public boolean stopping() {
    return control.stop() != null;
  }

  /** Whether its plan is based on records that have changed. */
  public boolean replan() {
    PlanInForce plan = plan();
    return plan != null && plan.outdated();
  }

  /** Null while it goes on. */
  public @Nullable End end() {
    return stage instanceof Stage.Ended ended ? ended.end() : null;
  }

  /**
   * For people it is over; an answer of the planner, or reports on tasks that left with it, may be
   * outstanding.
   */
  public boolean told() {
    return stage instanceof Stage.Ended;
  }

  public boolean lingers() {
    return stage instanceof Stage.Ended ended && ended.end().lingers();
  }

  /** Nothing about it is outstanding. */
  public boolean ended() {
    return told() && !lingers();
  }

  /** Whether it still has, or will have, something to decide. */
  public boolean active() {
    return !ended();
  }

  /** Whether the planner has been asked for the plan and has not answered. */
  public boolean awaitsPlan() {
    return isPlanning() || (lingers() && plan() == null);
  }

  /** Whether a node that is ready may leave. */
  public boolean mayRelease() {
    return stage instanceof Stage.Executing going
        && !stopping()
        && !paused()
        && !going.plan().outdated();
  }

  /** Whether the plan that it follows now holds nothing but the reads before the plan. */
  public boolean reading() {
    return history.refresh() == Refresh.READING;
  }

  /** Whether the plan that it follows now holds nothing but questions to providers. */
  public boolean asks() {
    PlanInForce plan = plan();
    return plan != null && plan.asks();
  }

  /** Whether it needs a claim: what only has questions answered changes nothing. */
  public boolean claims() {
    return kind() != RunKind.PLAN;
  }

  /** Whether it is over when everything is read. */
  public boolean onlyReads() {
    return kind() == RunKind.REFRESH || kind() == RunKind.DRIFT;
  }

  /** Whether someone has agreed to a plan, but not to this one. */
  public boolean differsFromApproved() {
    String approved = options().approvedHash();
    return approved != null && !approved.equals(hash());
  }

  /** Whether someone has to agree to the plan before it begins. */
  public boolean asksForApproval() {
    return options().approval() == Approval.REQUIRED
        && (options().approvedHash() == null || differsFromApproved());
  }

  /** The same, where nobody has approved yet what it will do. */
  public Run unapproved() {
    return new Run(identity.unapproved(), stage, hold, control, history, asking, counts, lastEvent);
  }

  /** Whether a person has to approve what its plan did not name; not if no plan was ever shown. */
  public boolean asksBeyond(Collection<String> addresses) {
    PlanInForce plan = plan();
    return options().approval() == Approval.REQUIRED
        && (plan == null || !plan.beyond().approved().containsAll(addresses));
  }

  /** Whether it waits for approval of what its plan did not name. */
  public boolean waitsBeyond() {
    PlanInForce plan = plan();
    return awaitsApproval() && plan != null && !plan.beyond().waiting().isEmpty();
  }

  public Run in(Stage next) {
    return new Run(identity, next, hold, control, history, asking, counts, lastEvent);
  }

  public Run with(Hold next) {
    return new Run(identity, stage, next, control, history, asking, counts, lastEvent);
  }

  public Run with(Control next) {
    return new Run(identity, stage, hold, next, history, asking, counts, lastEvent);
  }

  public Run with(History next) {
    return new Run(identity, stage, hold, control, next, asking, counts, lastEvent);
  }

  public Run with(Asking next) {
    return new Run(identity, stage, hold, control, history, next, counts, lastEvent);
  }

  /** As it is written: with what was counted meanwhile, and texts no longer than they may be. */
  public Run stored(Counts counted, long event) {
    return new Run(identity, stage, hold, control.stored(), history, asking, counted, event);
  }
}
