package io.sluice.machine.run;

import org.jspecify.annotations.Nullable;

/**
 * The plan that a run follows.
 *
 * @param outdated it is based on records that have changed: plan again once what is out is settled
 * @param asks it holds nothing but questions to providers
 * @param beyond what placeholders of it would take away though it did not name it
 */
public record PlanInForce(
    String planId,
    int parts,
    @Nullable String hash,
    boolean outdated,
    boolean asks,
    Beyond beyond) {
  public PlanInForce(
      String planId, int parts, @Nullable String hash, boolean outdated, boolean asks) {
    this(planId, parts, hash, outdated, asks, Beyond.NOTHING);
  }

  public PlanInForce thatIsOutdated() {
    return new PlanInForce(planId, parts, hash, true, asks, beyond);
  }

  PlanInForce with(Beyond other) {
    return new PlanInForce(planId, parts, hash, outdated, asks, other);
  }

  /** The hash that an approval must repeat. */
  public @Nullable String toApprove() {
    String late = beyond.hash(planId);
    return late == null ? hash : late;
  }
}
