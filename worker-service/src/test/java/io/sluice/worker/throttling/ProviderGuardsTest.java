package io.sluice.worker.throttling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.provider.Cancellation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProviderGuardsTest {
  private static final int MOST = 4;

  @Test
  void forgetsGuardsThatRestWhenThereAreMany() throws Exception {
    ProviderGuards guards = guards(Duration.ZERO);
    Guard busy = guards.guard("busy", "busy", Limits.NONE);
    try (Turn turn = ((Admission.Admitted) busy.admit(new Cancellation(), patience())).turn()) {
      assertThat(turn).isNotNull();
      for (int i = 0; i < 1_000; i++) {
        guards.guard("p", "target-" + i, Limits.NONE);
      }
      assertThat(guards.standings()).hasSizeLessThanOrEqualTo(MOST + 1);
      assertThat(guards.guard("busy", "busy", Limits.NONE)).isSameAs(busy);
    }
  }

  @Test
  void keepsThoseThatWereAskedForLately() {
    ProviderGuards guards = guards(Duration.ofHours(1));
    Guard first = guards.guard("p", "target", Limits.NONE);
    for (int i = 0; i < 10 * MOST; i++) {
      guards.guard("p", "target-" + i, Limits.NONE);
    }
    assertThat(guards.guard("p", "target", Limits.NONE)).isSameAs(first);
  }

  @Test
  void numbersThoseOfOneName() {
    ProviderGuards guards = guards(Duration.ofHours(1));
    guards.guard("p", "a", Limits.NONE);
    guards.guard("p", "b", Limits.NONE);
    assertThat(guards.standings())
        .extracting(Guard.Standing::provider)
        .containsExactly("p", "p (2)");
  }

  private static Duration patience() {
    return Duration.ofSeconds(10);
  }

  private static ProviderGuards guards(Duration rest) {
    return new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1, MOST, rest);
  }
}
