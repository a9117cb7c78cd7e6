package io.sluice.client;

import io.sluice.client.ClientFailure.Sent;
import io.sluice.model.PoolName;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.plan.RunKind;
import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.BlobClient;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Leases;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.OwnerDirectory;
import io.sluice.transport.zookeeper.Owners;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * One deployment's topics and services, as a program outside it uses them. Kafka and ZooKeeper
 * clients are made when first needed.
 */
public final class Client implements AutoCloseable {
  /** Less than the ten seconds that a whole command may take on a busy machine. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(7);

  private static final Duration QUERY_PATIENCE = Duration.ofSeconds(20);

  private final Connection connection;
  private final Clients clients;
  private final Messages messages;
  private final Runnable requireAlive;
  private final Later<Producer<String, byte[]>> producer;
  private final Later<org.apache.kafka.clients.consumer.Consumer<String, byte[]>> reader;
  private final Later<Ensemble> ensemble;
  private @Nullable QueryClient query;
  private Consumer<Duration> onWaiting = patience -> {};
  private @Nullable Owners known;

  private Client(Connection connection, Runnable requireAlive) {
    this.connection = connection;
    this.clients = new Clients(connection, "cli");
    this.messages = new Messages(connection);
    this.requireAlive = requireAlive;
    this.producer = new Later<>(clients::producer, open -> open.close(Duration.ofSeconds(2)));
    this.reader = new Later<>(this::reading, org.apache.kafka.clients.consumer.Consumer::close);
    this.ensemble = new Later<>(() -> Ensemble.connect(connection), Ensemble::close);
  }

  /** Connected. */
  private org.apache.kafka.clients.consumer.Consumer<String, byte[]> reading() {
    var made = clients.reader();
    try {
      made.partitionsFor(topics().events());
      return made;
    } catch (KafkaException e) {
      made.close();
      throw e;
    }
  }

  /**
   * For a command that is about to submit a run and follow it: connects beside what comes before.
   */
  public void connectAhead() {
    reader.begin(connected -> {});
    producer.begin(open -> open.partitionsFor(topics().plans()));
  }

  /**
   * Connects without a check: for a deployment that is known to run, or whose ZooKeeper may answer
   * although its broker does not.
   *
   * @param requireAlive throws when the process that serves this deployment is known to have ended;
   *     called before a failure to send is reported
   */
  public static Client unchecked(Connection connection, Runnable requireAlive) {
    return new Client(connection, requireAlive);
  }

  /**
   * Fails within ten seconds when no broker answers. The fleet itself says how many partitions it
   * has: with a wrong number, orders would go to a partition that no service reads for them.
   */
  public static Client connect(Connection fleet) {
    Topics topics = new Messages(fleet).topics();
    List<String> asked = List.of(topics.inbox(), topics.tasks(PoolName.DEFAULT));
    try (Admin admin = new Clients(fleet, "cli").admin()) {
      int patience = (int) ANSWER_PATIENCE.toMillis();
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(patience)).nodes().get();
      Map<String, KafkaFuture<TopicDescription>> found =
          admin.describeTopics(asked).topicNameValues();
      Connection there =
          fleet.withPartitions(
              partitions(found.get(topics.inbox())).orElse(fleet.partitions()),
              partitions(found.get(topics.tasks(PoolName.DEFAULT)))
                  .orElse(fleet.tasksPartitions()));
      return new Client(there, () -> {});
    } catch (ExecutionException | KafkaException e) {
      throw unreachable(fleet, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(fleet, e);
    }
  }

  /** Empty where there is no such topic yet, or where this user may not see it. */
  private static OptionalInt partitions(@Nullable KafkaFuture<TopicDescription> topic)
      throws ExecutionException, InterruptedException {
    try {
      return topic == null ? OptionalInt.empty() : OptionalInt.of(topic.get().partitions().size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException
          || e.getCause() instanceof TopicAuthorizationException) {
        return OptionalInt.empty();
      }
      throw e;
    }
  }

  private static ClientFailure unreachable(Connection fleet, Exception cause) {
    return new ClientFailure.Unreachable(fleet.bootstrapServers(), ANSWER_PATIENCE, cause);
  }

  /** The listener learns how long a query may wait when no state service owns its partition. */
  public Client onWaiting(Consumer<Duration> listener) {
    onWaiting = listener;
    return this;
  }

  /** Asks these, whom ZooKeeper need not be asked for. */
  public Client asking(Owners owners) {
    known = owners;
    return this;
  }

  private Owners directory() {
    Owners owners = known;
    return owners == null ? new OwnerDirectory(ensemble(), connection) : owners;
  }

  /** Fails when the process that serves this deployment is known to have ended. */
  public void requireAlive() {
    requireAlive.run();
  }

  public Connection connection() {
    return connection;
  }

  public Clients clients() {
    return clients;
  }

  public Topics topics() {
    return messages.topics();
  }

  /** Fails with a description of what is wrong if the topics do not exist. */
  public void requireTopics() {
    requireTopics(topics().fixed());
  }

  /** Fails if no service has created its topics yet, since none would read what is sent. */
  public void requireService() {
    requireTopics(
        List.of(topics().plans(), topics().inbox(), topics().orders(), topics().events()));
  }

  private void requireTopics(List<String> needed) {
    try (Admin admin = clients.admin()) {
      Set<String> there = admin.listTopics().names().get();
      List<String> missing = needed.stream().filter(topic -> !there.contains(topic)).toList();
      if (!missing.isEmpty()) {
        throw new ClientFailure.TopicsMissing(missing);
      }
    } catch (ExecutionException e) {
      throw unreachable(connection, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(connection, e);
    }
  }

  /** State and runs, asked of the state service that owns the workspace. */
  public QueryClient query() {
    QueryClient made = query;
    if (made == null) {
      made = new QueryClient(directory(), QUERY_PATIENCE, () -> onWaiting.accept(QUERY_PATIENCE));
      query = made;
    }
    return made;
  }

  /** Contents that are too large for topics; the caller closes it. */
  public BlobClient blobs() {
    return new BlobClient(new OwnerDirectory(ensemble(), connection));
  }

  /** A query client of the caller's own, for another thread; the caller closes it. */
  public QueryClient ownQuery() {
    return new QueryClient(directory(), QUERY_PATIENCE);
  }

  /** Instances of the state service and how many partitions each owns. */
  public Map<String, Integer> owners() {
    Leases leases = new Leases(ensemble());
    Map<String, Integer> owners = new TreeMap<>();
    for (int partition = 0; partition < connection.partitions(); partition++) {
      leases
          .holder(partition)
          .ifPresent(holder -> owners.merge(holder.announcement().instance(), 1, Integer::sum));
    }
    return owners;
  }

  /** Live workers. */
  public List<String> workers() {
    return members(Members.WORKERS).stream().map(Members.Description::instance).toList();
  }

  /** Live members of a role, by name. */
  public List<Members.Description> members(String role) {
    return new Members(ensemble(), role)
        .live().stream()
            .map(Members.Member::description)
            .sorted(Comparator.comparing(Members.Description::instance))
            .toList();
  }

  private Ensemble ensemble() {
    return ensemble.get();
  }

  /** Events of one run from here on, or from where {@code since} says. */
  public EventReader events(String run, Optional<Instant> since) {
    return EventReader.of(
        reader.take().orElseGet(clients::reader),
        topics().events(),
        new Partitioner(connection.partitions()).partition(run),
        since);
  }

  /** Events of all runs from here on. */
  public EventTail tail() {
    return EventTail.of(clients, topics().events(), connection.partitions());
  }

  /** Gives an order about a workspace, on the topic that is its own; durable when this returns. */
  public void order(String workspace, InboxMessage order) {
    await(send(messages.inbox(workspace, order, Instant.now())), Sent.ORDER);
  }

  /** Puts a submission into the plans topic; it is durable when this returns. */
  public void submit(Submission submission) {
    await(sendSubmission(submission));
  }

  /** The same, for a run that may be no apply. */
  public void submit(Submission submission, RunKind kind) {
    List<ProducerRecord<String, byte[]>> records = submission.records(messages);
    byte[] value = kind.word().getBytes(StandardCharsets.UTF_8);
    records.forEach(record -> record.headers().add(Headers.KIND, value));
    await(send(records), Sent.SUBMISSION);
  }

  /** The same without waiting, for many of them. */
  public List<Future<RecordMetadata>> sendSubmission(Submission submission) {
    return send(submission.records(messages));
  }

  /** The same without waiting, for many of them: {@link #await} does. */
  public List<Future<RecordMetadata>> send(List<ProducerRecord<String, byte[]>> records) {
    Producer<String, byte[]> open = producer.get();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    records.forEach(record -> sent.add(open.send(record)));
    return sent;
  }

  /** Waits until submissions are durable. */
  public void await(List<Future<RecordMetadata>> sent) {
    await(sent, Sent.SUBMISSION);
  }

  /** Waits until the records are durable; {@code what} they are goes into the failure. */
  public void await(List<Future<RecordMetadata>> sent, Sent what) {
    for (Future<RecordMetadata> future : sent) {
      try {
        future.get();
      } catch (ExecutionException e) {
        requireAlive();
        throw new ClientFailure.NotTaken(
            connection.bootstrapServers(), what, sent.size() > 1, ANSWER_PATIENCE, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClientFailure.Interrupted(e);
      }
    }
  }

  @Override
  public void close() {
    producer.close();
    reader.close();
    if (query != null) {
      query.close();
      query = null;
    }
    ensemble.close();
  }
}
