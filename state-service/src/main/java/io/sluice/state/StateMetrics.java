package io.sluice.state;

import io.sluice.service.Dependencies;
import io.sluice.service.Metrics;
import io.sluice.service.ServiceMetrics;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import io.sluice.state.figure.GroupLags;
import io.sluice.state.query.Committed;
import io.sluice.state.query.Standing;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What this state service does. */
@Singleton
final class StateMetrics implements ServiceMetrics {
  private final Committed committed;
  private final StateStatus status;
  private final Dependencies dependencies;
  private final GroupLags lags;
  private final Measures measures;

  StateMetrics(
      Committed committed,
      StateStatus status,
      Dependencies dependencies,
      GroupLags lags,
      Measures measures) {
    this.committed = committed;
    this.status = status;
    this.dependencies = dependencies;
    this.lags = lags;
    this.measures = measures;
  }

  @Override
  public void write(Metrics metrics) {
    Standing standing = committed.standing();
    Standing.Waits waits = standing.waits();
    Instant now = Instant.now();
    dependencies.write(metrics);
    metrics
        .gauge(Figure.STATE_PARTITIONS, committed.serving().size())
        .gauge(Figure.STATE_TROUBLED, committed.troubles().size())
        .gauge(Figure.STATE_UNSERVED, committed.unserved(false).size())
        .gauge(Figure.STATE_HALTED, committed.halted().size())
        .gauge(Figure.STATE_READY, status.now().ready() ? 1 : 0)
        .gauge(Figure.STATE_AILING, committed.ailing().size())
        .counter(Figure.TAKEOVERS, committed.takeovers())
        .counter(Figure.STATE_LETTERS, standing.letters())
        .gauges(Figure.STATE_BEHIND, Map.of("inbox", standing.inbox(), "orders", standing.orders()))
        .gauges(Figure.APPLIED, text(waits.applied()))
        .gauges(Figure.GROUP_LAG, lags.now())
        .gauges(Figure.RUNS, standing.runs())
        .gauges(Figure.RUNS_OLDEST, ages(waits.runs(), now))
        .gauge(Figure.ATTENTION, waits.attention())
        .gauge(Figure.DOUBTS, waits.doubts())
        .gauges(Figure.UNCLAIMED, standing.unclaimed())
        .gauges(Figure.UNCLAIMED_OLDEST, ages(waits.tasks(), now));
  }

  private static SortedMap<String, Long> text(SortedMap<Integer, Long> byPartition) {
    SortedMap<String, Long> named = new TreeMap<>();
    byPartition.forEach((partition, offset) -> named.put(Integer.toString(partition), offset));
    return named;
  }

  private static SortedMap<String, Double> ages(SortedMap<String, Instant> since, Instant now) {
    SortedMap<String, Double> ages = new TreeMap<>();
    since.forEach(
        (of, from) -> ages.put(of, Math.max(0, Duration.between(from, now).toMillis() / 1_000.0)));
    return ages;
  }

  @Override
  public Measures measures() {
    return measures;
  }
}
