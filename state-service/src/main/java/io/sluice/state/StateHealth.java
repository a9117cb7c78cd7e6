package io.sluice.state;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.sluice.state.query.Committed;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/** Down while an assigned partition can't be served; says which and why. */
@Singleton
final class StateHealth implements HealthIndicator {
  private final Committed committed;

  StateHealth(Committed committed) {
    this.committed = committed;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    return Publishers.just(
        HealthResult.builder(
                "state", committed.troubles().isEmpty() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(Map.of("partitions", committed.serving(), "troubles", committed.troubles()))
            .build());
  }
}
