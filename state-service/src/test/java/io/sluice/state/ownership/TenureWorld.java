package io.sluice.state.ownership;

import io.sluice.machine.Machine;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.service.measure.Measures;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.pool.LiveWorkers;
import io.sluice.state.pool.Pools;
import io.sluice.state.settings.StateConfiguration;
import io.sluice.state.silence.Silence;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.transport.transaction.Outages;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** One partition without a broker: logs in memory, and owners one after the other. */
final class TenureWorld implements AutoCloseable {
  static final String WORKSPACE = "w";
  private static final Limits WITHOUT_BOUND = withoutBound(Limits.STANDARD);

  final Messages messages;
  final Map<Source, List<ConsumerRecord<String, byte[]>>> logs = new EnumMap<>(Source.class);
  final Map<Source, Long> starts = new EnumMap<>(Source.class);
  final LocalStore store;
  final List<Silence> silences = new ArrayList<>();
  Decider machine = new Machine(MachineSettings.DEFAULT)::advance;
  Pools pools = new Pools(Set::of, pool -> {}, Set.of(), Runnable::run);

  /** Who lives, by incarnation, and which pool each serves. */
  final Map<String, String> living = new HashMap<>();

  boolean mayJudge;
  Poison poison = new Poison();
  MockProducer<String, byte[]> producer = producer();
  int commits;
  final List<ProducerRecord<String, byte[]>> written = new ArrayList<>();
  Tenure tenure;
  Runnable onCommit = () -> {};

  /** The broker delivers nothing to the owners that follow. */
  boolean readNothing;

  /** How many markers of transactions stand behind the last record of each log. */
  long markers;

  /** Letters hold all bytes of what they are about. */
  boolean unbounded;

  private final StateConfiguration configuration;
  private final Connection connection;
  private MockConsumer<String, byte[]> consumer;
  private List<ConsumerRecord<String, byte[]>> heldBack;

  TenureWorld(Path folder, Map<String, String> more) throws IOException {
    connection = Connection.embedded("127.0.0.1:1", "127.0.0.1:2").withPartitions(1, 1);
    Map<String, String> environment = new HashMap<>(more);
    environment.put("SLUICE_DATA", folder.toString());
    configuration = StateConfiguration.from(connection, environment);
    messages = new Messages(connection);
    store = LocalStore.open(folder.resolve("store.mv"), "test");
    for (Source source : Source.values()) {
      logs.put(source, new ArrayList<>());
      starts.put(source, 0L);
    }
  }

  private static Limits withoutBound(Limits limits) {
    Limits.Bytes bytes = limits.bytes();
    return new Limits(
        limits.depth(),
        limits.texts(),
        new Limits.Bytes(
            bytes.record(),
            bytes.task(),
            bytes.result(),
            bytes.event(),
            bytes.message(),
            bytes.submission(),
            bytes.message()),
        limits.counts());
  }

  private MockProducer<String, byte[]> producer() {
    MockProducer<String, byte[]> fresh =
        new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer()) {
          @Override
          public void commitTransaction() {
            int before = history().size();
            super.commitTransaction();
            written.addAll(history().subList(before, history().size()));
            commits++;
            onCommit.run();
          }
        };
    fresh.initTransactions();
    return fresh;
  }

  final Measures measures = new Measures();

  @SuppressWarnings("NullAway") // A tenure asks neither ZooKeeper nor its leases.
  private PartitionContext around() {
    return new PartitionContext(
        configuration,
        new Clients(connection, "test"),
        messages,
        new DeadLetters(messages.topics(), "state", unbounded ? WITHOUT_BOUND : Limits.STANDARD),
        null,
        null,
        new LiveWorkers(this::members, () -> mayJudge, Duration.ofSeconds(1), Runnable::run),
        partition -> CompletableFuture.completedFuture(end(Source.INBOX)),
        (state, input) -> machine.advance(state, input),
        new Announcement("test", 0, "", ""),
        pools,
        new Semaphore(1),
        (watch, unsent) -> silences,
        failure -> {},
        new Outages(System::nanoTime),
        "test",
        measures);
  }

  private List<Members.Member> members() {
    List<Members.Member> members = new ArrayList<>();
    living.forEach(
        (incarnation, pool) ->
            members.add(
                new Members.Member(
                    incarnation, new Members.Description(incarnation, "", 1, pool, 1))));
    return members;
  }

  /** The next owner. */
  Tenure takeOver() {
    producer = producer();
    Takeover takeover = new Takeover(around(), 0);
    OwnerRecord before = takeover.owner(store).orElse(null);
    Progress progress =
        new Progress(
            0,
            before == null ? 1 : before.epoch() + 1,
            1,
            "test",
            before,
            takeover.orders(store).orElse(null));
    consumer = new MockConsumer<>("none");
    for (Source source : Source.values()) {
      consumer.updateBeginningOffsets(Map.of(topic(source), starts.get(source)));
      consumer.updateEndOffsets(Map.of(topic(source), end(source)));
    }
    Hold hold =
        new Hold() {
          @Override
          public long czxid() {
            return 1;
          }

          @Override
          public boolean lost() {
            return false;
          }

          @Override
          public void announce(long epoch) {}
        };
    tenure = new Tenure(around(), 0, hold, producer, consumer, store, progress, poison);
    tenure.begin();
    for (Source source : readNothing ? new Source[0] : Source.values()) {
      readAgain(source, 0);
    }
    return tenure;
  }

  /** As another process, which remembers nothing. */
  Tenure takeOverAfresh() {
    poison = new Poison();
    return takeOver();
  }

  private TopicPartition topic(Source source) {
    return new TopicPartition(source.topic(messages.topics()), 0);
  }

  long end(Source source) {
    List<ConsumerRecord<String, byte[]>> log = logs.get(source);
    long records = log.isEmpty() ? starts.get(source) : log.getLast().offset() + 1;
    return records + markers;
  }

  /** The next poll passes the markers behind the records, and has nothing to show. */
  void passMarkers() {
    consumer.schedulePollTask(
        () -> {
          for (Source source : Source.values()) {
            consumer.seek(topic(source), end(source));
          }
        });
  }

  /** A consumer that seeks back is given its records once more. */
  void readAgain(Source source, long from) {
    for (ConsumerRecord<String, byte[]> record : logs.get(source)) {
      if (record.offset() >= from && record.offset() >= starts.get(source)) {
        consumer.addRecord(record);
      }
    }
  }

  long send(InboxMessage message) {
    long offset = -1;
    for (ProducerRecord<String, byte[]> record :
        messages.inbox(WORKSPACE, message, Instant.now())) {
      offset = append(record);
    }
    return offset;
  }

  long append(ProducerRecord<String, byte[]> sent) {
    Source source = sent.topic().equals(messages.topics().orders()) ? Source.ORDERS : Source.INBOX;
    long offset = end(source);
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(sent.topic(), 0, offset, sent.key(), sent.value());
    sent.headers().forEach(record.headers()::add);
    logs.get(source).add(record);
    if (consumer != null && !consumer.closed()) {
      if (heldBack != null) {
        heldBack.add(record);
      } else {
        deliver(record);
      }
    }
    return offset;
  }

  private void deliver(ConsumerRecord<String, byte[]> record) {
    TopicPartition topic = new TopicPartition(record.topic(), record.partition());
    consumer.updateEndOffsets(Map.of(topic, record.offset() + 1));
    consumer.addRecord(record);
  }

  /** From here on what is written is not read yet. */
  void holdBack() {
    heldBack = new ArrayList<>();
  }

  void arrive() {
    List<ConsumerRecord<String, byte[]>> late = heldBack;
    heldBack = null;
    late.forEach(this::deliver);
  }

  /** What was committed to a topic, decoded. */
  <T> List<T> committed(String topic, Class<T> type) {
    List<T> found = new ArrayList<>();
    for (ProducerRecord<String, byte[]> record : written) {
      if (record.topic().equals(topic) && record.value() != null && !isMarker(record)) {
        found.add(decoded(record.value(), type));
      }
    }
    return found;
  }

  private static boolean isMarker(ProducerRecord<String, byte[]> record) {
    return record.headers().lastHeader("sluice-marker") != null;
  }

  private static <T> T decoded(byte[] value, Class<T> type) {
    try {
      return Envelope.decode(value, type);
    } catch (MalformedMessage | Envelope.Unknown e) {
      throw new AssertionError(e);
    }
  }

  OwnerRecord owner() {
    return decoded(store.find(LocalStore.Table.RUNS, RecordKeys.owner(0)), OwnerRecord.class);
  }

  OwnerRecord orders() {
    return decoded(store.find(LocalStore.Table.RUNS, RecordKeys.orders(0)), OwnerRecord.class);
  }

  @Override
  public void close() {
    if (tenure != null) {
      tenure.close();
    }
    store.close();
  }
}
