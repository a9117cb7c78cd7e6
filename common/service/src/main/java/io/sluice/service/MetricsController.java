package io.sluice.service;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;

/** What a service does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final ServiceMetrics metrics;

  MetricsController(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  @Get(produces = Metrics.CONTENT_TYPE)
  String metrics() {
    Metrics now = new Metrics();
    metrics.write(now);
    return now.text();
  }
}
