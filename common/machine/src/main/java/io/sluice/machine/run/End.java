package io.sluice.machine.run;

import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended for people.
 *
 * @param failed the nodes that people must look at, the first hundred
 * @param refusals why it was refused, for programs
 * @param lingers the planner has yet to answer, or tasks that left with a late answer are out:
 *     until then the run keeps what it holds
 */
public record End(
    @Nullable RunOutcome outcome,
    Instant at,
    List<NodeSummary> failed,
    List<Refusal> refusals,
    boolean lingers) {
  public End {
    failed = List.copyOf(failed);
    refusals = Refusal.first(refusals);
  }

  public End with(List<NodeSummary> left) {
    return new End(outcome, at, left, refusals, lingers);
  }
}
