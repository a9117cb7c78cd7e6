package io.sluice.planner;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.sluice.transport.health.Readiness;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/** Down while it is not ready; says why. */
@Singleton
final class PlannerHealth implements HealthIndicator {
  private final PlannerReadiness readiness;

  PlannerHealth(PlannerReadiness readiness) {
    this.readiness = readiness;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    Readiness now = readiness.now();
    return Publishers.just(
        HealthResult.builder("planner", now.ready() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(Map.of("reasons", now.reasons()))
            .build());
  }
}
