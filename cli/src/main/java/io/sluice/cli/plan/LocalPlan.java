package io.sluice.cli.plan;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;

/** A plan drawn in this process: what the planner service would draw on the same state. */
public final class LocalPlan {
  private LocalPlan() {}

  public static Planning.Drawn of(Planning.Request request, Snapshot state) {
    return drawn(Planning.of(request, state, Answers.AT_ONCE));
  }

  /** What cannot be drawn is a fault. */
  static Planning.Drawn drawn(Planning.Outcome outcome) {
    return switch (outcome) {
      case Planning.Drawn drawn -> drawn;
      case Planning.Ask ask -> throw new Fault(ask.unanswered().reasons());
      case Planning.Refused refused -> throw new Fault(refused.reasons());
    };
  }
}
