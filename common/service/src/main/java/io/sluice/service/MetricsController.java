package io.sluice.service;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.service.measure.ProcessFigures;
import jakarta.annotation.PreDestroy;
import org.jspecify.annotations.Nullable;

/** What a service does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final ServiceMetrics metrics;
  private @Nullable ProcessFigures process;

  MetricsController(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  @Get(produces = Metrics.CONTENT_TYPE)
  String metrics() {
    Metrics now = new Metrics();
    metrics.write(now);
    return now.text() + metrics.measures().text() + process().text();
  }

  /** Taken from the first question on: a local deployment, which nobody asks, starts without. */
  private synchronized ProcessFigures process() {
    ProcessFigures taken = process;
    if (taken == null) {
      taken = new ProcessFigures();
      process = taken;
    }
    return taken;
  }

  @PreDestroy
  synchronized void close() {
    if (process != null) {
      process.close();
    }
  }
}
