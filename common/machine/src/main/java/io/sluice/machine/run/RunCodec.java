package io.sluice.machine.run;

import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunRecord;
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
        run.phase(),
        end == null ? null : end.outcome(),
        identity.options(),
        identity.by(),
        identity.root(),
        identity.queuedAt(),
        run.hold().scope(),
        run.hold().names(),
        run.hold().widenings(),
        run.planId(),
        history.formerPlans(),
        plan == null ? 0 : plan.parts(),
        run.hash(),
        control.paused(),
        control.stop(),
        run.replan(),
        history.movedAt(),
        control.parallelism(),
        control.windows(),
        run.counts().tally().encode(run.counts().nodes()),
        run.lastEvent(),
        identity.submittedAt(),
        history.startedAt(),
        end == null ? null : end.at(),
        run.hold().behind(),
        control.reasons(),
        end == null ? List.of() : end.failed(),
        history.refresh(),
        asking.attempted(),
        asking.round(),
        asking.at(),
        asking.unanswered(),
        run.lingers(),
        end == null ? List.of() : end.refusals());
  }

  public static Run decode(RunRecord record) {
    String planId = record.planId();
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
        record.phase(),
        new Hold(record.claim(), record.claimed(), record.widenings(), record.waitingFor()),
        planId == null
            ? null
            : new PlanInForce(planId, record.parts(), record.hash(), record.replan()),
        new Control(
            record.paused(),
            record.stop(),
            record.reasons(),
            record.parallelism(),
            record.windows()),
        new History(record.formerPlans(), record.refresh(), record.movedAt(), record.startedAt()),
        new Asking(record.attempted(), record.round(), record.askedAt(), record.unanswered()),
        counts(record.counts()),
        record.sequence(),
        end(record));
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

  private static @Nullable End end(RunRecord record) {
    Instant at = record.endedAt();
    return at == null
        ? null
        : new End(record.outcome(), at, record.failed(), record.refusals(), record.lingers());
  }
}
