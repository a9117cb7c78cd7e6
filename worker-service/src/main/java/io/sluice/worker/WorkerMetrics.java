package io.sluice.worker;

import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import io.sluice.worker.throttling.Guard;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What this worker does. */
@Singleton
final class WorkerMetrics implements ServiceMetrics {
  private final Worker worker;

  WorkerMetrics(Worker worker) {
    this.worker = worker;
  }

  @Override
  public void write(Metrics metrics) {
    List<Guard.Standing> all = worker.providers();
    String of = "provider";
    metrics
        .gauge("sluice_worker_in_flight", "Attempts under way.", worker.inFlight())
        .counter("sluice_worker_claims_total", "Acquired tasks.", worker.claims())
        .gauges(
            "sluice_provider_breaker_open",
            "1 while the breaker is open and lets no call through.",
            of,
            each(all, one -> one.breaker().equals("open") ? 1 : 0))
        .gauges(
            "sluice_provider_breaker_half_open",
            "1 while a few calls probe the provider.",
            of,
            each(all, one -> one.breaker().equals("half_open") ? 1 : 0))
        .gauges(
            "sluice_provider_running", "Calls under way.", of, each(all, Guard.Standing::running))
        .gauges(
            "sluice_provider_waiting",
            "Attempts that wait for a place.",
            of,
            each(all, Guard.Standing::waiting))
        .gauges("sluice_provider_limit", "Places.", of, each(all, Guard.Standing::limit))
        .gauges("sluice_provider_rate", "Calls a second.", of, each(all, Guard.Standing::rate))
        .counters(
            "sluice_provider_throttled_total",
            "Answers that asked for fewer calls.",
            of,
            each(all, Guard.Standing::throttled));
  }

  private static Map<String, Double> each(
      List<Guard.Standing> providers, ToDoubleFunction<Guard.Standing> value) {
    Map<String, Double> values = new TreeMap<>();
    providers.forEach(one -> values.put(one.provider(), value.applyAsDouble(one)));
    return values;
  }
}
