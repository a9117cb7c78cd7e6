package io.sluice.service;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
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
  public Metrics gauge(String name, String help, double value) {
    Gauge.builder(name, () -> value).description(help).register(registry);
    return this;
  }

  /** What only rises; its name ends with {@code _total}. */
  public Metrics counter(String name, String help, long value) {
    Counter.builder(name).description(help).register(registry).increment(value);
    return this;
  }

  /** One value for each value of a label. */
  public Metrics gauges(
      String name, String help, String label, Map<String, ? extends Number> values) {
    values.forEach(
        (of, value) ->
            Gauge.builder(name, () -> value).description(help).tag(label, of).register(registry));
    return this;
  }

  public Metrics counters(
      String name, String help, String label, Map<String, ? extends Number> values) {
    values.forEach(
        (of, value) ->
            Counter.builder(name)
                .description(help)
                .tag(label, of)
                .register(registry)
                .increment(value.doubleValue()));
    return this;
  }

  /** All of it, in the text format that Prometheus reads, version 0.0.4. */
  String text() {
    return registry.scrape();
  }
}
