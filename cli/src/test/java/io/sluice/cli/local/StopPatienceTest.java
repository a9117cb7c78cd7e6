package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.worker.WorkerConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StopPatienceTest {
  @Test
  void downGivesAStackTheTimeThatItWasStartedWith() {
    Map<String, String> here = Map.of();
    LocalDescription longer = local(3_600L);
    assertThat(BackgroundDeployment.patience(Optional.of(longer), here))
        .isEqualTo(Duration.ofSeconds(3_600));
    assertThat(BackgroundDeployment.patience(Optional.of(local(1L)), here))
        .isEqualTo(BackgroundDeployment.longestStop(here));
    assertThat(BackgroundDeployment.patience(Optional.of(local(null)), here))
        .as("of an older build")
        .isEqualTo(BackgroundDeployment.longestStop(here));
  }

  private static LocalDescription local(@Nullable Long stopSeconds) {
    return new LocalDescription(
        1,
        42,
        "b",
        LocalDescription.Mode.FULL,
        true,
        "sluice up",
        "k",
        "z",
        "h",
        "c",
        "t",
        Instant.EPOCH,
        stopSeconds);
  }

  @Test
  void downWaitsLongerThanAWorkerMayDrain() {
    for (int drain : new int[] {0, 30, 300}) {
      Map<String, String> environment = Map.of("SLUICE_WORKER_DRAIN_S", Integer.toString(drain));
      assertThat(WorkerConfiguration.longestStop(environment))
          .isGreaterThan(Duration.ofSeconds(drain + 8));
      assertThat(BackgroundDeployment.longestStop(environment))
          .isGreaterThan(WorkerConfiguration.longestStop(environment));
    }
    assertThat(BackgroundDeployment.longestStop(Map.of())).isGreaterThan(Duration.ofSeconds(38));
  }
}
