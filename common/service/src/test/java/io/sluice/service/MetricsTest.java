package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void writesHelpTypeAndValuesUnderTheirNames() {
    String text =
        new Metrics()
            .gauge("sluice_x", "What x is.", 2)
            .counter("sluice_y_total", "All y.", 5)
            .gauges("sluice_z", "Of each.", "of", Map.of("a", 1, "b", 2.5))
            .counters("sluice_w_total", "Of each.", "pool", Map.of("main", 3))
            .text();

    assertThat(text.lines())
        .containsExactlyInAnyOrder(
            "# HELP sluice_x What x is.",
            "# TYPE sluice_x gauge",
            "sluice_x 2.0",
            "# HELP sluice_y_total All y.",
            "# TYPE sluice_y_total counter",
            "sluice_y_total 5.0",
            "# HELP sluice_z Of each.",
            "# TYPE sluice_z gauge",
            "sluice_z{of=\"a\"} 1.0",
            "sluice_z{of=\"b\"} 2.5",
            "# HELP sluice_w_total Of each.",
            "# TYPE sluice_w_total counter",
            "sluice_w_total{pool=\"main\"} 3.0");
  }

  @Test
  void escapesWhatWouldEndALabelOrALine() {
    String text =
        new Metrics()
            .counters("sluice_x_total", "a\\b\nc", "of", Map.of("say \"hi\"\n\\", 1))
            .text();

    assertThat(text).contains("# HELP sluice_x_total a\\\\b\\nc\n");
    assertThat(text).endsWith("sluice_x_total{of=\"say \\\"hi\\\"\\n\\\\\"} 1.0\n");
  }

  @Test
  void keepsTheNamesOfTheFiguresThatPeopleWatch() {
    String text = new Metrics().gauge("sluice_state_ready", "1 while ready.", 1).text();

    assertThat(text).contains("\nsluice_state_ready 1.0\n");
  }
}
