package io.sluice.service.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasuresTest {
  private final Measures measures = new Measures();

  @Test
  void countsDurationsInBuckets() {
    measures.took(Figure.COMMIT_TIME, Duration.ofMillis(7));
    measures.took(Figure.COMMIT_TIME, Duration.ofSeconds(4));

    assertThat(measures.text().lines())
        .contains(
            "# TYPE sluice_state_commit_seconds histogram",
            "sluice_state_commit_seconds_bucket{le=\"0.005\"} 0",
            "sluice_state_commit_seconds_bucket{le=\"0.01\"} 1",
            "sluice_state_commit_seconds_bucket{le=\"2.5\"} 1",
            "sluice_state_commit_seconds_bucket{le=\"5.0\"} 2",
            "sluice_state_commit_seconds_bucket{le=\"+Inf\"} 2",
            "sluice_state_commit_seconds_count 2");
  }

  @Test
  void writesOnlySamplesThatTheCatalogueNames() {
    Stream.of(Figure.values())
        .forEach(
            figure -> {
              String[] labels = figure.labels().stream().map(label -> "x").toArray(String[]::new);
              switch (figure.kind()) {
                case HISTOGRAM -> measures.took(figure, Duration.ofSeconds(1), labels);
                case COUNTER -> measures.count(figure, labels);
                case GAUGE, SUMMARY -> {
                  // Written where they stand.
                }
              }
            });

    assertThat(names(measures.text())).isNotEmpty().allMatch(MeasuresTest::isKnown);
  }

  @Test
  void aLabelHasAHundredValuesAndThenOneForTheRest() {
    for (int i = 0; i < 5_000; i++) {
      measures.took(Figure.CALL_TIME, Duration.ZERO, "type_" + i, "done");
    }

    List<String> counts =
        measures.text().lines().filter(line -> line.contains("call_seconds_count")).toList();
    assertThat(counts).hasSize(Series.MOST_VALUES + 1);
    assertThat(counts)
        .contains("sluice_provider_call_seconds_count{outcome=\"done\",type=\"other\"} 4900");
  }

  @Test
  void buildsTheMeterOfEachCombinationOnce() {
    List<List<Tag>> built = new ArrayList<>();
    Series<List<Tag>> series =
        new Series<>(
            Figure.CALL_TIME,
            tags -> {
              built.add(tags);
              return tags;
            });

    for (int i = 0; i < 10; i++) {
      series.meter("a", "done");
      series.meter("a", "gone");
    }

    assertThat(built)
        .containsExactly(
            List.of(Tag.of("type", "a"), Tag.of("outcome", "done")),
            List.of(Tag.of("type", "a"), Tag.of("outcome", "gone")));
  }

  @Test
  void addsManyAtOnce() {
    measures.add(Figure.EVENTS, 3, "nodeSucceeded");
    measures.count(Figure.EVENTS, "nodeSucceeded");

    assertThat(measures.text()).containsPattern("(?m)^sluice_\\S*nodeSucceeded\\S* 4");
  }

  @Test
  void refusesTheWrongKindAndTheWrongLabels() {
    assertThatThrownBy(() -> measures.count(Figure.COMMIT_TIME))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> measures.took(Figure.CALL_TIME, Duration.ZERO, "one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("type, outcome");
  }

  @Test
  void theProcessShowsItsFiguresAndNoOthers() {
    try (ProcessFigures process = new ProcessFigures()) {
      System.gc();

      assertThat(names(process.text()))
          .contains("jvm_memory_used_bytes", "process_uptime_seconds", "process_cpu_usage")
          .allMatch(MeasuresTest::isKnown);
    }
  }

  private static boolean isKnown(String sample) {
    return Figure.ofSample(sample).isPresent();
  }

  private static Set<String> names(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll("[{ ].*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
