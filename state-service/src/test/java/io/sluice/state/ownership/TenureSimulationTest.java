package io.sluice.state.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.state.ownership.TenureHistory.Mutant;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Owners of one partition in a hostile world, and the rules that must not be broken. */
class TenureSimulationTest {
  private static final int HISTORIES = 200;

  @TempDir Path folder;

  @Test
  void badInputEndsInALetterAndDelaysNoOther() throws Exception {
    for (int seed = 1; seed <= HISTORIES; seed++) {
      assertThat(fault(seed, Mutant.NONE)).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void eachBrokenRuleIsNoticed(Mutant mutant) throws Exception {
    int seed = 1;
    while (seed <= HISTORIES && fault(seed, mutant).isEmpty()) {
      seed++;
    }
    assertThat(seed).as("the seed that catches it").isLessThanOrEqualTo(HISTORIES);
    assertThat(fault(seed, Mutant.NONE)).isEmpty();
  }

  private String fault(int seed, Mutant mutant) throws Exception {
    Path own = folder.resolve(mutant + "-" + seed + "-" + System.nanoTime());
    try (TenureHistory history = new TenureHistory(own, seed, mutant)) {
      return history.play();
    }
  }
}
