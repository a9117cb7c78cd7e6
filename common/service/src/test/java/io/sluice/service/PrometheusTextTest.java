package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
  @Test
  void writesHelpTypeAndValues() {
    String text =
        new PrometheusText()
            .gauge("sluice_x", "What x is.", 2)
            .counter("sluice_y_total", "All y.", 5)
            .gauges("sluice_z", "Of each.", "of", new TreeMap<>(Map.of("a", 1, "b", 2.5)))
            .toString();

    assertThat(text)
        .isEqualTo(
            """
            # HELP sluice_x What x is.
            # TYPE sluice_x gauge
            sluice_x 2
            # HELP sluice_y_total All y.
            # TYPE sluice_y_total counter
            sluice_y_total 5
            # HELP sluice_z Of each.
            # TYPE sluice_z gauge
            sluice_z{of="a"} 1
            sluice_z{of="b"} 2.5
            """);
  }

  @Test
  void escapesWhatWouldEndALabelOrALine() {
    String text =
        new PrometheusText()
            .counters("sluice_x_total", "a\\b\nc", "of", Map.of("say \"hi\"\n\\", 1))
            .toString();

    assertThat(text).contains("# HELP sluice_x_total a\\\\b\\nc\n");
    assertThat(text).endsWith("sluice_x_total{of=\"say \\\"hi\\\"\\n\\\\\"} 1\n");
  }

  @Test
  void writesNumbersAsPrometheusReadsThem() {
    String text =
        new PrometheusText()
            .gauge("a", "", Double.POSITIVE_INFINITY)
            .gauge("b", "", Double.NEGATIVE_INFINITY)
            .gauge("c", "", Double.NaN)
            .gauge("d", "", 1e18)
            .toString();

    assertThat(text.lines().filter(line -> !line.startsWith("#")))
        .containsExactly("a +Inf", "b -Inf", "c NaN", "d 1.0E18");
  }
}
