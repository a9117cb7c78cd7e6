package io.sluice.planner;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import jakarta.inject.Singleton;
import org.reactivestreams.Publisher;

/** Up while both loops poll. */
@Singleton
final class PlannerHealth implements HealthIndicator {
  private final Planner planner;

  PlannerHealth(Planner planner) {
    this.planner = planner;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    return Publishers.just(
        HealthResult.builder("planner", planner.isPolling() ? HealthStatus.UP : HealthStatus.DOWN)
            .build());
  }
}
