package io.sluice.cli.deployment;

import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.message.InboxMessage;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Leases;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
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
 * A fleet, or a stack that this process hosts or has joined. Clients are made when first needed.
 */
public final class Deployment implements AutoCloseable {
  /** Short of the ten seconds that the whole command may take on a busy machine. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(7);

  private static final Duration QUERY_PATIENCE = Duration.ofSeconds(20);

  private static final String WAITING =
      "Waiting for the state service to own its partitions (after a crash that takes until the"
          + " one before is known to be gone, up to "
          + QUERY_PATIENCE.toSeconds()
          + " s)...";

  private static final String SUBMISSION = "The submission";

  private final Connection connection;
  private final Clients clients;
  private final Messages messages;
  private final @Nullable LocalDeployment stack;
  private final Queue<String> news = new ConcurrentLinkedQueue<>();
  private @Nullable Producer<String, byte[]> producer;
  private @Nullable Ensemble ensemble;
  private @Nullable QueryClient query;
  private Consumer<String> narrator = text -> {};
  private boolean hurried;

  private Deployment(Connection connection, @Nullable LocalDeployment stack) {
    this.connection = connection;
    this.clients = new Clients(connection, "cli");
    this.messages = new Messages(connection);
    this.stack = stack;
  }

  public static Deployment of(LocalDeployment stack) {
    return new Deployment(stack.connection(), stack);
  }

  /**
   * Fails within ten seconds when nobody answers at the fleet's address. How many partitions there
   * are, the fleet knows best: with another number orders would go where nobody looks.
   */
  public static Deployment of(Connection fleet) {
    Topics topics = new Messages(fleet).topics();
    List<String> asked = List.of(topics.inbox(), topics.tasks(Topics.DEFAULT_POOL));
    try (Admin admin = new Clients(fleet, "cli").admin()) {
      int patience = (int) ANSWER_PATIENCE.toMillis();
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(patience)).nodes().get();
      Map<String, KafkaFuture<TopicDescription>> found =
          admin.describeTopics(asked).topicNameValues();
      Connection there =
          fleet.withPartitions(
              partitions(found.get(topics.inbox())).orElse(fleet.partitions()),
              partitions(found.get(topics.tasks(Topics.DEFAULT_POOL)))
                  .orElse(fleet.tasksPartitions()));
      return new Deployment(there, null);
    } catch (ExecutionException | KafkaException e) {
      throw unreachable(fleet, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(fleet, e);
    }
  }

  /** The same where no broker answers: ZooKeeper may. */
  public static Deployment unseen(Connection fleet) {
    return new Deployment(fleet, null);
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

  private static Fault unreachable(Connection fleet, Exception cause) {
    return Fault.of(
            "No Kafka broker answers at " + fleet.bootstrapServers(),
            rootMessage(cause),
            "Check the address (--bootstrap-servers, SLUICE_KAFKA, sluice.yaml) and that the broker"
                + " runs. Without any of these the embedded stack is used.")
        .because(cause);
  }

  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root instanceof org.apache.kafka.common.errors.TimeoutException
        ? "It did not answer within " + ANSWER_PATIENCE.toSeconds() + " s."
        : String.valueOf(root.getMessage());
  }

  /** Whom to tell what takes time and why. */
  public Deployment telling(Consumer<String> listener) {
    narrator = listener;
    return this;
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

  public Optional<LocalDeployment> stack() {
    return Optional.ofNullable(stack);
  }

  /** Whether it only shows what was there: no run goes on by it. */
  public boolean isIdle() {
    return stack != null && stack.description().mode() == LocalDescription.Mode.READ;
  }

  /** Fails when the stack that all this rests on has ended. */
  public void requireAlive() {
    if (stack != null) {
      stack.requireAlive();
    }
  }

  /** Fails with what is wrong when the topics are not there. */
  public void requireTopics() {
    requireTopics(topics().fixed());
  }

  /** Fails when nobody would ever read what is sent: no service has made its topics yet. */
  public void requireService() {
    requireTopics(
        List.of(topics().plans(), topics().inbox(), topics().orders(), topics().events()));
  }

  private void requireTopics(List<String> needed) {
    try (Admin admin = clients.admin()) {
      Set<String> there = admin.listTopics().names().get();
      List<String> missing = needed.stream().filter(topic -> !there.contains(topic)).toList();
      if (!missing.isEmpty()) {
        throw Fault.of(
            "Topics are missing",
            String.join(", ", missing) + ".",
            "Each service makes them when it starts: start one.");
      }
    } catch (ExecutionException e) {
      throw unreachable(connection, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(connection, e);
    }
  }

  /** State and runs, asked of whoever owns them. */
  public QueryClient query() {
    QueryClient known = query;
    if (known == null) {
      known =
          new QueryClient(
              new OwnerDirectory(ensemble(), connection),
              QUERY_PATIENCE,
              () -> narrator.accept(WAITING));
      query = known;
    }
    return known;
  }

  /**
   * Finds something out beside the command's work; it is told by {@link #news()} once it is known.
   * What can't be found out is not told.
   */
  public void learn(Function<QueryClient, List<String>> question) {
    OwnerDirectory owners = new OwnerDirectory(ensemble(), connection);
    Thread.ofVirtual()
        .name("sluice-learn")
        .start(
            () -> {
              try (QueryClient asking = new QueryClient(owners, QUERY_PATIENCE)) {
                news.addAll(question.apply(asking));
              } catch (TransportFailure e) {
                // The command has ended, or something is wrong that it will tell itself.
              }
            });
  }

  /** What was learned since the last time. */
  public List<String> news() {
    List<String> told = new ArrayList<>();
    for (String line = news.poll(); line != null; line = news.poll()) {
      told.add(line);
    }
    return told;
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
    Ensemble known = ensemble;
    if (known == null) {
      known = Ensemble.connect(connection);
      ensemble = known;
    }
    return known;
  }

  /** Events of one run from here on, or from where {@code since} says. */
  public EventReader events(String run, Optional<Instant> since) {
    return EventReader.of(
        clients, topics().events(), new Partitioner(connection.partitions()).partition(run), since);
  }

  /** Events of all runs from here on. */
  public EventTail tail() {
    return EventTail.of(clients, topics().events(), connection.partitions());
  }

  /** Gives an order about a workspace, on the topic that is its own; durable when this returns. */
  public void tell(String workspace, InboxMessage order) {
    await(send(messages.inbox(workspace, order, Instant.now())), "The order", "give it");
  }

  /**
   * Puts records where they say; they are durable when this returns.
   *
   * @param what begins the sentence about them when they are not
   */
  public void put(List<ProducerRecord<String, byte[]>> records, String what) {
    await(send(records), what, "send it");
  }

  /** Puts a submission into the plans topic; it is durable when this returns. */
  public void submit(Submission submission) {
    await(sendSubmission(submission), SUBMISSION, "send it");
  }

  /** A submission that is no apply: {@code import}, {@code refresh}, {@code drift}. */
  public void submit(Submission submission, String kind) {
    List<ProducerRecord<String, byte[]>> records = submission.records(messages);
    byte[] value = kind.getBytes(StandardCharsets.UTF_8);
    records.forEach(record -> record.headers().add(Headers.KIND, value));
    await(send(records), SUBMISSION, "send it");
  }

  /** The same without waiting, for many of them. */
  public List<Future<RecordMetadata>> sendSubmission(Submission submission) {
    return send(submission.records(messages));
  }

  /** The same without waiting, for many of them: {@link #await} does. */
  public List<Future<RecordMetadata>> send(List<ProducerRecord<String, byte[]>> records) {
    Producer<String, byte[]> open = producer();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    records.forEach(record -> sent.add(open.send(record)));
    return sent;
  }

  /** Waits until submissions are durable. */
  public void await(List<Future<RecordMetadata>> sent) {
    await(sent, SUBMISSION, "send it");
  }

  public void await(List<Future<RecordMetadata>> sent, String what, String again) {
    for (Future<RecordMetadata> future : sent) {
      try {
        future.get();
      } catch (ExecutionException e) {
        requireAlive();
        throw Fault.of(
                "Kafka at " + connection.bootstrapServers() + " did not take the record",
                rootMessage(e),
                what
                    + (sent.size() > 1 ? " may be incomplete" : " may not have arrived")
                    + ": "
                    + again
                    + " again. `sluice doctor` looks at what is reachable.")
            .because(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Fault.of("Interrupted", "While sending to Kafka.", "").because(e);
      }
    }
  }

  private Producer<String, byte[]> producer() {
    Producer<String, byte[]> known = producer;
    if (known == null) {
      known = clients.producer();
      producer = known;
    }
    return known;
  }

  /** Closes the clients first: one that is open sees its server go. */
  @Override
  public void close() {
    closeClients();
    if (stack != null) {
      if (hurried) {
        stack.abandon();
      } else {
        stack.close();
      }
    }
  }

  /** The person can't wait: closing does not wait for the commands that joined. */
  public void hurry() {
    hurried = true;
  }

  private void closeClients() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(2));
      producer = null;
    }
    if (query != null) {
      query.close();
      query = null;
    }
    if (ensemble != null) {
      ensemble.close();
      ensemble = null;
    }
  }
}
