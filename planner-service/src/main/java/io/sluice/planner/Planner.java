package io.sluice.planner;

import io.sluice.bridge.types.BridgedProvider;
import io.sluice.planner.loop.Crew;
import io.sluice.planner.loop.Demise;
import io.sluice.planner.loop.OrderedLoop;
import io.sluice.planner.loop.OrderedLoop.Wiring;
import io.sluice.planner.loop.Waiting;
import io.sluice.planner.request.KnownDocuments;
import io.sluice.planner.request.Look;
import io.sluice.planner.request.PlanRequests;
import io.sluice.planner.submission.Submissions;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import io.sluice.service.measure.Measures;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.Patience;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two loops of a planner and what they share. */
final class Planner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Planner.class);

  /** The owner has committed the version when its request is read, and sees it a moment later. */
  private static final Duration JUST_WRITTEN = Duration.ofMillis(100);

  private final Ensemble ensemble;
  private final QueryClient query;
  private final Producer<String, byte[]> partProducer;
  private final List<Crew> crews;
  private final List<OrderedLoop> loops;
  private final Measures measures;

  private Planner(
      Ensemble ensemble,
      QueryClient query,
      Producer<String, byte[]> partProducer,
      List<Crew> crews,
      List<OrderedLoop> loops,
      Measures measures) {
    this.ensemble = ensemble;
    this.query = query;
    this.partProducer = partProducer;
    this.crews = crews;
    this.loops = loops;
    this.measures = measures;
  }

  static Planner start(PlannerConfiguration configuration) {
    Connection connection = configuration.connection();
    Keyring keyring = Keyring.loadOrGenerate(configuration.keyFile());
    ProviderRegistry registry =
        ProviderRegistry.load(configuration.plugins()).readingBy(BridgedProvider::of);
    registry
        .broken()
        .forEach(
            plugin -> LOG.warn("plug-in {} was not loaded: {}", plugin.name(), plugin.reason()));
    Ensemble ensemble = Ensemble.connect(connection);
    Clients clients = new Clients(connection, "planner");
    QueryClient query =
        new QueryClient(new OwnerDirectory(ensemble, connection), configuration.patience());
    Producer<String, byte[]> producer = clients.producer();
    Messages messages = new Messages(connection);
    Topics topics = messages.topics();
    DeadLetters letters = new DeadLetters(topics, "planner");
    Crew submitting = crew("planner-submissions", configuration);
    Crew planning = crew("planner", configuration);
    String group = Topics.plannerGroup(connection);
    KnownDocuments known = new KnownDocuments();
    Measures measures = new Measures();
    OrderedLoop submissions =
        new OrderedLoop(
            clients,
            new Wiring(topics.plans(), group, group + "-plans-" + configuration.name()),
            new TimedWork(
                topics.plans(),
                new Submissions(messages, letters, registry, keyring, known, Clock.systemUTC()),
                measures),
            letters,
            submitting,
            Demise.EXIT);
    OrderedLoop requests =
        new OrderedLoop(
            clients,
            new Wiring(
                topics.planRequests(),
                group + "-requests",
                group + "-requests-" + configuration.name()),
            new TimedWork(
                topics.planRequests(),
                new PlanRequests(
                    messages,
                    letters,
                    registry,
                    (workspace, version, look) ->
                        query.snapshot(workspace, version, patience(look, configuration)),
                    parts -> send(producer, parts),
                    new PoolTopics(clients, topics),
                    new Secrets(keyring),
                    known,
                    Clock.systemUTC()),
                measures),
            letters,
            planning,
            Demise.EXIT);
    return new Planner(
        ensemble,
        query,
        producer,
        List.of(submitting, planning),
        List.of(submissions.start(), requests.start()),
        measures);
  }

  /** Pools of their own: a submission does not wait for the plan of another run. */
  private static Crew crew(String name, PlannerConfiguration configuration) {
    return new Crew(
        new Crew.Settings(
            name, configuration.concurrent(), configuration.longest(), configuration.longestWait()),
        Demise.EXIT);
  }

  /** A request that was tried before gets its answer at once, or waits without a thread. */
  private static Patience patience(Look look, PlannerConfiguration configuration) {
    return look.again()
        ? new Patience(Duration.ZERO, Duration.ZERO, look.longest())
        : new Patience(configuration.patience(), JUST_WRITTEN, look.longest());
  }

  private static void send(
      Producer<String, byte[]> producer, List<ProducerRecord<String, byte[]>> parts)
      throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    synchronized (producer) {
      parts.forEach(part -> sent.add(producer.send(part)));
    }
    for (Future<RecordMetadata> future : sent) {
      try {
        future.get();
      } catch (ExecutionException e) {
        // What would fail again the same way must not be tried again.
        TransportFailure.Code code =
            e.getCause() instanceof RetriableException
                ? TransportFailure.Code.UNREACHABLE
                : TransportFailure.Code.UNEXPECTED;
        throw new TransportFailure(
            code, "a part of a plan could not be sent: " + e.getCause(), e.getCause());
      }
    }
  }

  /** Topics that are not read at this moment. */
  List<String> idle() {
    return loops.stream().filter(loop -> !loop.isPolling()).map(OrderedLoop::topic).toList();
  }

  /** Requests that wait for the state of their workspaces for so long at least. */
  List<Waiting> waiting(Duration least) {
    return loops.stream().flatMap(loop -> loop.waiting(least).stream()).toList();
  }

  /** Topic to the number of its records that were skipped without an answer. */
  SortedMap<String, Long> passed() {
    SortedMap<String, Long> passed = new TreeMap<>();
    loops.forEach(loop -> passed.put(loop.topic(), loop.passed()));
    return passed;
  }

  Measures measures() {
    return measures;
  }

  Ensemble ensemble() {
    return ensemble;
  }

  boolean isPolling() {
    return loops.stream().allMatch(OrderedLoop::isPolling);
  }

  /** Topic to the number of its records that were worked on. */
  SortedMap<String, Long> answered() {
    SortedMap<String, Long> answered = new TreeMap<>();
    loops.forEach(loop -> answered.put(loop.topic(), loop.answered()));
    return answered;
  }

  @Override
  public void close() {
    Closing.together(loops);
    Closing.together(crews);
    Closing.together(partProducer, query, ensemble);
  }
}
