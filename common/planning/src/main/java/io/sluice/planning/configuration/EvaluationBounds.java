package io.sluice.planning.configuration;

import io.sluice.language.function.Budget;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.Oversize;

/** How an evaluation that takes too much, or too long, comes to an end. */
public final class EvaluationBounds {
  private EvaluationBounds() {}

  /** What no expression is to blame for alone: declarations that lead to others, endlessly. */
  public static Diagnostic exceeded(Throwable why) {
    String detail =
        switch (why) {
          case Oversize large -> large.sentence();
          case Budget.Exhausted used -> used.sentence();
          default -> "References between declarations form too long a chain.";
        };
    return Diagnostic.error("Configuration too large", detail, null);
  }

  /** Who plans for others sets a time for it, and interrupts what takes longer. */
  static ModuleEnvironment interruptible(ModuleEnvironment environment) {
    environment.context().budget().stoppedBy(() -> Thread.currentThread().isInterrupted());
    return environment;
  }
}
