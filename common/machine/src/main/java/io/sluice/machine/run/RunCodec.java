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
    return new RunRecord(
        identity.run(),
        identity.workspace(),
        identity.kind(),
        phase(run),
        end == null ? null : end.outcome(),
        identity.options(),
        identity.by(),
        identity.root(),
        identity.queuedAt(),
        scope(run.hold()),
        run.hold().names(),
        history.widenings(),
        run.planId(),
        history.formerPlans(),
        plan == null ? 0 : plan.parts(),
        run.hash(),
        control.paused(),
        control.stop(),
        run.replan(),
        history.stateChangedAt(),
        control.parallelism(),
        control.windows(),
        run.counts().tally().encode(run.counts().nodes()),
        run.lastEvent(),
        identity.submittedAt(),
        history.startedAt(),
        end == null ? null : end.at(),
        run.stage() instanceof Stage.Queued queued ? queued.behind() : List.of(),
        control.reasons(),
        end == null ? List.of() : end.failed(),
        history.refresh(),
        asking.attempted(),
        asking.round(),
        asking.at(),
        asking.unanswered(),
        run.lingers(),
        end == null ? List.of() : end.refusals(),
        run.asks());
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
                planId, record.parts(), record.hash(), record.replan(), record.asks());
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
