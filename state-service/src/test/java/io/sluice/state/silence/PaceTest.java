package io.sluice.state.silence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Duration USUAL = Duration.ofSeconds(15);

  private long millis;

  @Test
  void looksAtOnceAtWhatATakeoverFoundAndThenEverMoreRarely() {
    assertThat(looks(new Pace(USUAL, this::nanos), true, 60_000))
        .startsWith(0L, 100L, 300L, 700L, 1_500L, 3_100L, 6_300L, 12_700L, 25_500L)
        .endsWith(40_500L, 55_500L);
  }

  @Test
  void isInNoHurryWhereATakeoverFoundNothing() {
    assertThat(looks(new Pace(USUAL, this::nanos), false, 46_000))
        .containsExactly(15_000L, 30_000L, 45_000L);
  }

  @Test
  void isInNoHurryOnceNothingIsOutstanding() {
    Pace pace = new Pace(USUAL, this::nanos);
    assertThat(looks(pace, true, 400)).containsExactly(0L, 100L, 300L);

    pace.relax();

    assertThat(looks(pace, true, 16_000)).containsExactly(15_300L);
  }

  /** When it looked until that time. */
  private List<Long> looks(Pace pace, boolean outstanding, long until) {
    List<Long> looks = new ArrayList<>();
    for (; millis < until; millis += 10) {
      if (pace.isDue(() -> outstanding)) {
        looks.add(millis);
      }
    }
    return looks;
  }

  private long nanos() {
    return Duration.ofMillis(millis).toNanos();
  }
}
