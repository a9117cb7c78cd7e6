package io.sluice.worker;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/** Up while the worker is a member; its answer names the incarnation and what is in flight. */
@Singleton
final class WorkerHealth implements HealthIndicator {
  private final Worker worker;

  WorkerHealth(Worker worker) {
    this.worker = worker;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    return Publishers.just(
        HealthResult.builder("worker", worker.isMember() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(
                Map.of(
                    "incarnation",
                    worker.incarnation(),
                    "inFlight",
                    worker.inFlight(),
                    "providers",
                    worker.providers()))
            .build());
  }
}
