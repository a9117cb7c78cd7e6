package io.sluice.state;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.state.query.Committed;
import io.sluice.transport.metrics.PrometheusText;

/** What this state service does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final Committed committed;

  MetricsController(Committed committed) {
    this.committed = committed;
  }

  @Get(produces = PrometheusText.CONTENT_TYPE)
  String metrics() {
    return new PrometheusText()
        .gauge("sluice_state_partitions", "Partitions served.", committed.serving().size())
        .gauge(
            "sluice_state_troubled_partitions",
            "Partitions that are assigned and can't be served.",
            committed.troubles().size())
        .counter("sluice_state_takeovers_total", "Partitions taken over.", committed.takeovers())
        .toString();
  }
}
