package io.sluice.language.function;

import io.sluice.language.source.Diagnostic;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the evaluation of one configuration may use up. A configuration that a person typed must not
 * occupy a planner for ever, nor its memory: the evaluator pays for each step and for each value
 * that it makes, and checks on the way whether it should stop. One thread uses it.
 */
public final class Budget {
  /** Some ten seconds; the largest run, of 500,000 nodes, has 600 steps for each. */
  private static final long STEPS = 300_000_000L;

  /** Counted as {@link io.sluice.language.value.Extent} does. */
  private static final long PRODUCED = 1L << 29;

  private static final long STEPS_BETWEEN_LOOKS = 4_096;

  /** Nothing is left, or a stop was requested. */
  public static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted(String message) {
      super(message, null, false, false);
    }

    /** What happened, as a sentence. */
    public String sentence() {
      return String.valueOf(getMessage());
    }
  }

  private final long mostSteps;
  private final long mostProduced;
  private @Nullable Diagnostic told;
  private long steps;
  private long produced;
  private long look;
  private BooleanSupplier stopped = () -> false;

  public Budget(long steps, long produced) {
    this.mostSteps = steps;
    this.mostProduced = produced;
    this.steps = steps;
    this.produced = produced;
    this.look = steps - STEPS_BETWEEN_LOOKS;
  }

  public static Budget standard() {
    return new Budget(STEPS, PRODUCED);
  }

  /** Checks now and then whether to stop, because the thread was interrupted, say. */
  public Budget stoppedBy(BooleanSupplier wanted) {
    stopped = wanted;
    return this;
  }

  /** All of it again, for an evaluation of its own. */
  public Budget whole() {
    return new Budget(mostSteps, mostProduced).stoppedBy(stopped);
  }

  /** Pays for work. */
  public void steps(long count) {
    steps -= count;
    if (steps < look) {
      look();
    }
  }

  private void look() {
    if (steps < 0) {
      throw new Exhausted(
          "Evaluating this configuration takes too many steps. Look for nested loops, and for large"
              + " collections that are searched for each instance.");
    }
    if (stopped.getAsBoolean()) {
      throw new Exhausted("The evaluation was stopped before it was complete.");
    }
    look = steps - STEPS_BETWEEN_LOOKS;
  }

  /** Pays for what was made. */
  public void produced(long size) {
    produced -= size;
    steps(1);
    if (produced < 0) {
      throw new Exhausted(
          "The values of this configuration are too large in total. Look for nested loops and"
              + " repeated texts.");
    }
  }

  /** The fault to report: the first one, since later ones would only repeat it in other places. */
  public Diagnostic first(Diagnostic fault) {
    Diagnostic first = told == null ? fault : told;
    told = first;
    return first;
  }

  /**
   * Starts afresh, for an evaluator that answers one question after another in the same
   * environment.
   */
  public void renew() {
    steps = mostSteps;
    produced = mostProduced;
    look = steps - STEPS_BETWEEN_LOOKS;
    told = null;
  }
}
