package io.sluice.install.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How servers are talked to.
 *
 * @param answer how long a document may take
 * @param stall how long a download may stand still
 * @param retries after a failure that may pass
 * @param certificates a file of further certificates to trust
 * @param environment where the names of proxies are taken from
 */
public record HttpSettings(
    Duration answer,
    Duration stall,
    int retries,
    Optional<Path> certificates,
    Map<String, String> environment) {
  private static final Duration USUAL_ANSWER = Duration.ofSeconds(10);
  private static final Duration STALL = Duration.ofSeconds(60);

  public HttpSettings {
    environment = Map.copyOf(environment);
  }

  /** By the variables that Terraform's users set. */
  public static HttpSettings of(Map<String, String> environment) {
    return new HttpSettings(
        number(environment, "TF_REGISTRY_CLIENT_TIMEOUT")
            .map(Duration::ofSeconds)
            .orElse(USUAL_ANSWER),
        STALL,
        number(environment, "TF_REGISTRY_DISCOVERY_RETRY").orElse(1),
        Optional.ofNullable(environment.get("SSL_CERT_FILE"))
            .filter(file -> !file.isEmpty())
            .map(Path::of),
        environment);
  }

  private static Optional<Integer> number(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return value.matches("[0-9]{1,6}") ? Optional.of(Integer.valueOf(value)) : Optional.empty();
  }
}
