package io.sluice.machine.run;

import org.jspecify.annotations.Nullable;

/**
 * The plan that a run follows.
 *
 * @param outdated it rests on records that moved: plan again when what is out is settled
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

  /** By what a person says that they have seen what waits for them. */
  public @Nullable String toApprove() {
    String late = beyond.hash(planId);
    return late == null ? hash : late;
  }
}
