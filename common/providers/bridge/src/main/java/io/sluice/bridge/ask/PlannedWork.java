package io.sluice.bridge.ask;

import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.language.value.Value;
import java.util.Optional;

/**
 * What a provider planned for an object, with all that is needed to plan it again when it is
 * carried out.
 *
 * @param forced somebody wants a new object, whatever the provider says
 * @param deferred nobody has asked the provider yet: whoever carries it out does so first
 */
public record PlannedWork(
    PlannedChange change, IgnoredChanges ignored, boolean forced, boolean deferred) {
  public PlannedWork(PlannedChange change, IgnoredChanges ignored, boolean forced) {
    this(change, ignored, forced, false);
  }

  /** The work that follows from a question's answer. */
  public static PlannedWork of(Question.Change question, Answer.Planned answer) {
    return new PlannedWork(
        answer.change(), question.ignored(), question.forced(), answer.deferred());
  }

  /** The same, now that its provider was asked. */
  public PlannedWork settled(PlannedChange settled) {
    return new PlannedWork(settled, ignored, forced);
  }

  /**
   * What the final plan is made of.
   *
   * @param prior empty where a new object is made
   * @param config known throughout
   */
  public PlanAsk ask(Optional<ObjectState> prior, Value config) {
    return new PlanAsk(change.type(), prior, config, ignored, forced);
  }
}
