package io.sluice.service;

import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.TreeMap;

/** The application context of one service: its own beans, and its own HTTP server. */
public final class ServiceContext {
  private static final long MOST_BODY = 257L << 20;

  private ServiceContext() {}

  public static ApplicationContext start(
      String role, String httpHost, int httpPort, Object... singletons) {
    Map<String, Object> properties = new TreeMap<>();
    properties.put("sluice.role", role);
    properties.put("micronaut.application.name", "sluice-" + role);
    properties.put("micronaut.server.host", httpHost);
    properties.put("micronaut.server.port", httpPort);
    // Of one content; it is read piece by piece, and only for those who may bring it.
    properties.put("micronaut.server.max-request-size", MOST_BODY);
    properties.put("endpoints.health.details-visible", "ANONYMOUS");
    properties.put("endpoints.health.sensitive", false);
    return ApplicationContext.builder()
        .properties(properties)
        .banner(false)
        .deduceEnvironment(false)
        .bootstrapEnvironment(false)
        .singletons(singletons)
        .start();
  }
}
