package io.sluice.service;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.sluice.model.json.Json;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two questions of the process's supervisor: is it to be started again ({@code live}), and may it
 * be counted on ({@code ready}). An outage of what it depends on is no reason to start it again.
 */
@Controller("/health")
public final class HealthController {
  private final ServiceStatus status;

  public HealthController(ServiceStatus status) {
    this.status = status;
  }

  @Get("/live")
  HttpResponse<byte[]> live() {
    return answer(HttpStatus.OK, Map.of("status", "UP"));
  }

  @Get("/ready")
  public HttpResponse<byte[]> ready(HttpRequest<?> request) {
    Readiness now = status.seenBy(request);
    Map<String, Object> body = new TreeMap<>(status.besideReadiness());
    body.put("status", now.ready() ? "UP" : "DOWN");
    body.put("role", now.role());
    body.put("instance", now.instance());
    body.put("reasons", now.reasons());
    return answer(now.ready() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE, body);
  }

  private static HttpResponse<byte[]> answer(HttpStatus status, Map<String, ?> body) {
    return HttpResponse.<byte[]>status(status)
        .contentType(MediaType.APPLICATION_JSON_TYPE)
        .body(Json.encode(body));
  }
}
