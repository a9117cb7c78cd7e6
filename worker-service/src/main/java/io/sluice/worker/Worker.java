package io.sluice.worker;

import io.sluice.bridge.host.PluginHost;
import io.sluice.client.Client;
import io.sluice.install.plugin.PackageFinder;
import io.sluice.language.function.LateFunctions;
import io.sluice.model.message.Control;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.secret.Secrets;
import io.sluice.providers.kafka.KafkaProvider;
import io.sluice.seal.Keyring;
import io.sluice.service.Settings;
import io.sluice.service.measure.Measures;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.BlobClient;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.OwnerDirectory;
import io.sluice.worker.claim.ClaimLoop;
import io.sluice.worker.claim.LeaderEpochs;
import io.sluice.worker.execution.Fate;
import io.sluice.worker.execution.Sessions;
import io.sluice.worker.execution.TaskExecution;
import io.sluice.worker.execution.TaskExpressions;
import io.sluice.worker.files.FleetFiles;
import io.sluice.worker.files.Layouts;
import io.sluice.worker.files.WorkerFolder;
import io.sluice.worker.files.Workplaces;
import io.sluice.worker.inbox.KafkaInbox;
import io.sluice.worker.lease.RunningAttempts;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginFunctions;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.secret.Vault;
import io.sluice.worker.standing.ControlFollower;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import io.sluice.worker.throttling.WorkerCount;
import io.sluice.worker.workspace.FleetWorkspaces;
import io.sluice.worker.workspace.ReaderWatch;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker, put together: membership, control, claim loops, executions. */
public final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** For tasks of older writers, which say no limit. */
  private static final Duration UNTOLD_CALL = Duration.ofMinutes(5);

  /** A takeover takes some seconds. */
  private static final Duration FLEET_PATIENCE = Duration.ofSeconds(20);

  /** Set by the host of a local deployment, for its own services only. */
  public static final String EMBEDDED = Settings.HOSTED;

  private static final Duration SHARE_LOOKED_UP = Duration.ofSeconds(5);

  /** How often all workers together look whose reads have changed. */
  private static final Duration READERS_LOOKED_AT = Duration.ofSeconds(5);

  private static final Duration HOSTED_READERS_LOOKED_AT = Duration.ofSeconds(1);
  private static final Duration CATCH_UP = Duration.ofSeconds(30);

  /** Of all claim loops together: after the drain, the whole stop takes 8 s at most. */
  private static final Duration LOOPS_END = Duration.ofSeconds(2);

  /**
   * The same where the broker ends with the worker: what the loops still wait for is its answer to
   * their last question. Whatever they had is settled, and the next start has the dead leave.
   */
  private static final Duration HOSTED_LOOPS_END = Duration.ofMillis(100);

  private final WorkerConfiguration configuration;
  private final Ensemble ensemble;
  private final FleetWorkspaces workspaces;
  private final Incarnations incarnations;
  private final KafkaInbox inbox;
  private final Producer<String, byte[]> deadLetterProducer;
  private final Admin admin;
  private final ControlFollower control;
  private final Sessions sessions = new Sessions();
  private final PluginWorks plugins;
  private final ProviderGuards guards;
  private final Fate fate = Fate.halting();
  private final Measures measures = new Measures();
  private final RunningAttempts desk;
  private final List<ClaimLoop> loops = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Duration loopsEnd;
  private final ReaderWatch readers;
  private final HttpClient http =
      HttpClient.newBuilder()
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private Worker(WorkerConfiguration configuration, Map<String, String> variables)
      throws IOException {
    this.configuration = configuration;
    boolean hosted = new Settings(variables).isHosted();
    this.loopsEnd = hosted ? HOSTED_LOOPS_END.multipliedBy(2) : LOOPS_END;
    Clients clients = new Clients(configuration.connection(), "worker");
    Messages messages = new Messages(configuration.connection());
    RootDirectory root = RootDirectory.open(configuration.root());
    Vault vault = new SealedVault(Keyring.load(configuration.keyFile()));
    this.ensemble = Ensemble.connect(configuration.connection());
    this.workspaces =
        new FleetWorkspaces(
            new QueryClient(
                new OwnerDirectory(ensemble, configuration.connection()), FLEET_PATIENCE),
            Client.unchecked(configuration.connection(), () -> {}),
            vault);
    this.readers =
        workspaces.watch(
            new WorkerCount(
                () -> new Members(ensemble, Members.WORKERS).live().size(), SHARE_LOOKED_UP),
            hosted ? HOSTED_READERS_LOOKED_AT : READERS_LOOKED_AT);
    this.inbox = new KafkaInbox(clients::gatheringProducer, messages);
    this.guards =
        new ProviderGuards(
            ThrottleSettings.DEFAULT, new WorkerCount(this::workersOfPool, SHARE_LOOKED_UP));
    this.deadLetterProducer = clients.producer();
    this.admin = clients.admin();
    Environment environment =
        new Environment(
            Secrets.from(variables, configuration.plugins()), configuration.name(), Instant.now());
    this.plugins =
        new PluginWorks(
            new PluginHost(
                configuration.plugged(),
                new PackageFinder(configuration.data().resolve("providers"), variables),
                variables),
            places(configuration, variables),
            new PastCalls(
                configuration.data().resolve("members"),
                configuration.plugged().runtime(),
                configuration.requestGrace()));
    LateFunctions functions = new PluginFunctions(plugins);
    TaskExecution execution =
        new TaskExecution(
            providers(configuration, variables),
            plugins,
            sessions,
            guards,
            vault,
            environment,
            (task, openings) -> TaskExpressions.of(task, environment, functions, openings),
            root,
            UNTOLD_CALL,
            http,
            workspaces::of);
    this.control = new ControlFollower(clients, this::interrupt);
    this.incarnations = new Incarnations(ensemble, configuration, plugins.past()::joined);
    Measured measured = new Measured(measures);
    this.desk =
        new RunningAttempts(
            incarnations::current,
            measured.inbox(inbox),
            control,
            new LeaderEpochs(admin),
            measured.runner(execution::execute),
            measured.decoder(
                new TaskRecords(
                    deadLetterProducer,
                    new DeadLetters(messages.topics(), "worker"),
                    inbox,
                    configuration.name())),
            fate,
            new RunningAttempts.Limits(
                configuration.leaseAfter(),
                configuration.oldestLease(),
                configuration.mostInFlight()));
    incarnations.onLost(desk::loseMembership);
    String topic = messages.topics().tasks(configuration.pool());
    String group = Topics.workersGroup(configuration.connection(), configuration.pool());
    int consumers = Math.min(configuration.consumers(), configuration.mostInFlight());
    int batch = Math.min(configuration.batch(), configuration.mostInFlight() / consumers);
    for (int i = 0; i < consumers; i++) {
      ClaimLoop loop =
          new ClaimLoop(
              () ->
                  hosted
                      ? clients.shareConsumer(group, batch, HOSTED_LOOPS_END)
                      : clients.shareConsumer(group, batch),
              topic,
              batch,
              configuration.leaseAfter(),
              () -> incarnations.current().nextClaimId(),
              desk,
              trouble -> {
                if (Fate.isOfTheProcess(trouble)) {
                  fate.end(trouble);
                }
              });
      loops.add(loop);
      threads.add(Thread.ofPlatform().name("worker-claims-" + i).unstarted(loop));
    }
  }

  /** {@code variables} are what {@code ${VAR}} may refer to. */
  public static Worker start(WorkerConfiguration configuration, Map<String, String> variables)
      throws IOException, InterruptedException {
    Worker worker = new Worker(configuration, variables);
    try {
      worker.control.start();
      if (!worker.control.awaitCaughtUp(CATCH_UP)) {
        throw new TransportFailure(
            TransportFailure.Code.UNREACHABLE, "the control topic can't be read to its end");
      }
      worker.incarnations.join();
      worker.threads.forEach(Thread::start);
      worker.readers.start();
      LOG.info("worker {} claims from pool {}", configuration.name(), configuration.pool());
      return worker;
    } catch (RuntimeException | InterruptedException e) {
      worker.close();
      throw e;
    }
  }

  /** A local deployment's worker works in the directory that people plan in. */
  private Workplaces places(WorkerConfiguration configuration, Map<String, String> variables) {
    if (new Settings(variables).isHosted()) {
      return Workplaces.here(configuration.root(), variables);
    }
    OwnerDirectory owners = new OwnerDirectory(ensemble, configuration.connection());
    FleetFiles files =
        new FleetFiles(new QueryClient(owners, FLEET_PATIENCE), new BlobClient(owners));
    return new Workplaces(
        configuration.root(),
        new Layouts(
            WorkerFolder.in(configuration.data().resolve("files")), files, configuration.files()));
  }

  private static ProviderRegistry providers(
      WorkerConfiguration configuration, Map<String, String> variables) {
    ProviderRegistry registry = ProviderRegistry.load(configuration.plugins());
    if (new Settings(variables).isHosted()
        && registry.provider("kafka").orElse(null) instanceof KafkaProvider kafka) {
      Map<String, String> own = new HashMap<>(configuration.connection().clientSettings());
      own.put("bootstrap.servers", configuration.connection().bootstrapServers());
      kafka.knowsOwnBroker(own);
    }
    registry
        .broken()
        .forEach(
            plugin -> LOG.warn("plug-in {} was not loaded: {}", plugin.name(), plugin.reason()));
    return registry;
  }

  private int workersOfPool() {
    return (int)
        new Members(ensemble, Members.WORKERS)
            .live().stream()
                .filter(member -> member.description().pool().equals(configuration.pool()))
                .count();
  }

  private void interrupt(Control control) {
    Control.Call call = control.interrupted();
    if (call != null) {
      desk.interruptCall(control.workspace(), control.run(), call);
    }
    if (control.standing() == Control.Standing.INTERRUPTED) {
      desk.interruptRun(control.workspace(), control.run());
    }
  }

  public int inFlight() {
    return desk.inFlight();
  }

  /** Tasks that were acquired since it started. */
  public long claims() {
    return desk.claims();
  }

  Measures measures() {
    return measures;
  }

  /** The status of the providers that this worker has called. */
  public List<Guard.Standing> providers() {
    return guards.standings();
  }

  Ensemble ensemble() {
    return ensemble;
  }

  public boolean isMember() {
    return !incarnations.current().hasEnded();
  }

  public String incarnation() {
    return incarnations.current().id();
  }

  /**
   * Ends claims first, then what runs, then the membership: every task is reported on or given
   * back.
   */
  @Override
  public void close() {
    readers.close();
    loops.forEach(ClaimLoop::stop);
    try {
      desk.drain(configuration.drain());
      long until = System.nanoTime() + loopsEnd.toNanos();
      for (Thread thread : threads) {
        Duration left = Duration.ofNanos(until - System.nanoTime());
        if (thread.isAlive() && left.isPositive()) {
          thread.join(left);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Closing.together(
        inbox,
        () -> deadLetterProducer.close(Duration.ofSeconds(3)),
        () -> admin.close(Duration.ofSeconds(1)),
        control,
        incarnations,
        sessions,
        plugins,
        workspaces,
        http::shutdownNow);
    ensemble.close();
  }
}
