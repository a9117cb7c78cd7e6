package io.sluice.state;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.sluice.machine.Machine;
import io.sluice.model.PoolName;
import io.sluice.service.Dependencies;
import io.sluice.service.ServiceContext;
import io.sluice.service.ServiceMain;
import io.sluice.service.Settings;
import io.sluice.service.measure.Measures;
import io.sluice.state.access.Bearer;
import io.sluice.state.blob.Blobs;
import io.sluice.state.figure.GroupLags;
import io.sluice.state.ownership.Assignment;
import io.sluice.state.ownership.PartitionContext;
import io.sluice.state.ownership.ReadOnlyStores;
import io.sluice.state.ownership.Steps;
import io.sluice.state.pool.DeadInstances;
import io.sluice.state.pool.Pools;
import io.sluice.state.query.Committed;
import io.sluice.state.query.Questions;
import io.sluice.state.query.Standing;
import io.sluice.state.settings.StateConfiguration;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.transaction.OutageWatch;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.Presence;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state service as a Micronaut application: the query API and health over HTTP, the owners of
 * partitions beside them. Started by its own {@code main}, or by a host of several services.
 */
public final class StateService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateService.class);

  /** As BSD's EX_SOFTWARE. */
  private static final int ENDED = 70;

  private static final int OWNER_SESSION_MILLIS = 4_000;

  private final Ensemble ensemble;
  private final ApplicationContext context;
  private final Serving serving;
  private final Questions questions;
  private final List<AutoCloseable> around;
  private final int port;

  private StateService(
      Ensemble ensemble,
      ApplicationContext context,
      Serving serving,
      Questions questions,
      List<AutoCloseable> around,
      int port) {
    this.ensemble = ensemble;
    this.context = context;
    this.serving = serving;
    this.questions = questions;
    this.around = around;
    this.port = port;
  }

  public static StateService start(Map<String, String> environment) {
    return start(Connection.from(environment), environment);
  }

  /** Fails with one {@link TransportFailure} that says what is wrong. */
  public static StateService start(Connection connection, Map<String, String> environment) {
    StateConfiguration configuration = StateConfiguration.from(connection, environment);
    LOG.info("starting {}", configuration);
    Steps steps = new Steps();
    Clients clients = new Clients(connection, "state");
    // The context depends on no other service, so it comes up beside all that waits for a broker.
    CompletableFuture<ApplicationContext> context =
        aside(
            () ->
                ServiceContext.start("state", configuration.httpHost(), configuration.httpPort()));
    CompletableFuture<Ensemble> connecting =
        aside(() -> Ensemble.connect(connection, session(connection, environment)));
    Serving serving = new Serving();
    try {
      // Before anything is announced: without a token every question would be refused.
      connection.credentials().httpToken();
      String id = UUID.randomUUID().toString();
      Announcement unplaced = new Announcement(configuration.instance(), 0, "", id);
      if (!new Settings(environment).isHosted()) {
        new TopicSetup(connection, clients).ensure(List.of(PoolName.DEFAULT));
      }
      String identity = identity(clients, Topics.of(connection));
      steps.done("topics");
      Ensemble ensemble = joined(connecting);
      ensemble.closeToOthers();
      steps.done("ensemble");
      Questions questions = Questions.of(serving, clients, ensemble, unplaced, identity);
      ApplicationContext beans = joined(context);
      Dependencies dependencies = new Dependencies(clients, ensemble);
      Bearer bearer = new Bearer(connection.credentials(), configuration.readers());
      StateStatus status =
          new StateStatus(configuration.instance(), serving, dependencies::faults, bearer);
      Blobs blobs = new Blobs(configuration.blobs(), Clock.systemUTC());
      Measures measures = new Measures();
      GroupLags lags = GroupLags.start(clients);
      List.of(serving, questions, bearer, status, blobs, dependencies, lags, measures)
          .forEach(beans::registerSingleton);
      EmbeddedServer server = beans.getBean(EmbeddedServer.class).start();
      Announcement announcement =
          new Announcement(
              configuration.instance(),
              0,
              "http://" + configuration.advertisedHost() + ":" + server.getPort(),
              id);
      steps.done("HTTP");
      OutageWatch outages = OutageWatch.start(clients, Topics.of(connection).runs());
      PartitionContext partitions =
          PartitionContext.of(
              configuration,
              clients,
              ensemble,
              announcement,
              new Machine(configuration.machine())::advance,
              new Pools(new TopicSetup(connection, clients), configuration.pools()),
              StateService::end,
              outages.outages(),
              identity,
              measures);
      serving.begin(partitions);
      steps.done("owners");
      LOG.info("starting took: {}", steps);
      Presence presence = presence(ensemble, announcement);
      status.joins(presence);
      List<AutoCloseable> around =
          new ArrayList<>(List.of(presence, dependencies, outages, blobs, lags));
      if (!new Settings(environment).isHosted()) {
        String group = Topics.stateGroup(connection);
        around.add(DeadInstances.watch(ensemble, gone -> clients.leave(group, gone)));
      }
      return new StateService(ensemble, beans, serving, questions, around, server.getPort());
    } catch (RuntimeException e) {
      serving.close();
      var closed = context.thenAccept(ApplicationContext::close);
      var left = connecting.thenAccept(Ensemble::close);
      throw e;
    }
  }

  private static Presence presence(Ensemble ensemble, Announcement self) {
    return new Presence(
        ensemble,
        Members.STATE,
        new Members.Description(
            self.instance(), "", ProcessHandle.current().pid(), "", 0, self.address(), self.id()));
  }

  /**
   * To take an owner for dead that lives costs a takeover, and nothing in doubt: so its session is
   * shorter than a worker's. Where a host has all services there is nobody to take over.
   */
  private static Duration session(Connection connection, Map<String, String> environment) {
    Settings settings = new Settings(environment);
    Duration usual = connection.zookeeperSession();
    Duration own = settings.millis("SLUICE_STATE_SESSION_MS", OWNER_SESSION_MILLIS);
    return settings.isHosted() || own.compareTo(usual) > 0 ? usual : own;
  }

  private static <T> CompletableFuture<T> aside(Supplier<T> step) {
    return CompletableFuture.supplyAsync(
        step, Thread.ofPlatform().daemon().name("state-start")::start);
  }

  private static <T> T joined(CompletableFuture<T> step) {
    try {
      return step.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Memory is out, or a class is missing: the process's supervisor starts a sound one. */
  private static void end(Throwable cause) {
    System.err.println("The state service cannot continue and ends: " + cause);
    Runtime.getRuntime().halt(ENDED);
  }

  /** A topic that was deleted and made again has another id: a copy of the old one is worthless. */
  private static String identity(Clients clients, Topics topics) {
    try (Admin admin = clients.admin()) {
      Map<String, TopicDescription> found =
          admin.describeTopics(List.of(topics.state(), topics.runs())).allTopicNames().get();
      StringBuilder identity = new StringBuilder();
      new TreeMap<>(found).forEach((name, topic) -> identity.append(topic.topicId()).append('/'));
      return identity.toString();
    } catch (ExecutionException e) {
      throw new TransportFailure(
          TransportFailure.Code.UNREACHABLE, "the topics cannot be described", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(
          TransportFailure.Code.UNREACHABLE, "interrupted while starting", e);
    }
  }

  /** The port of the query API and of {@code /health}. */
  public int port() {
    return port;
  }

  /** Partitions that are served at this moment. */
  public List<Integer> partitions() {
    return serving.serving();
  }

  /** Gives the partitions up after the transactions under way. */
  @Override
  public void close() {
    serving.close();
    Closing.together(around);
    Closing.together(questions, context, ensemble);
  }

  /** What answers queries: owned partitions, or read-only copies of all of them. */
  private static final class Serving implements Committed, AutoCloseable {
    private volatile @Nullable Assignment assignment;
    private volatile @Nullable ReadOnlyStores copies;

    void begin(PartitionContext around) {
      if (around.configuration().readOnly()) {
        copies = new ReadOnlyStores(around);
      } else {
        Assignment mine = new Assignment(around);
        assignment = mine;
        mine.start();
      }
    }

    @Override
    public Optional<LocalStore> store(int partition) {
      Assignment owned = assignment;
      ReadOnlyStores copied = copies;
      return owned != null
          ? owned.store(partition)
          : copied != null ? copied.store(partition) : Optional.empty();
    }

    @Override
    public List<Integer> serving() {
      Assignment owned = assignment;
      ReadOnlyStores copied = copies;
      return owned != null ? owned.serving() : copied != null ? copied.serving() : List.of();
    }

    @Override
    public Map<Integer, String> troubles() {
      Assignment owned = assignment;
      return owned == null ? Map.of() : owned.troubles();
    }

    @Override
    public Map<Integer, Long> halted() {
      Assignment owned = assignment;
      return owned == null ? Map.of() : owned.halted();
    }

    @Override
    public List<String> unserved(boolean causes) {
      Assignment owned = assignment;
      return owned != null
          ? owned.unserved(causes)
          : copies != null ? List.of() : List.of("It is starting");
    }

    @Override
    public Map<String, String> ailing() {
      Assignment owned = assignment;
      return owned == null ? Map.of() : owned.ailing();
    }

    @Override
    public Standing standing() {
      Assignment owned = assignment;
      return owned == null ? Standing.NONE : owned.standing();
    }

    @Override
    public long takeovers() {
      Assignment owned = assignment;
      return owned == null ? 0 : owned.takeovers();
    }

    @Override
    public void close() {
      Assignment owned = assignment;
      if (owned != null) {
        owned.close();
      }
      ReadOnlyStores copied = copies;
      if (copied != null) {
        copied.close();
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    ServiceMain.run("state service", StateService::start);
  }
}
