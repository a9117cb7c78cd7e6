package io.sluice.worker.manners;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.Cancellation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MannersTest {
  private static final int MOST = 4;

  @Test
  void forgetsGuardsThatRestWhenThereAreMany() throws Exception {
    Manners manners = manners(Duration.ZERO);
    Guard busy = manners.guard("busy", "busy", Limits.NONE);
    try (Turn turn = ((Admission.Admitted) busy.admit(new Cancellation(), patience())).turn()) {
      assertThat(turn).isNotNull();
      for (int i = 0; i < 1_000; i++) {
        manners.guard("p", "target-" + i, Limits.NONE);
      }
      assertThat(manners.standings()).hasSizeLessThanOrEqualTo(MOST + 1);
      assertThat(manners.guard("busy", "busy", Limits.NONE)).isSameAs(busy);
    }
  }

  @Test
  void keepsThoseThatWereAskedForLately() {
    Manners manners = manners(Duration.ofHours(1));
    Guard first = manners.guard("p", "target", Limits.NONE);
    for (int i = 0; i < 10 * MOST; i++) {
      manners.guard("p", "target-" + i, Limits.NONE);
    }
    assertThat(manners.guard("p", "target", Limits.NONE)).isSameAs(first);
  }

  @Test
  void numbersThoseOfOneName() {
    Manners manners = manners(Duration.ofHours(1));
    manners.guard("p", "a", Limits.NONE);
    manners.guard("p", "b", Limits.NONE);
    assertThat(manners.standings())
        .extracting(Guard.Standing::provider)
        .containsExactly("p", "p (2)");
  }

  private static Duration patience() {
    return Duration.ofSeconds(10);
  }

  private static Manners manners(Duration rest) {
    return new Manners(MannersSettings.DEFAULT, () -> 1, MOST, rest);
  }
}
