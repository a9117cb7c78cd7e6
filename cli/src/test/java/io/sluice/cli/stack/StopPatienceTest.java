package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.worker.WorkerConfiguration;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopPatienceTest {
  @Test
  void downWaitsLongerThanAWorkerMayDrain() {
    for (int drain : new int[] {0, 30, 300}) {
      Map<String, String> environment = Map.of("SLUICE_WORKER_DRAIN_S", Integer.toString(drain));
      assertThat(WorkerConfiguration.longestStop(environment))
          .isGreaterThan(Duration.ofSeconds(drain + 8));
      assertThat(BackgroundStack.longestStop(environment))
          .isGreaterThan(WorkerConfiguration.longestStop(environment));
    }
    assertThat(BackgroundStack.longestStop(Map.of())).isGreaterThan(Duration.ofSeconds(38));
  }
}
