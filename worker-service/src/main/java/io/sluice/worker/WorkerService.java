package io.sluice.worker;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.sluice.service.Dependencies;
import io.sluice.service.ServiceContext;
import io.sluice.service.ServiceMain;
import io.sluice.service.Settings;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.worker.throttling.Guard;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker as a Micronaut application: health over HTTP, the worker itself beside it. Started by
 * its own {@code main}, or by a host that puts several services into one JVM.
 */
public final class WorkerService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerService.class);

  private final Worker worker;
  private final ApplicationContext context;
  private final Dependencies dependencies;
  private final int port;

  private WorkerService(
      Worker worker, ApplicationContext context, Dependencies dependencies, int port) {
    this.worker = worker;
    this.context = context;
    this.dependencies = dependencies;
    this.port = port;
  }

  /**
   * Starts with an environment ({@code SLUICE_KAFKA}, {@code SLUICE_ZOOKEEPER}, …), which is also
   * where {@code ${VAR}} comes from. Fails with one {@link TransportFailure} that says what is
   * wrong.
   */
  public static WorkerService start(Map<String, String> environment) {
    return start(Connection.from(environment), environment);
  }

  public static WorkerService start(Connection connection, Map<String, String> environment) {
    WorkerConfiguration configuration = WorkerConfiguration.from(connection, environment);
    LOG.info("starting {}", configuration);
    if (!new Settings(environment).isHosted()) {
      new TopicSetup(connection, new Clients(connection, "worker")).prepare(configuration.pool());
    }
    Worker worker = worker(configuration, environment);
    Dependencies dependencies =
        new Dependencies(new Clients(connection, "worker-pulse"), worker.ensemble());
    try {
      ApplicationContext context =
          ServiceContext.start(
              "worker",
              configuration.httpHost(),
              configuration.httpPort(),
              worker,
              new WorkerStatus(configuration.name(), worker, dependencies),
              dependencies);
      EmbeddedServer server = context.getBean(EmbeddedServer.class).start();
      return new WorkerService(worker, context, dependencies, server.getPort());
    } catch (RuntimeException e) {
      dependencies.close();
      worker.close();
      throw e;
    }
  }

  private static Worker worker(WorkerConfiguration configuration, Map<String, String> environment) {
    try {
      return Worker.start(configuration, environment);
    } catch (NoSuchFileException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED,
          "the worker's root "
              + configuration.root()
              + " does not exist: set SLUICE_ROOT to an existing directory",
          e);
    } catch (IOException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED,
          "the worker's root " + configuration.root() + " can't be used: " + e.getMessage(),
          e);
    } catch (IllegalArgumentException e) {
      throw new TransportFailure(
          TransportFailure.Code.MISCONFIGURED, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(
          TransportFailure.Code.UNREACHABLE, "interrupted while the worker started", e);
    }
  }

  /** The port of {@code /health}. */
  public int port() {
    return port;
  }

  /** The status of the providers that this worker has called: breakers, limits, what waits. */
  public List<Guard.Standing> providers() {
    return worker.providers();
  }

  public int inFlight() {
    return worker.inFlight();
  }

  /** Drains: accepted tasks end or are given back. */
  @Override
  public void close() {
    Closing.together(worker, context);
    dependencies.close();
  }

  public static void main(String[] arguments) throws InterruptedException {
    ServiceMain.run("worker", WorkerService::start);
  }
}
