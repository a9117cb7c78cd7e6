package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetricsControllerTest {
  private final Measures measures = new Measures();

  private final ServiceMetrics metrics =
      new ServiceMetrics() {
        @Override
        public void write(Metrics now) {
          now.gauge(Figure.IN_FLIGHT, 3);
        }

        @Override
        public Measures measures() {
          return measures;
        }
      };

  @Test
  void answersWhatStandsWhatWasCollectedAndTheProcess() throws Exception {
    measures.took(Figure.COMMIT_TIME, Duration.ofMillis(3));
    ServiceStatus status = () -> new Readiness("test", "one", List.of());
    try (ApplicationContext context =
        ServiceContext.start("test", "127.0.0.1", -1, metrics, status)) {
      EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
      HttpResponse<String> answer = asked(server.getPort());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/plain; version=0.0.4");
      List<String> lines = answer.body().lines().toList();
      assertThat(lines)
          .contains("sluice_worker_in_flight 3.0", "sluice_state_commit_seconds_count 1")
          .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
          .anyMatch(line -> line.startsWith("process_uptime_seconds "));
      Set<String> samples = new HashSet<>();
      for (String line : lines) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          assertThat(samples.add(line.substring(0, line.lastIndexOf(' ')))).as(line).isTrue();
          assertThat(Figure.ofSample(line.replaceAll("[{ ].*", ""))).as(line).isPresent();
        }
      }
    }
  }

  private static HttpResponse<String> asked(int port) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
