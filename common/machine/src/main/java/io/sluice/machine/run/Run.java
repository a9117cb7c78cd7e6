package io.sluice.machine.run;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.RunRecord.Refresh;
import io.sluice.model.record.RunRecord.Stop;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run between two decisions: parts that change together.
 *
 * @param plan null while none is accepted
 * @param lastEvent the number of the last event written for it
 * @param end null while it goes on
 */
public record Run(
    Identity identity,
    RunPhase phase,
    Hold hold,
    @Nullable PlanInForce plan,
    Control control,
    History history,
    Asking asking,
    Counts counts,
    long lastEvent,
    @Nullable End end) {

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
        RunPhase.QUEUED,
        new Hold(null, options.targets(), 0, List.of()),
        null,
        new Control(false, null, List.of(), options.parallelism(), Map.of()),
        new History(List.of(), null, 0, null),
        new Asking(0, 0, 0, 0),
        Counts.NONE,
        0,
        null);
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

  public @Nullable ClaimScope claim() {
    return hold.scope();
  }

  public List<String> claimed() {
    return hold.names();
  }

  public @Nullable String planId() {
    return plan == null ? null : plan.planId();
  }

  public @Nullable String hash() {
    return plan == null ? null : plan.hash();
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

  /** Whether its plan rests on records that moved. */
  public boolean replan() {
    return plan != null && plan.outdated();
  }

  /** Nothing of it is still to be heard of. */
  public boolean ended() {
    return end != null && !end.lingers();
  }

  /** For people it is over; the planner, or what left with a late answer, may be to be heard of. */
  public boolean told() {
    return end != null;
  }

  public boolean lingers() {
    return end != null && end.lingers();
  }

  /** Whether it still has, or will have, something to decide. */
  public boolean active() {
    return !ended();
  }

  /** Whether the planner has been asked for the plan and is still to be heard of. */
  public boolean awaitsPlan() {
    return phase == RunPhase.PLANNING || (lingers() && plan == null);
  }

  /** Whether a node that is ready may leave. */
  public boolean mayRelease() {
    return phase == RunPhase.RUNNING && !stopping() && !paused() && !replan();
  }

  /** Whether the plan that it follows now holds nothing but the reads before the plan. */
  public boolean reading() {
    return history.refresh() == Refresh.READING;
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

  public Run in(RunPhase next) {
    return new Run(identity, next, hold, plan, control, history, asking, counts, lastEvent, end);
  }

  public Run with(Hold next) {
    return new Run(identity, phase, next, plan, control, history, asking, counts, lastEvent, end);
  }

  public Run following(@Nullable PlanInForce next) {
    return new Run(identity, phase, hold, next, control, history, asking, counts, lastEvent, end);
  }

  public Run with(Control next) {
    return new Run(identity, phase, hold, plan, next, history, asking, counts, lastEvent, end);
  }

  public Run with(History next) {
    return new Run(identity, phase, hold, plan, control, next, asking, counts, lastEvent, end);
  }

  public Run with(Asking next) {
    return new Run(identity, phase, hold, plan, control, history, next, counts, lastEvent, end);
  }

  public Run with(End next) {
    return new Run(identity, phase, hold, plan, control, history, asking, counts, lastEvent, next);
  }

  /** As it is written: with what was counted meanwhile, and texts no longer than they may be. */
  public Run stored(Counts counted, long event) {
    return new Run(
        identity, phase, hold, plan, control.stored(), history, asking, counted, event, end);
  }
}
