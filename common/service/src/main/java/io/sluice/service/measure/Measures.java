package io.sluice.service.measure;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.service.measure.Figure.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * What a service counts and times as long as it runs. A label has at most a hundred values; those
 * that come after them are {@code other}, so that no configuration makes the figures grow without
 * bound.
 */
public final class Measures {
  private static final String SECONDS = "_seconds";

  private static final Duration[] BOUNDS =
      Stream.of(
              5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000,
              300_000, 600_000, 1_800_000, 3_600_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Figure, Series<Timer>> timers = series(Kind.HISTOGRAM, this::timer);
  private final Map<Figure, Series<Counter>> counters = series(Kind.COUNTER, this::counter);

  private static <M> Map<Figure, Series<M>> series(
      Kind kind, BiFunction<Figure, List<Tag>, M> meter) {
    Map<Figure, Series<M>> all = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      if (figure.kind() == kind) {
        all.put(figure, new Series<>(figure, tags -> meter.apply(figure, tags)));
      }
    }
    return Collections.unmodifiableMap(all);
  }

  private Timer timer(Figure figure, List<Tag> tags) {
    String title = figure.title();
    // Micrometer puts the unit back behind the name.
    return Timer.builder(title.substring(0, title.length() - SECONDS.length()))
        .description(figure.help())
        .tags(tags)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private Counter counter(Figure figure, List<Tag> tags) {
    return Counter.builder(figure.title()).description(figure.help()).tags(tags).register(registry);
  }

  /** One more duration; {@code labels} are values in the order of the figure's labels. */
  public void took(Figure figure, Duration time, String... labels) {
    of(timers, figure, Kind.HISTOGRAM)
        .meter(labels)
        .record(time.isNegative() ? Duration.ZERO : time);
  }

  /** The time since {@code began}, on the monotonic clock. */
  public void since(Figure figure, long began, String... labels) {
    of(timers, figure, Kind.HISTOGRAM)
        .meter(labels)
        .record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
  }

  /** One more of what is counted. */
  public void count(Figure figure, String... labels) {
    add(figure, 1, labels);
  }

  /** So many more of what is counted. */
  public void add(Figure figure, int number, String... labels) {
    of(counters, figure, Kind.COUNTER).meter(labels).increment(number);
  }

  private static <M> Series<M> of(Map<Figure, Series<M>> all, Figure figure, Kind kind) {
    Series<M> series = all.get(figure);
    if (series == null) {
      throw new IllegalArgumentException(figure.title() + " is no " + kind);
    }
    return series;
  }

  /** All of it, in the text format that Prometheus reads, version 0.0.4. */
  public String text() {
    return registry.scrape();
  }
}
