package io.sluice.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Figure.Kind;
import java.util.Map;

/**
 * A service's numbers at one moment, as Micrometer writes them for Prometheus. Each reading has a
 * registry of its own: what the services count is kept where it happens, and providers, pools and
 * phases come and go.
 */
public final class Metrics {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** What may rise and fall. */
  public Metrics gauge(Figure figure, double value) {
    require(figure, Kind.GAUGE, 0);
    Gauge.builder(figure.title(), () -> value).description(figure.help()).register(registry);
    return this;
  }

  /** What only rises. */
  public Metrics counter(Figure figure, Number value) {
    require(figure, Kind.COUNTER, 0);
    Counter.builder(figure.title())
        .description(figure.help())
        .register(registry)
        .increment(value.doubleValue());
    return this;
  }

  /** One value for each value of the label. */
  public Metrics gauges(Figure figure, Map<String, ? extends Number> values) {
    require(figure, Kind.GAUGE, 1);
    values.forEach(
        (of, value) ->
            Gauge.builder(figure.title(), () -> value)
                .description(figure.help())
                .tag(figure.labels().getFirst(), of)
                .register(registry));
    return this;
  }

  public Metrics counters(Figure figure, Map<String, ? extends Number> values) {
    require(figure, Kind.COUNTER, 1);
    values.forEach(
        (of, value) ->
            Counter.builder(figure.title())
                .description(figure.help())
                .tag(figure.labels().getFirst(), of)
                .register(registry)
                .increment(value.doubleValue()));
    return this;
  }

  private static void require(Figure figure, Kind kind, int labels) {
    if (figure.kind() != kind || figure.labels().size() != labels) {
      throw new IllegalArgumentException(
          figure.title() + " is a " + figure.kind() + " with the labels " + figure.labels());
    }
  }

  /** All of it, in the text format that Prometheus reads, version 0.0.4. */
  String text() {
    return registry.scrape();
  }
}
