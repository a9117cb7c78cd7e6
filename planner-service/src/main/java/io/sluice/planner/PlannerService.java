package io.sluice.planner;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.sluice.seal.SealFailure;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.health.Dependencies;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.Presence;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The planner as a Micronaut application: health over HTTP, the loops beside it. Started by its own
 * {@code main}, or by a host that puts several services into one JVM.
 */
public final class PlannerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PlannerService.class);

  private final Planner planner;
  private final ApplicationContext context;
  private final List<AutoCloseable> around;
  private final int port;

  private PlannerService(
      Planner planner, ApplicationContext context, List<AutoCloseable> around, int port) {
    this.planner = planner;
    this.context = context;
    this.around = around;
    this.port = port;
  }

  /** Fails with one {@link TransportFailure} that says what is wrong. */
  public static PlannerService start(Map<String, String> environment) {
    return start(Connection.from(environment), environment);
  }

  public static PlannerService start(Connection connection, Map<String, String> environment) {
    PlannerConfiguration configuration = PlannerConfiguration.from(connection, environment);
    LOG.info("starting {}", configuration);
    new TopicSetup(connection, new Clients(connection, "planner"))
        .ensure(List.of(Topics.DEFAULT_POOL));
    Planner planner = Planner.start(configuration);
    Dependencies dependencies =
        new Dependencies(new Clients(connection, "planner-pulse"), planner.ensemble());
    PlannerReadiness readiness = new PlannerReadiness(configuration.name(), planner, dependencies);
    try {
      ApplicationContext context = context(configuration, planner, readiness);
      EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
      String host =
          environment.getOrDefault("SLUICE_HTTP_ADVERTISED_HOST", configuration.httpHost());
      Members.Description self =
          new Members.Description(
              configuration.name(),
              host,
              ProcessHandle.current().pid(),
              "",
              0,
              "http://" + host + ":" + server.getPort());
      Presence presence = new Presence(planner.ensemble(), Members.PLANNERS, self);
      readiness.joins(presence);
      return new PlannerService(
          planner, context, List.of(presence, dependencies), server.getPort());
    } catch (RuntimeException e) {
      dependencies.close();
      planner.close();
      throw e;
    }
  }

  private static ApplicationContext context(
      PlannerConfiguration configuration, Planner planner, PlannerReadiness readiness) {
    Map<String, Object> properties = new TreeMap<>();
    properties.put("sluice.role", "planner");
    properties.put("micronaut.application.name", "sluice-planner");
    properties.put("micronaut.server.host", configuration.httpHost());
    properties.put("micronaut.server.port", configuration.httpPort());
    properties.put("endpoints.health.details-visible", "ANONYMOUS");
    properties.put("endpoints.health.sensitive", false);
    return ApplicationContext.builder()
        .properties(properties)
        .banner(false)
        .deduceEnvironment(false)
        .bootstrapEnvironment(false)
        .singletons(planner, readiness)
        .start();
  }

  /** The port of {@code /health}. */
  public int port() {
    return port;
  }

  /** Both loops have a place in their groups. */
  public boolean isReady() {
    return planner.isPolling();
  }

  /** What was not committed is another planner's. */
  @Override
  public void close() {
    Closing.together(around);
    Closing.together(planner, context);
  }

  public static void main(String[] arguments) throws InterruptedException {
    try {
      PlannerService service = start(System.getenv());
      Thread main = Thread.currentThread();
      Runtime.getRuntime()
          .addShutdownHook(
              Thread.ofPlatform()
                  .unstarted(
                      () -> {
                        service.close();
                        main.interrupt();
                      }));
      Thread.currentThread().join();
    } catch (TransportFailure | SealFailure | IllegalArgumentException e) {
      System.err.println("The planner can't start: " + e.getMessage());
      System.exit(1);
    }
  }
}
