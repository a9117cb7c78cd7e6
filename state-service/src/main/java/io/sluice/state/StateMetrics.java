package io.sluice.state;

import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import io.sluice.state.query.Committed;
import io.sluice.state.query.Standing;
import jakarta.inject.Singleton;
import java.util.Map;

/** What this state service does. */
@Singleton
final class StateMetrics implements ServiceMetrics {
  private final Committed committed;
  private final StateStatus status;

  StateMetrics(Committed committed, StateStatus status) {
    this.committed = committed;
    this.status = status;
  }

  @Override
  public void write(Metrics metrics) {
    Standing standing = committed.standing();
    metrics
        .gauge("sluice_state_partitions", "Partitions served.", committed.serving().size())
        .gauge(
            "sluice_state_troubled_partitions",
            "Assigned partitions that cannot be served.",
            committed.troubles().size())
        .gauge(
            "sluice_state_unserved_partitions",
            "Assigned partitions that are not served, for whatever reason.",
            committed.unserved(false).size())
        .gauge("sluice_state_ready", "1 while the service is ready.", status.now().ready() ? 1 : 0)
        .gauge(
            "sluice_state_ailing_workspaces",
            "Workspaces whose timers cannot be applied at present.",
            committed.ailing().size())
        .counter("sluice_state_takeovers_total", "Partitions taken over.", committed.takeovers())
        .counter(
            "sluice_state_letters_total",
            "Records that could not be read or applied.",
            standing.letters())
        .gauges(
            "sluice_state_behind",
            "Records still to be read.",
            "topic",
            Map.of("inbox", standing.inbox(), "orders", standing.orders()))
        .gauges("sluice_state_runs", "Runs that have not ended.", "phase", standing.runs())
        .gauges(
            "sluice_state_unclaimed_tasks",
            "Tasks that no worker has acquired yet.",
            "pool",
            standing.unclaimed());
  }
}
