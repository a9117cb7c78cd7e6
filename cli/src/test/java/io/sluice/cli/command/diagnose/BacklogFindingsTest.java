package io.sluice.cli.command.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacklogFindingsTest {
  private static JsonNode standing(long inbox, long orders, long takeovers) {
    return Json.object().put("inbox", inbox).put("orders", orders).put("takeovers", takeovers);
  }

  @Test
  void addsUpWhatEachInstanceSays() {
    assertThat(BacklogFindings.of(List.of(standing(3, 0, 8), standing(4, 1, 0)), 8))
        .containsExactly(
            Finding.good("lag", "inbox 7, orders 1 still to be read"),
            Finding.good("takeovers", "8 in the last hour"));
  }

  @Test
  void findsThoseThatFallBehindAndThoseThatChangeHandsAgainAndAgain() {
    assertThat(BacklogFindings.of(List.of(standing(30_000, 0, 49)), 8))
        .noneMatch(Finding::good)
        .extracting(Finding::what)
        .containsExactly("lag", "takeovers");
  }
}
