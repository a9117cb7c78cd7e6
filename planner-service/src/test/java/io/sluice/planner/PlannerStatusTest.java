package io.sluice.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.planner.loop.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlannerStatusTest {
  @Test
  void saysHowManyRequestsWaitForWhatAndHowLong() {
    assertThat(PlannerStatus.sentence(new Waiting(2, "the owner", 3, Duration.ofSeconds(12))))
        .isEqualTo("3 plan requests of partition 2 wait for the owner, for up to 12 s");
    assertThat(PlannerStatus.sentence(new Waiting(0, "a version", 1, Duration.ofSeconds(6))))
        .isEqualTo("1 plan request of partition 0 waits for a version, for up to 6 s");
  }
}
