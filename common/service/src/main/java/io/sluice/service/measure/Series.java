package io.sluice.service.measure;

import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The meters of one figure, one for each combination of its labels' values. Each is built once and
 * found by its values from then on: a task passes half a dozen of them.
 */
final class Series<M> {
  static final int MOST_VALUES = 100;
  static final String OTHER = "other";

  private final Figure figure;
  private final List<Set<String>> seen;
  private final Function<List<Tag>, M> made;
  private final Map<List<String>, M> meters = new ConcurrentHashMap<>();

  Series(Figure figure, Function<List<Tag>, M> made) {
    this.figure = figure;
    this.made = made;
    seen =
        figure.labels().stream()
            .map(name -> (Set<String>) ConcurrentHashMap.<String>newKeySet())
            .toList();
  }

  /** {@code labels} are values in the order of the figure's labels. */
  M meter(String... labels) {
    List<String> names = figure.labels();
    if (labels.length != names.size()) {
      throw new IllegalArgumentException(figure.title() + " has the labels " + names);
    }
    String[] values = new String[labels.length];
    for (int i = 0; i < labels.length; i++) {
      values[i] = bounded(seen.get(i), labels[i]);
    }
    List<String> key = List.of(values);
    M known = meters.get(key);
    return known != null ? known : meters.computeIfAbsent(key, any -> made.apply(tags(key)));
  }

  private List<Tag> tags(List<String> values) {
    List<Tag> tags = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      tags.add(Tag.of(figure.labels().get(i), values.get(i)));
    }
    return tags;
  }

  private static String bounded(Set<String> seen, String value) {
    if (seen.contains(value) || (seen.size() < MOST_VALUES && seen.add(value))) {
      return value;
    }
    return OTHER;
  }
}
