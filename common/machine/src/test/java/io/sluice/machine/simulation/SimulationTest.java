package io.sluice.machine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.simulation.Simulation.Failure;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
  private static final int HISTORIES = 200;
  private static final int TRIES = 400;

  @Test
  void nothingIsLostDoubledOrLeftWaitingInAnyHistory() {
    AtomicLong done = new AtomicLong();

    Failure failure = Simulate.firstFailure(HISTORIES, 1, Mutant.NONE, done);

    assertThat(failure).as(() -> Shrinker.print(Shrinker.shrink(failure))).isNull();
    assertThat(done.get()).isEqualTo(HISTORIES);
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    Scenario scenario = Scenario.of(7, Mutant.NO_EPOCH);

    Map<Integer, String> traces = new TreeMap<>();
    for (int i = 0; i < 2; i++) {
      traces.put(i, String.join("\n", Simulation.traceOf(scenario)));
    }

    assertThat(traces.get(0)).isNotEmpty().isEqualTo(traces.get(1));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE"})
  void catches(Mutant mutant) {
    Failure failure = Simulate.firstFailure(tries(mutant), 1, mutant, new AtomicLong());

    assertThat(failure).as("no history notices " + mutant).isNotNull();
    Scenario whole = Scenario.of(failure.scenario().seed(), Mutant.NONE);
    assertThat(Simulation.run(whole)).as("it fails without " + mutant + ", too").isNull();
  }

  /** One history in a thousand notices that a count was believed. */
  private static int tries(Mutant mutant) {
    return mutant == Mutant.COUNT_BELIEVED ? 8_000 : TRIES;
  }

  @Test
  void everyFaultStrikesInSomeHistory() {
    Map<Fault, Boolean> seen = new EnumMap<>(Fault.class);
    for (long seed = 1; seed <= 80; seed++) {
      Simulation.struckIn(Scenario.of(seed, Mutant.NONE)).forEach(fault -> seen.put(fault, true));
    }

    assertThat(seen).containsOnlyKeys(Fault.values());
  }
}
