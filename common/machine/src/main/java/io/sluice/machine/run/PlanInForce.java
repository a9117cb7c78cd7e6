package io.sluice.machine.run;

import org.jspecify.annotations.Nullable;

/**
 * The plan that a run follows.
 *
 * @param outdated it rests on records that moved: plan again when what is out is settled
 * @param asks it holds nothing but questions to providers
 */
public record PlanInForce(
    String planId, int parts, @Nullable String hash, boolean outdated, boolean asks) {
  public PlanInForce thatIsOutdated() {
    return new PlanInForce(planId, parts, hash, true, asks);
  }
}
