package io.sluice.planner;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.sluice.model.PoolName;
import io.sluice.service.Dependencies;
import io.sluice.service.ServiceContext;
import io.sluice.service.ServiceMain;
import io.sluice.service.Settings;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.Presence;
import java.util.List;
import java.util.Map;
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
    if (!new Settings(environment).isHosted()) {
      new TopicSetup(connection, new Clients(connection, "planner"))
          .ensure(List.of(PoolName.DEFAULT));
    }
    Planner planner = Planner.start(configuration);
    Dependencies dependencies =
        new Dependencies(new Clients(connection, "planner-pulse"), planner.ensemble());
    PlannerStatus status = new PlannerStatus(configuration.name(), planner, dependencies);
    try {
      ApplicationContext context =
          ServiceContext.start(
              "planner",
              configuration.httpHost(),
              configuration.httpPort(),
              planner,
              status,
              dependencies);
      EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
      String host = new Settings(environment).advertisedHost();
      Members.Description self =
          new Members.Description(
              configuration.name(),
              host,
              ProcessHandle.current().pid(),
              "",
              0,
              "http://" + host + ":" + server.getPort());
      Presence presence = new Presence(planner.ensemble(), Members.PLANNERS, self);
      status.joins(presence);
      return new PlannerService(
          planner, context, List.of(presence, dependencies), server.getPort());
    } catch (RuntimeException e) {
      dependencies.close();
      planner.close();
      throw e;
    }
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
    ServiceMain.run("planner", PlannerService::start);
  }
}
