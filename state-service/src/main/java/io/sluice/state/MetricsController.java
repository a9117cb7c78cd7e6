package io.sluice.state;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.state.query.Committed;
import io.sluice.state.query.Standing;
import io.sluice.transport.metrics.PrometheusText;
import java.util.Map;

/** What this state service does, in the text format that Prometheus reads. */
@Controller("/metrics")
final class MetricsController {
  private final Committed committed;
  private final StateReadiness readiness;

  MetricsController(Committed committed, StateReadiness readiness) {
    this.committed = committed;
    this.readiness = readiness;
  }

  @Get(produces = PrometheusText.CONTENT_TYPE)
  String metrics() {
    Standing standing = committed.standing();
    return new PrometheusText()
        .gauge("sluice_state_partitions", "Partitions served.", committed.serving().size())
        .gauge(
            "sluice_state_troubled_partitions",
            "Partitions that are assigned and can't be served.",
            committed.troubles().size())
        .gauge(
            "sluice_state_unserved_partitions",
            "Partitions that are assigned and not served, whatever the reason.",
            committed.unserved(false).size())
        .gauge("sluice_state_ready", "1 while it does its work.", readiness.now().ready() ? 1 : 0)
        .gauge(
            "sluice_state_ailing_workspaces",
            "Workspaces whose timers can't be decided now.",
            committed.ailing().size())
        .counter("sluice_state_takeovers_total", "Partitions taken over.", committed.takeovers())
        .counter(
            "sluice_state_letters_total",
            "Records that could not be read or applied.",
            standing.letters())
        .gauges(
            "sluice_state_behind",
            "Records that are still to be read.",
            "topic",
            Map.of("inbox", standing.inbox(), "orders", standing.orders()))
        .gauges("sluice_state_runs", "Runs that have not ended.", "phase", standing.runs())
        .gauges(
            "sluice_state_unclaimed_tasks",
            "Tasks that no worker has taken yet.",
            "pool",
            standing.unclaimed())
        .toString();
  }
}
