package io.sluice.planner;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.planner.loop.Waiting;
import io.sluice.transport.metrics.PrometheusText;
import java.time.Duration;

/** What this planner does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final Planner planner;

  MetricsController(Planner planner) {
    this.planner = planner;
  }

  @Get(produces = PrometheusText.CONTENT_TYPE)
  String metrics() {
    return new PrometheusText()
        .gauge("sluice_planner_ready", "1 while both topics are read.", planner.isPolling() ? 1 : 0)
        .counters(
            "sluice_planner_records_total",
            "Submissions and requests that were answered.",
            "topic",
            planner.answered())
        .counters(
            "sluice_planner_passed_total",
            "Requests that were passed over without an answer.",
            "topic",
            planner.passed())
        .gauge(
            "sluice_planner_waiting",
            "Requests that wait for the state of their workspace.",
            planner.waiting(Duration.ZERO).stream().mapToInt(Waiting::records).sum())
        .toString();
  }
}
