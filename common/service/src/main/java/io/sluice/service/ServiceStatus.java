package io.sluice.service;

import io.micronaut.http.HttpRequest;
import java.util.Map;

/** The status of a service, from which it answers {@code /health}. */
public interface ServiceStatus {
  /** For anyone who asks. */
  Readiness now();

  /** For one who may see more than others. */
  default Readiness seenBy(HttpRequest<?> request) {
    return now();
  }

  /** What the answer to {@code /health/ready} holds besides the readiness. */
  default Map<String, ?> besideReadiness() {
    return Map.of();
  }

  /** What the answer to {@code /health} holds besides the reasons. */
  default Map<String, ?> details() {
    return Map.of();
  }
}
