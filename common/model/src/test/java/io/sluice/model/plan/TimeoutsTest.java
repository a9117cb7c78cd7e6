package io.sluice.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TimeoutsTest {
  @Test
  void travelsAsTextThatOlderBuildsReadTheSame() throws Exception {
    Timeouts timeouts =
        new Timeouts(
            Map.of(Action.UPDATE, Duration.ofMinutes(90), Action.CREATE, Duration.ofMillis(250)));

    assertThat(Json.text(timeouts)).isEqualTo("{\"create\":\"250ms\",\"update\":\"5400s\"}");
    assertThat(Json.decode(Json.encode(timeouts), Timeouts.class)).isEqualTo(timeouts);
  }

  @Test
  void leavesWhatItCannotReadToTheDeployment() throws Exception {
    String text =
        """
        {"create": "soon", "read": "0s", "update": "P1D", "delete": null, "divide": "1s"}
        """;

    Timeouts timeouts = Json.decode(text.getBytes(StandardCharsets.UTF_8), Timeouts.class);

    assertThat(timeouts.by()).isEqualTo(Map.of(Action.UPDATE, Duration.ofDays(1)));
  }
}
