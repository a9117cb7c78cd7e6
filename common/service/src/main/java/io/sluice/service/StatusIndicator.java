package io.sluice.service;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import org.reactivestreams.Publisher;

/** Down while the service is not ready; says why. */
@Singleton
final class StatusIndicator implements HealthIndicator {
  private final ServiceStatus status;

  StatusIndicator(ServiceStatus status) {
    this.status = status;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    Readiness now = status.now();
    Map<String, Object> details = new TreeMap<>(status.details());
    details.put("reasons", now.reasons());
    return Publishers.just(
        HealthResult.builder(now.role(), now.ready() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(details)
            .build());
  }
}
