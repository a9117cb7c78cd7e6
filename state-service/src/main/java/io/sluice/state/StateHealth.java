package io.sluice.state;

import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.sluice.state.query.Committed;
import io.sluice.transport.health.Readiness;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;

/**
 * Down while it is not ready; says why. It answers anybody, so it counts workspaces and names none,
 * and no cause: an exception's text may quote what it failed on.
 */
@Singleton
final class StateHealth implements HealthIndicator {
  private final Committed committed;
  private final StateReadiness readiness;

  StateHealth(Committed committed, StateReadiness readiness) {
    this.committed = committed;
    this.readiness = readiness;
  }

  @Override
  public Publisher<HealthResult> getResult() {
    Readiness now = readiness.now();
    return Publishers.just(
        HealthResult.builder("state", now.ready() ? HealthStatus.UP : HealthStatus.DOWN)
            .details(details(now))
            .build());
  }

  Map<String, ?> details(Readiness now) {
    return Map.of(
        "partitions",
        committed.serving(),
        "troubles",
        committed.troubles().keySet(),
        "workspaces",
        committed.ailing().size(),
        "reasons",
        now.reasons());
  }
}
