package io.sluice.machine.simulation;

import java.util.EnumSet;
import java.util.Set;

/** Everything that a simulated history follows from. */
record Scenario(
    long seed, Mutant mutant, Set<Fault> faults, int resources, int runs, int chaosSteps) {
  static Scenario of(long seed, Mutant mutant) {
    int resources = 2 + (int) Math.floorMod(seed * 31, 9);
    int runs = 2 + (int) Math.floorMod(seed * 17, 4);
    return new Scenario(seed, mutant, EnumSet.allOf(Fault.class), resources, runs, 400);
  }

  Scenario without(Fault fault) {
    EnumSet<Fault> fewer = EnumSet.noneOf(Fault.class);
    fewer.addAll(faults);
    fewer.remove(fault);
    return new Scenario(seed, mutant, fewer, resources, runs, chaosSteps);
  }

  Scenario sized(int fewerResources, int fewerRuns, int fewerSteps) {
    return new Scenario(seed, mutant, faults, fewerResources, fewerRuns, fewerSteps);
  }
}
