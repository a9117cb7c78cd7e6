package io.sluice.planner;

import io.sluice.planner.loop.Waiting;
import io.sluice.service.Dependencies;
import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import jakarta.inject.Singleton;
import java.time.Duration;

/** What this planner does. */
@Singleton
final class PlannerMetrics implements ServiceMetrics {
  private final Planner planner;
  private final Dependencies dependencies;

  PlannerMetrics(Planner planner, Dependencies dependencies) {
    this.planner = planner;
    this.dependencies = dependencies;
  }

  @Override
  public void write(Metrics metrics) {
    dependencies.write(metrics);
    metrics
        .gauge(Figure.PLANNER_READY, planner.isPolling() ? 1 : 0)
        .counters(Figure.PLANNER_RECORDS, planner.answered())
        .counters(Figure.PLANNER_PASSED, planner.passed())
        .gauge(
            Figure.PLANNER_WAITING,
            planner.waiting(Duration.ZERO).stream().mapToInt(Waiting::records).sum());
  }

  @Override
  public Measures measures() {
    return planner.measures();
  }
}
