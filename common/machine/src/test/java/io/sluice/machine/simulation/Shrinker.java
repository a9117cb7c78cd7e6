package io.sluice.machine.simulation;

import io.sluice.machine.simulation.Simulation.Failure;
import org.jspecify.annotations.Nullable;

/** Looks for a smaller history that fails as well: fewer faults, fewer runs, fewer steps. */
final class Shrinker {
  private Shrinker() {}

  static Failure shrink(Failure failure) {
    Failure best = failure;
    for (Fault fault : Fault.values()) {
      best = better(best, Simulation.run(best.scenario().without(fault)));
    }
    for (int runs = 1; runs < best.scenario().runs(); runs++) {
      best = better(best, resized(best, best.scenario().resources(), runs));
    }
    for (int resources = 1; resources < best.scenario().resources(); resources++) {
      best = better(best, resized(best, resources, best.scenario().runs()));
    }
    for (int steps = 20; steps < best.scenario().chaosSteps(); steps += 20) {
      Scenario scenario = best.scenario();
      best =
          better(
              best, Simulation.run(scenario.sized(scenario.resources(), scenario.runs(), steps)));
    }
    return best;
  }

  static String print(Failure failure) {
    Scenario scenario = failure.scenario();
    return "seed "
        + scenario.seed()
        + ", mutant "
        + scenario.mutant()
        + ", "
        + scenario.resources()
        + " resources, "
        + scenario.runs()
        + " runs, "
        + scenario.chaosSteps()
        + " steps, faults "
        + scenario.faults()
        + "\n  "
        + String.join("\n  ", failure.trace())
        + "\n"
        + failure.what();
  }

  private static @Nullable Failure resized(Failure best, int resources, int runs) {
    return Simulation.run(best.scenario().sized(resources, runs, best.scenario().chaosSteps()));
  }

  private static Failure better(Failure best, @Nullable Failure found) {
    boolean smaller = found != null && found.trace().size() <= best.trace().size();
    return smaller ? found : best;
  }
}
