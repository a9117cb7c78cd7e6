package io.sluice.state;

import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Topics of its own on the shared cluster, and what a test does with them. */
public final class Deployment implements AutoCloseable {
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  public final Connection connection;
  public final Clients clients;
  public final Messages messages;
  public final QueryClient queries;
  public final OwnerDirectory owners;
  public final Ensemble ensemble;
  private final Producer<String, byte[]> producer;
  private final Path folder;
  private final List<StateService> services = new ArrayList<>();

  public Deployment(Class<?> test, Path folder) {
    EmbeddedCluster cluster = SharedCluster.running();
    this.folder = folder;
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), TOKEN)
            .withTopicPrefix(SharedCluster.prefix(test))
            .withPartitions(2, 2)
            .withSessions(Duration.ofSeconds(2), Duration.ofSeconds(2));
    clients = new Clients(connection, "test");
    TopicSetup setup = new TopicSetup(connection, clients);
    setup.ensure(List.of("default"));
    setup.ensureWorkersGroup("default");
    messages = new Messages(connection);
    ensemble = Ensemble.connect(connection);
    owners = new OwnerDirectory(ensemble, connection);
    queries = new QueryClient(owners, Duration.ofSeconds(20));
    producer = clients.producer();
  }

  public StateService start(String name, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("SLUICE_STATE_NAME", name);
    environment.putIfAbsent("SLUICE_DATA", folder.resolve(name).toString());
    StateService service = StateService.start(connection, environment);
    services.add(service);
    return service;
  }

  public StateService start(String name) {
    return start(name, Map.of());
  }

  /** A workspace of partition {@code partition}. */
  public String workspace(int partition) {
    for (int i = 0; ; i++) {
      if (messages.partition("w" + i) == partition) {
        return "w" + i;
      }
    }
  }

  /** The offset that it got. */
  public long send(String workspace, InboxMessage message) throws Exception {
    long offset = -1;
    for (ProducerRecord<String, byte[]> record :
        messages.inbox(workspace, message, Instant.now())) {
      offset = producer.send(record).get().offset();
    }
    return offset;
  }

  /** Waits until the order at {@code offset} is applied; returns the version that it led to. */
  public long applied(String workspace, long offset) throws Exception {
    int partition = messages.partition(workspace);
    until(() -> owner(RecordKeys.orders(partition), partition).applied() > offset);
    return owner(RecordKeys.owner(partition), partition).reached();
  }

  /** What there is once the order at {@code offset} is applied. */
  public Snapshot snapshot(String workspace, long offset) throws Exception {
    return queries.snapshot(workspace, applied(workspace, offset));
  }

  /** What the owner of a partition wrote last under {@code key}. */
  public OwnerRecord owner(String key, int partition) {
    OwnerRecord last = new OwnerRecord(partition, 0, 0, "nobody", 0, Instant.EPOCH);
    for (ConsumerRecord<String, byte[]> record : read(topics().runs(), partition)) {
      if (key.equals(record.key())) {
        try {
          last = Envelope.decode(record.value(), OwnerRecord.class);
        } catch (MalformedMessage | Envelope.Unknown e) {
          throw new AssertionError(e);
        }
      }
    }
    return last;
  }

  public long send(ProducerRecord<String, byte[]> record)
      throws ExecutionException, InterruptedException {
    return producer.send(record).get().offset();
  }

  /** Surgery that writes one record: the simplest thing that changes state. */
  public static Order.StateEdit edit(String run, String workspace, String address, Object v) {
    StateRecord record =
        StateRecord.of(
            draft -> {
              draft.workspace = workspace;
              draft.address = new Address(address);
              draft.type = "t";
              draft.schemaVersion = 1;
              draft.id = "id-" + v;
              draft.attributes = Json.object().set("value", Json.toTree(v));
              draft.desired = Json.object();
              draft.status = RecordStatus.OK;
              draft.updatedAt = Instant.EPOCH;
            });
    return new Order.StateEdit(run, workspace, "put", List.of(record), List.of(), Map.of(), "test");
  }

  public static InboxMessage.Submitted submitted(String run, String workspace) {
    return new InboxMessage.Submitted(
        run, workspace, RunKind.APPLY, Json.object(), RunOptions.DEFAULT, null, "test");
  }

  /** What a worker says of an object that it has made. */
  public static InboxMessage.Result made(String run, String node, int attempt, String claim) {
    return InboxMessage.Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = claim;
          draft.outcome = Outcome.OK;
          draft.id = "id";
          draft.attributes = Json.object();
          draft.desired = Json.object();
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = "worker";
        });
  }

  public static Node create(String id, String pool) {
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address = new Address(id);
          draft.action = Action.CREATE;
          draft.type = "t";
          draft.pool = pool;
          draft.config = Json.object();
          draft.repeat = RepeatClass.TOKEN;
          draft.timeouts = null;
          draft.schemaVersion = 1;
        });
  }

  /** Submits a run and plans it as a planner would. */
  public void run(String run, String workspace, Node... nodes) throws Exception {
    send(workspace, submitted(run, workspace));
    until(() -> !read(messages.topics().planRequests(), messages.partition(workspace)).isEmpty());
    send(workspace, new InboxMessage.PlanPart(run, "p", 0, List.of(nodes), Map.of()));
    send(
        workspace,
        InboxMessage.Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = nodes.length;
              draft.hash = "hash";
            }));
  }

  public List<ConsumerRecord<String, byte[]>> read(String topic, int partition) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (CompactedReader reader = new CompactedReader(clients)) {
      reader.read(new TopicPartition(topic, partition), 0, records::add);
    }
    return records;
  }

  public List<ConsumerRecord<String, byte[]>> tasks(String pool) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    for (int i = 0; i < connection.tasksPartitions(); i++) {
      records.addAll(read(messages.topics().tasks(pool), i));
    }
    return records;
  }

  public Topics topics() {
    return messages.topics();
  }

  public static void until(BooleanSupplier condition) throws InterruptedException {
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it did not come to pass within 30 s");
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    services.forEach(StateService::close);
    producer.close();
    queries.close();
    ensemble.close();
  }
}
