package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.service.measure.Figure;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void writesHelpTypeAndValuesUnderTheirNames() {
    String text =
        new Metrics()
            .gauge(Figure.IN_FLIGHT, 2)
            .counter(Figure.CLAIMS, 5)
            .gauges(Figure.PROVIDER_LIMIT, Map.of("a", 1, "b", 2.5))
            .counters(Figure.PROVIDER_THROTTLED, Map.of("a", 3))
            .text();

    assertThat(text.lines())
        .containsExactlyInAnyOrder(
            "# HELP sluice_worker_in_flight Attempts under way.",
            "# TYPE sluice_worker_in_flight gauge",
            "sluice_worker_in_flight 2.0",
            "# HELP sluice_worker_claims_total Acquired tasks.",
            "# TYPE sluice_worker_claims_total counter",
            "sluice_worker_claims_total 5.0",
            "# HELP sluice_provider_limit Places.",
            "# TYPE sluice_provider_limit gauge",
            "sluice_provider_limit{provider=\"a\"} 1.0",
            "sluice_provider_limit{provider=\"b\"} 2.5",
            "# HELP sluice_provider_throttled_total Answers that asked for fewer calls.",
            "# TYPE sluice_provider_throttled_total counter",
            "sluice_provider_throttled_total{provider=\"a\"} 3.0");
  }

  @Test
  void escapesWhatWouldEndALabelOrALine() {
    String text =
        new Metrics().counters(Figure.PROVIDER_THROTTLED, Map.of("say \"hi\"\n\\", 1)).text();

    assertThat(text)
        .endsWith("sluice_provider_throttled_total{provider=\"say \\\"hi\\\"\\n\\\\\"} 1.0\n");
  }

  @Test
  void refusesAFigureOfAnotherKindOrWithOtherLabels() {
    Metrics metrics = new Metrics();

    assertThatThrownBy(() -> metrics.gauge(Figure.CLAIMS, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sluice_worker_claims_total");
    assertThatThrownBy(() -> metrics.gauge(Figure.PROVIDER_LIMIT, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
