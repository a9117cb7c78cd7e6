package io.sluice.planner;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.model.json.Json;
import io.sluice.transport.health.Readiness;
import java.util.Map;

/**
 * Two questions of whoever runs this process: is it to be started again ({@code live}), and may it
 * be counted on ({@code ready}). An outage of what it depends on is no reason to start it again.
 */
@Controller("/health")
final class HealthController {
  private final PlannerReadiness readiness;

  HealthController(PlannerReadiness readiness) {
    this.readiness = readiness;
  }

  @Get("/live")
  HttpResponse<byte[]> live() {
    return answer(HttpStatus.OK, Map.of("status", "UP"));
  }

  @Get("/ready")
  HttpResponse<byte[]> ready() {
    Readiness now = readiness.now();
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
            "waiting",
            readiness.waiting()));
  }

  private static HttpResponse<byte[]> answer(HttpStatus status, Map<String, ?> body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(Json.encode(body));
  }
}
