package io.sluice.planner;

import io.sluice.planner.loop.Waiting;
import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import jakarta.inject.Singleton;
import java.time.Duration;

/** What this planner does. */
@Singleton
final class PlannerMetrics implements ServiceMetrics {
  private final Planner planner;

  PlannerMetrics(Planner planner) {
    this.planner = planner;
  }

  @Override
  public void write(Metrics metrics) {
    metrics
        .gauge(
            "sluice_planner_ready",
            "1 while both topics are being read.",
            planner.isPolling() ? 1 : 0)
        .counters(
            "sluice_planner_records_total",
            "Answered submissions and requests.",
            "topic",
            planner.answered())
        .counters(
            "sluice_planner_passed_total",
            "Requests skipped without an answer.",
            "topic",
            planner.passed())
        .gauge(
            "sluice_planner_waiting",
            "Requests that wait for the state of their workspace.",
            planner.waiting(Duration.ZERO).stream().mapToInt(Waiting::records).sum());
  }
}
