package io.sluice.state;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.model.json.Json;
import io.sluice.state.query.Bearer;
import io.sluice.transport.Credentials;
import io.sluice.transport.health.Readiness;
import java.util.Map;

/**
 * Two questions of whoever runs this process: is it to be started again ({@code live}), and may it
 * be counted on ({@code ready}). An outage of what it depends on is no reason to start it again.
 */
@Controller("/health")
final class HealthController {
  private final StateReadiness readiness;
  private final Bearer bearer;

  HealthController(StateReadiness readiness, Credentials credentials) {
    this.readiness = readiness;
    this.bearer = new Bearer(credentials);
  }

  @Get("/live")
  HttpResponse<byte[]> live() {
    return answer(HttpStatus.OK, Map.of("status", "UP"));
  }

  @Get("/ready")
  HttpResponse<byte[]> ready(HttpRequest<?> request) {
    Readiness now = bearer.shownBy(request) ? readiness.whole() : readiness.now();
    return answer(
        now.ready() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE,
        Map.of(
            "status",
            now.ready() ? "UP" : "DOWN",
            "role",
            now.role(),
            "instance",
            now.instance(),
            "reasons",
            now.reasons(),
            "halted",
            readiness.halted().entrySet().stream()
                .map(each -> Map.of("partition", each.getKey(), "haltedAt", each.getValue()))
                .toList()));
  }

  private static HttpResponse<byte[]> answer(HttpStatus status, Map<String, ?> body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(Json.encode(body));
  }
}
