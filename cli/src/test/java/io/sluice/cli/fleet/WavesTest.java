package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.terminal.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

class WavesTest {
  private static final List<String> SIX = List.of("a", "b", "c", "d", "e", "f");

  @Test
  void takesNumbersAndPartsOfAllAndLeavesTheRestForTheLast() {
    assertThat(Waves.of(SIX, List.of(), List.of("1", "34%")))
        .containsExactly(List.of("a"), List.of("b", "c", "d"), List.of("e", "f"));
    assertThat(Waves.of(SIX, List.of(), List.of())).containsExactly(SIX);
    assertThat(Waves.of(SIX, List.of(), List.of("4", "100%", "3")))
        .containsExactly(List.of("a", "b", "c", "d"), List.of("e", "f"));
  }

  @Test
  void refusesWhatIsNoSize() {
    for (String wrong : List.of("0", "-1", "101%", "half", "")) {
      assertThatThrownBy(() -> Waves.of(SIX, List.of(), List.of(wrong)))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("no size of a wave");
    }
  }

  @Test
  void canariesAreAWaveBeforeTheOthers() {
    assertThat(Waves.of(List.of("a", "b", "c", "d"), List.of("c"), List.of("50%")))
        .containsExactly(List.of("c"), List.of("a", "b"), List.of("d"));
  }
}
