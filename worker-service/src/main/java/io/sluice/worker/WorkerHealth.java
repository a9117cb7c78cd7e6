package io.sluice.worker;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.sluice.transport.health.Readiness;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/**
 * Down while it is not ready; its answer says why, and names the incarnation and what is in flight.
 */
@Singleton
final class WorkerHealth implements HealthIndicator {
  private final Worker worker;
  private final WorkerReadiness readiness;

  WorkerHealth(Worker worker, WorkerReadiness readiness) {
    this.worker = worker;
    this.readiness = readiness;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    Readiness now = readiness.now();
    return Publishers.just(
        HealthResult.builder("worker", now.ready() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(
                Map.of(
                    "incarnation",
                    worker.incarnation(),
                    "inFlight",
                    worker.inFlight(),
                    "providers",
                    worker.providers(),
                    "reasons",
                    now.reasons()))
            .build());
  }
}
