package io.sluice.language.function;

import io.sluice.language.source.Diagnostic;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the evaluation of one configuration may use up. A configuration that somebody typed must not
 * occupy a planner for ever, nor its memory: who evaluates pays for each step and for what it
 * makes, and whether somebody wants an end is looked at on the way. One thread uses it.
 */
public final class Budget {
  /** Some ten seconds; the largest run, of 500,000 nodes, has 600 steps for each. */
  private static final long STEPS = 300_000_000L;

  /** Counted as {@link io.sluice.language.value.Extent} does. */
  private static final long PRODUCED = 1L << 29;

  private static final long STEPS_BETWEEN_LOOKS = 4_096;

  /** There is nothing left, or somebody wanted an end. */
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

  /** Looks now and then whether somebody wants an end: of a thread that may be interrupted, say. */
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
          "Evaluating this configuration takes too many steps. Look for loops in loops, and for"
              + " large collections that are searched for each instance.");
    }
    if (stopped.getAsBoolean()) {
      throw new Exhausted("The evaluation was stopped before its end.");
    }
    look = steps - STEPS_BETWEEN_LOOKS;
  }

  /** Pays for what was made. */
  public void produced(long size) {
    produced -= size;
    steps(1);
    if (produced < 0) {
      throw new Exhausted(
          "The values of this configuration are too large together. Look for loops in loops, and"
              + " for texts that are repeated.");
    }
  }

  /** What is said of it: the first fault, which all that follow would only repeat elsewhere. */
  public Diagnostic first(Diagnostic fault) {
    Diagnostic first = told == null ? fault : told;
    told = first;
    return first;
  }

  /** Begins again: for who evaluates one question after the other in the same environment. */
  public void renew() {
    steps = mostSteps;
    produced = mostProduced;
    look = steps - STEPS_BETWEEN_LOOKS;
    told = null;
  }
}
