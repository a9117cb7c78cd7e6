package io.sluice.planning.configuration;

import io.sluice.language.function.Budget;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Oversize;

/** How an evaluation that takes too much, or too long, comes to an end. */
public final class EvaluationBounds {
  private EvaluationBounds() {}

  /** The fault of no single expression: declarations that lead to others, without end. */
  public static Diagnostic exceeded(Throwable why) {
    String detail =
        switch (why) {
          case Oversize large -> large.sentence();
          case Budget.Exhausted used -> used.sentence();
          default -> "References between declarations form too long a chain.";
        };
    return Diagnostic.error("Configuration too large", detail, null);
  }

  /** A planner service sets a time limit, and interrupts an evaluation that takes longer. */
  static ModuleEnvironment interruptible(ModuleEnvironment environment) {
    environment.context().budget().stoppedBy(() -> Thread.currentThread().isInterrupted());
    return environment;
  }
}
