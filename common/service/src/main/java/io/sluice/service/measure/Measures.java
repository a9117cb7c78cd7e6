package io.sluice.service.measure;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.service.measure.Figure.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What a service counts and times as long as it runs. A label has at most a hundred values; those
 * that come after them are {@code other}, so that no configuration makes the figures grow without
 * bound.
 */
public final class Measures {
  static final int MOST_VALUES = 100;
  static final String OTHER = "other";
  private static final String SECONDS = "_seconds";

  private static final Duration[] BOUNDS =
      Stream.of(
              5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000,
              300_000, 600_000, 1_800_000, 3_600_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Figure, List<Set<String>>> known = new ConcurrentHashMap<>();

  /** One more duration; {@code labels} are values in the order of the figure's labels. */
  public void took(Figure figure, Duration time, String... labels) {
    require(figure, Kind.HISTOGRAM);
    String title = figure.title();
    // Micrometer puts the unit back behind the name.
    Timer.builder(title.substring(0, title.length() - SECONDS.length()))
        .description(figure.help())
        .tags(tags(figure, labels))
        .serviceLevelObjectives(BOUNDS)
        .register(registry)
        .record(time.isNegative() ? Duration.ZERO : time);
  }

  /** The time since {@code began}, on the monotonic clock. */
  public void since(Figure figure, long began, String... labels) {
    took(figure, Duration.ofNanos(System.nanoTime() - began), labels);
  }

  /** One more of what is counted. */
  public void count(Figure figure, String... labels) {
    require(figure, Kind.COUNTER);
    Counter.builder(figure.title())
        .description(figure.help())
        .tags(tags(figure, labels))
        .register(registry)
        .increment();
  }

  private static void require(Figure figure, Kind kind) {
    if (figure.kind() != kind) {
      throw new IllegalArgumentException(figure.title() + " is no " + kind);
    }
  }

  private List<Tag> tags(Figure figure, String... labels) {
    List<String> names = figure.labels();
    if (labels.length != names.size()) {
      throw new IllegalArgumentException(figure.title() + " has the labels " + names);
    }
    List<Set<String>> seen =
        known.computeIfAbsent(
            figure,
            any ->
                names.stream()
                    .map(name -> (Set<String>) ConcurrentHashMap.<String>newKeySet())
                    .toList());
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      tags.add(Tag.of(names.get(i), bounded(seen.get(i), labels[i])));
    }
    return tags;
  }

  private static String bounded(Set<String> seen, String value) {
    if (seen.contains(value) || (seen.size() < MOST_VALUES && seen.add(value))) {
      return value;
    }
    return OTHER;
  }

  /** All of it, in the text format that Prometheus reads, version 0.0.4. */
  public String text() {
    return registry.scrape();
  }
}
