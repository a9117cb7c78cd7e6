package io.sluice.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.http.HttpRequest;
import io.sluice.model.json.Json;
import io.sluice.service.HealthController;
import io.sluice.state.access.Bearer;
import io.sluice.state.query.Committed;
import io.sluice.state.query.Standing;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthTest {
  private static final String TOKEN = "0123456789abcdef";

  private final StateStatus status =
      new StateStatus(
          "state-1",
          new Unhealthy(),
          List::of,
          new Bearer(new Credentials(null, null, List.of(TOKEN))));
  private final HealthController controller = new HealthController(status);

  @Test
  void reportsItsStatusToAnyoneButReasonsOnlyWithTheToken() throws Exception {
    String anybody = text(HttpRequest.GET("/health/ready"));
    assertThat(anybody).contains("Partition 3 is not served").doesNotContain("payroll");
    assertThat(Json.tree(anybody.getBytes(StandardCharsets.UTF_8)).path("halted"))
        .isEqualTo(Json.toTree(List.of(Map.of("partition", 3, "haltedAt", 17))));

    assertThat(text(HttpRequest.GET("/health/ready").bearerAuth("some other token")))
        .doesNotContain("payroll");
    assertThat(text(HttpRequest.GET("/health/ready").bearerAuth(TOKEN))).contains("payroll");
  }

  @Test
  void countsWorkspacesAndNamesNone() {
    assertThat(status.details().toString() + status.now())
        .contains("workspaces=1")
        .doesNotContain("payroll");
  }

  private String text(HttpRequest<?> request) {
    return new String(controller.ready(request).body(), StandardCharsets.UTF_8);
  }

  /** Stands at a record, and can't decide the timers of a workspace. */
  private static final class Unhealthy implements Committed {
    @Override
    public Optional<LocalStore> store(int partition) {
      return Optional.empty();
    }

    @Override
    public List<Integer> serving() {
      return List.of(3);
    }

    @Override
    public Map<Integer, String> troubles() {
      return Map.of(3, "of workspace payroll");
    }

    @Override
    public List<String> unserved(boolean causes) {
      return List.of("Partition 3 is not served" + (causes ? ": of workspace payroll" : ""));
    }

    @Override
    public Map<Integer, Long> halted() {
      return Map.of(3, 17L);
    }

    @Override
    public Map<String, String> ailing() {
      return Map.of("payroll", "no money");
    }

    @Override
    public Standing standing() {
      return Standing.NONE;
    }

    @Override
    public long takeovers() {
      return 1;
    }
  }
}
