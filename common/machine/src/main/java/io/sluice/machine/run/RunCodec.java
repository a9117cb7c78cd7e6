package io.sluice.machine.run;

import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.RunRecord.ClaimScope;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run as it is stored. */
public final class RunCodec {
  private RunCodec() {}

  public static RunRecord encode(Run run) {
    Identity identity = run.identity();
    PlanInForce plan = run.plan();
    Control control = run.control();
    History history = run.history();
    Asking asking = run.asking();
    End end = run.end();
    return RunRecord.of(
        draft -> {
          draft.run = identity.run();
          draft.workspace = identity.workspace();
          draft.kind = identity.kind();
          draft.phase = phase(run);
          draft.outcome = end == null ? null : end.outcome();
          draft.options = identity.options();
          draft.by = identity.by();
          draft.root = identity.root();
          draft.queuedAt = identity.queuedAt();
          draft.claim = scope(run.hold());
          draft.claimed = run.hold().names();
          draft.widenings = history.widenings();
          draft.planId = run.planId();
          draft.formerPlans = history.formerPlans();
          draft.parts = plan == null ? 0 : plan.parts();
          draft.hash = run.hash();
          draft.paused = control.paused();
          draft.stop = control.stop();
          draft.replan = run.replan();
          draft.stateChangedAt = history.stateChangedAt();
          draft.parallelism = control.parallelism();
          draft.windows = control.windows();
          draft.counts = run.counts().tally().encode(run.counts().nodes());
          draft.sequence = run.lastEvent();
          draft.submittedAt = identity.submittedAt();
          draft.startedAt = history.startedAt();
          draft.endedAt = end == null ? null : end.at();
          draft.waitingFor =
              run.stage() instanceof Stage.Queued queued ? queued.behind() : List.of();
          draft.reasons = control.reasons();
          draft.failed = end == null ? List.of() : end.failed();
          draft.refresh = history.refresh();
          draft.attempted = asking.attempted();
          draft.round = asking.round();
          draft.askedAt = asking.at();
          draft.unanswered = asking.unanswered();
          draft.lingers = run.lingers();
          draft.refusals = end == null ? List.of() : end.refusals();
          draft.asks = run.asks();
          draft.beyond = beyond(plan);
        });
  }

  private static RunRecord.@Nullable Beyond beyond(@Nullable PlanInForce plan) {
    return plan == null || plan.beyond().equals(Beyond.NOTHING)
        ? null
        : new RunRecord.Beyond(plan.beyond().waiting(), plan.beyond().approved(), plan.toApprove());
  }

  private static Beyond beyond(RunRecord.@Nullable Beyond stored) {
    return stored == null ? Beyond.NOTHING : new Beyond(stored.waiting(), stored.approved());
  }

  private static RunPhase phase(Run run) {
    return switch (run.stage()) {
      case Stage.Queued queued -> RunPhase.QUEUED;
      case Stage.Planning planning -> RunPhase.PLANNING;
      case Stage.AwaitingApproval awaiting -> RunPhase.AWAITING_APPROVAL;
      case Stage.Executing executing -> RunPhase.RUNNING;
      case Stage.Ended ended ->
          run.stop() == Stop.QUARANTINED ? RunPhase.QUARANTINED : RunPhase.ENDED;
    };
  }

  private static @Nullable ClaimScope scope(Hold hold) {
    return switch (hold) {
      case Hold.Nothing nothing -> null;
      case Hold.Whole whole -> ClaimScope.WHOLE;
      case Hold.Listed listed -> ClaimScope.LISTED;
      case Hold.OfPlan ofPlan -> ClaimScope.PLAN;
    };
  }

  /** A record of another build becomes the nearest run. */
  public static Run decode(RunRecord record) {
    return new Run(
        new Identity(
            record.run(),
            record.workspace(),
            record.kind(),
            record.options(),
            record.by(),
            record.root(),
            record.queuedAt(),
            record.submittedAt()),
        stage(record),
        hold(record),
        new Control(
            record.paused(),
            record.stop(),
            record.reasons(),
            record.parallelism(),
            record.windows()),
        new History(
            record.formerPlans(),
            record.widenings(),
            record.refresh(),
            record.stateChangedAt(),
            record.startedAt()),
        new Asking(record.attempted(), record.round(), record.askedAt(), record.unanswered()),
        counts(record.counts()),
        record.sequence());
  }

  private static Stage stage(RunRecord record) {
    String planId = record.planId();
    PlanInForce plan =
        planId == null
            ? null
            : new PlanInForce(
                planId,
                record.parts(),
                record.hash(),
                record.replan(),
                record.asks(),
                beyond(record.beyond()));
    Instant at = record.endedAt();
    if (at != null) {
      return new Stage.Ended(
          plan,
          new End(record.outcome(), at, record.failed(), record.refusals(), record.lingers()));
    }
    return switch (record.phase()) {
      case QUEUED -> new Stage.Queued(record.waitingFor());
      case PLANNING -> new Stage.Planning();
      case AWAITING_APPROVAL ->
          plan == null ? new Stage.Planning() : new Stage.AwaitingApproval(plan);
      case RUNNING, PAUSED, STOPPING, ENDED, QUARANTINED ->
          plan == null ? new Stage.Planning() : new Stage.Executing(plan);
    };
  }

  private static Hold hold(RunRecord record) {
    List<String> names = record.claimed();
    return switch (record.claim()) {
      case null -> new Hold.Nothing(names);
      case WHOLE -> new Hold.Whole();
      case LISTED -> new Hold.Listed(names);
      case PLAN -> new Hold.OfPlan(names);
    };
  }

  private static Run.Counts counts(RunCounts counts) {
    return new Run.Counts(
        Tally.decode(counts),
        new NodeCounts(
            counts.nodes(),
            counts.succeeded(),
            counts.failed(),
            counts.skipped(),
            counts.cancelled(),
            counts.inDoubt()));
  }
}
