package io.sluice.transport.client;

import io.sluice.transport.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes Kafka clients of one role. Keys are strings, values bytes; a tombstone has the value null.
 * Closing is the caller's.
 */
public final class Clients {
  private static final Logger LOG = LoggerFactory.getLogger(Clients.class);
  private static final int MIB = 1024 * 1024;

  /** How long anything may take before the target counts as unreachable. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /**
   * A member learns at its heartbeat that another has left or come, and a partition changes hands
   * in two such rounds: nobody owns it meanwhile.
   */
  private static final int HEARTBEAT_MS = 300;

  private static final Duration CLAIMER_END = Duration.ofSeconds(30);

  /** Longer than any wait before a flush or a commit. */
  private static final long GATHERING_MS = 100;

  private final Connection connection;
  private final String role;

  /**
   * @param role the name that brokers see in their logs and quotas: {@code state}, {@code worker}
   */
  public Clients(Connection connection, String role) {
    this.connection = connection;
    this.role = role;
  }

  public Connection connection() {
    return connection;
  }

  public int patienceMillis() {
    return (int) PATIENCE.toMillis();
  }

  public Admin admin() {
    Map<String, Object> settings = common("admin");
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis() / 2);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patienceMillis());
    return Admin.create(settings);
  }

  /** Idempotent, sends at once. Check every send's future: a failed one is not in the topic. */
  public Producer<String, byte[]> producer() {
    return new KafkaProducer<>(
        producerSettings("producer"), new StringSerializer(), new ByteArraySerializer());
  }

  /** Idempotent, sends when it is flushed or a batch is full: for one thread that writes groups. */
  public Producer<String, byte[]> gatheringProducer() {
    Map<String, Object> settings = producerSettings("producer");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, GATHERING_MS);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** For the owner of {@code transactionalId}: {@code initTransactions} fences the one before. */
  public Producer<String, byte[]> transactionalProducer(String transactionalId) {
    Map<String, Object> settings = producerSettings("transactions");
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    // A commit sends at once what has gathered: one request to each broker instead of one a record.
    settings.put(ProducerConfig.LINGER_MS_CONFIG, GATHERING_MS);
    // The next transaction meets the markers of the last one and retries: 100 ms would be the hop.
    settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 1L);
    settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 5L);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** A member of a group that commits nothing by itself. */
  public Consumer<String, byte[]> groupConsumer(String group) {
    return new Member(memberSettings(group));
  }

  /**
   * The same under a name that others know: they can have it leave when it is dead.
   *
   * @param instance of one start of one process; no other may use it
   */
  public Consumer<String, byte[]> groupConsumer(String group, String instance) {
    Map<String, Object> settings = memberSettings(group);
    settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance);
    return new NamedMember(settings);
  }

  /** Has members leave that joined under these names and are dead. */
  public void leave(String group, Set<String> instances) {
    try (Admin admin = admin()) {
      admin
          .removeMembersFromConsumerGroup(
              group,
              new RemoveMembersFromConsumerGroupOptions(
                  instances.stream().map(MemberToRemove::new).toList()))
          .all()
          .get();
    } catch (ExecutionException | KafkaException e) {
      // Another was quicker; or the broker is away, and their sessions end by themselves.
      LOG.debug("{} could not be taken out of {}", instances, group, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, Object> memberSettings(String group) {
    Map<String, Object> settings = consumerSettings("consumer");
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    int session = (int) connection.groupSession().toMillis();
    settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, session);
    settings.put(
        ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
        Math.max(100, Math.min(HEARTBEAT_MS, session / 4)));
    settings.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    return settings;
  }

  /** Without a group: the caller assigns partitions and keeps the positions. */
  public Consumer<String, byte[]> reader() {
    return new Reader(consumerSettings("reader"));
  }

  /** As {@link #reader}, and fails where what it should read next is gone: nothing is skipped. */
  public Consumer<String, byte[]> exactReader() {
    Map<String, Object> settings = consumerSettings("reader");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new Reader(settings);
  }

  /**
   * A claimer of tasks: acknowledges each record itself and takes no more than it asked for. The
   * group's own settings must have been set before ({@code TopicSetup.ensureWorkersGroup}).
   */
  public ShareConsumer<String, byte[]> shareConsumer(String group, int maxRecords) {
    return shareConsumer(group, maxRecords, CLAIMER_END);
  }

  /**
   * The same for who is in a hurry at its end.
   *
   * @param closesWithin how long it may take to give back what it has and to leave
   */
  public ShareConsumer<String, byte[]> shareConsumer(
      String group, int maxRecords, Duration closesWithin) {
    Map<String, Object> settings = common("share-consumer");
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxRecords);
    settings.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
    settings.put(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG, "record_limit");
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
    return new Claimer(settings, closesWithin);
  }

  /** What it can't give back in time the broker takes when the connection closes. */
  private static final class Claimer extends KafkaShareConsumer<String, byte[]> {
    private final Duration closesWithin;

    Claimer(Map<String, Object> settings, Duration closesWithin) {
      super(settings, new StringDeserializer(), new ByteArrayDeserializer());
      this.closesWithin = closesWithin;
    }

    @Override
    public void close() {
      try {
        close(closesWithin);
      } catch (KafkaException e) {
        LOG.debug("a claimer did not end in time", e);
      }
    }
  }

  /**
   * Has nothing to tell anyone when it closes: by default it would wait until the broker has
   * answered what it asked last, half a second where there is nothing to read.
   */
  private static final class Reader extends KafkaConsumer<String, byte[]> {
    Reader(Map<String, Object> settings) {
      super(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
      close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** One with a name would stay in its group until its session is over. */
  private static final class NamedMember extends KafkaConsumer<String, byte[]> {
    NamedMember(Map<String, Object> settings) {
      super(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
      close(
          CloseOptions.timeout(Duration.ofSeconds(2))
              .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  /** Tells its group that it leaves, and waits for nothing else, for the same reason. */
  private static final class Member extends KafkaConsumer<String, byte[]> {
    Member(Map<String, Object> settings) {
      super(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
      try {
        unsubscribe();
      } finally {
        close(CloseOptions.timeout(Duration.ZERO));
      }
    }
  }

  private Map<String, Object> producerSettings(String kind) {
    Map<String, Object> settings = common(kind);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * MIB);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 13 * MIB);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 20_000L);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
    return settings;
  }

  private Map<String, Object> consumerSettings(String kind) {
    Map<String, Object> settings = common(kind);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 * MIB);
    return settings;
  }

  private Map<String, Object> common(String kind) {
    Map<String, Object> settings = new HashMap<>(connection.clientSettings());
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers());
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, connection.group(role) + "-" + kind);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 50L);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000L);
    settings.put("enable.metrics.push", false);
    settings.merge(
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
        ClientTally.class.getName(),
        (others, mine) -> others + "," + mine);
    return settings;
  }
}
