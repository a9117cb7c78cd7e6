package io.sluice.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
  @Test
  void countsNumbersAsNumbers() {
    assertThat(sorted("a[10]", "a[2]", "a[1]", "a[01]", "b[0]", "a"))
        .containsExactly("a", "a[01]", "a[1]", "a[2]", "a[10]", "b[0]");
  }

  @Test
  void hasRoomForNumbersOfAnyLength() {
    assertThat(sorted("n99999999999999999999999999", "n9", "n100000000000000000000000000"))
        .containsExactly("n9", "n99999999999999999999999999", "n100000000000000000000000000");
  }

  @Test
  void putsWhatItNeverTellsApartIntoOneOrder() {
    assertThat(NaturalOrder.TEXT.compare("a1", "a01")).isNotZero();
    assertThat(NaturalOrder.TEXT.compare("a1", "a1")).isZero();
  }

  private static List<String> sorted(String... names) {
    return List.of(names).stream().sorted(NaturalOrder.TEXT).toList();
  }
}
