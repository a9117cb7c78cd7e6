package io.sluice.worker;

import io.sluice.service.Dependencies;
import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
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
  private final WorkerStatus status;
  private final Dependencies dependencies;

  WorkerMetrics(Worker worker, WorkerStatus status, Dependencies dependencies) {
    this.worker = worker;
    this.status = status;
    this.dependencies = dependencies;
  }

  @Override
  public void write(Metrics metrics) {
    List<Guard.Standing> all = worker.providers();
    dependencies.write(metrics);
    metrics
        .gauge(Figure.WORKER_READY, status.now().ready() ? 1 : 0)
        .gauge(Figure.IN_FLIGHT, worker.inFlight())
        .counter(Figure.CLAIMS, worker.claims())
        .gauges(Figure.BREAKER_OPEN, each(all, one -> one.breaker().equals("open") ? 1 : 0))
        .gauges(
            Figure.BREAKER_HALF_OPEN, each(all, one -> one.breaker().equals("half_open") ? 1 : 0))
        .gauges(Figure.PROVIDER_RUNNING, each(all, Guard.Standing::running))
        .gauges(Figure.PROVIDER_WAITING, each(all, Guard.Standing::waiting))
        .gauges(Figure.PROVIDER_LIMIT, each(all, Guard.Standing::limit))
        .gauges(Figure.PROVIDER_RATE, each(all, Guard.Standing::rate))
        .counters(Figure.PROVIDER_THROTTLED, each(all, Guard.Standing::throttled));
  }

  @Override
  public Measures measures() {
    return worker.measures();
  }

  private static Map<String, Double> each(
      List<Guard.Standing> providers, ToDoubleFunction<Guard.Standing> value) {
    Map<String, Double> values = new TreeMap<>();
    providers.forEach(one -> values.put(one.provider(), value.applyAsDouble(one)));
    return values;
  }
}
