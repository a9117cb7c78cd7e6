package io.sluice.machine.run;

import io.sluice.machine.claim.Claim;
import java.util.List;

/**
 * What a run holds of its workspace: granted whole or as a list, narrowed to what its plan touches,
 * and given up at once. A step that a hold does not have is a bug.
 */
public sealed interface Hold {
  /** Addresses and blocks that it asks for, or asked for; none means the whole workspace. */
  List<String> names();

  /** While it waits, and after it gave everything up. */
  record Nothing(List<String> names) implements Hold {}

  record Whole() implements Hold {
    @Override
    public List<String> names() {
      return List.of();
    }
  }

  record Listed(List<String> names) implements Hold {}

  /** What its accepted plan touches and refers to. */
  record OfPlan(List<String> names) implements Hold {}

  default Claim wanted() {
    return Claim.listed(names());
  }

  default Hold granted() {
    if (this instanceof OfPlan) {
      throw illegal("be granted");
    }
    return names().isEmpty() ? new Whole() : new Listed(names());
  }

  /** What it will ask for when it is queued again. */
  default Hold widened(List<String> wider) {
    if (!(this instanceof Listed)) {
      throw illegal("be widened");
    }
    return new Listed(List.copyOf(wider));
  }

  /** What the plan touches takes the place of what it was planned with. */
  default Hold ofPlan() {
    return narrowed(List.of());
  }

  /** The same of a plan that only reads: what was asked for is asked for again. */
  default Hold ofReads() {
    return narrowed(names());
  }

  default Hold givenUp() {
    return new Nothing(names());
  }

  private Hold narrowed(List<String> asked) {
    if (!(this instanceof Whole) && !(this instanceof Listed)) {
      throw illegal("be narrowed");
    }
    return new OfPlan(asked);
  }

  private IllegalStateException illegal(String step) {
    return new IllegalStateException(getClass().getSimpleName() + " can't " + step);
  }
}
