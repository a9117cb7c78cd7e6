package io.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Time-outs here are longer than the test: a start that waited for one would not end in time. */
class RestartedClusterTest {
  private static final String NEVER_MILLIS = Long.toString(Duration.ofMinutes(20).toMillis());

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private EmbeddedCluster start() {
    return EmbeddedCluster.start(
        directory,
        ClusterOptions.OPEN
            .withoutPredecessors()
            .withBrokerSettings(
                Map.of(
                    "broker.session.timeout.ms", NEVER_MILLIS,
                    "group.share.max.session.timeout.ms", NEVER_MILLIS,
                    "group.share.session.timeout.ms", NEVER_MILLIS)));
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void waitsNeitherForTheDeadBrokerNorForDeadMembers() throws Exception {
    ShareConsumer<byte[], byte[]> sharing;
    try (EmbeddedCluster cluster = start()) {
      try (Admin admin = admin(cluster)) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
      }
      try (Producer<byte[], byte[]> producer =
          new KafkaProducer<>(
              settings(cluster), new ByteArraySerializer(), new ByteArraySerializer())) {
        producer.send(new ProducerRecord<>("t", new byte[] {1})).get();
      }
      stayingMember(cluster);
      sharing =
          new KafkaShareConsumer<>(
              grouped(cluster, "sharing"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      sharing.subscribe(List.of("t"));
      sharing.poll(Duration.ofSeconds(1));
    }

    try (EmbeddedCluster cluster = start();
        Admin admin = admin(cluster)) {
      assertThat(members(admin, "consuming")).isEqualTo(1);
      assertThat(sharers(admin, "sharing")).isEqualTo(1);

      cluster.forgetMembers(List.of("consuming", "no-such-group"), List.of("sharing", "nor-this"));

      assertThat(members(admin, "consuming")).isZero();
      assertThat(sharers(admin, "sharing")).isZero();
      assertThat(read(cluster)).isEqualTo(1);
    } finally {
      sharing.close(Duration.ZERO);
    }
  }

  /** A member that goes without a word, as one does that is killed. */
  private static void stayingMember(EmbeddedCluster cluster) {
    Map<String, Object> settings = grouped(cluster, "consuming");
    settings.put("session.timeout.ms", "1200000");
    settings.put("request.timeout.ms", "1300000");
    Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of("t"));
    while (consumer.assignment().isEmpty()) {
      consumer.poll(Duration.ofMillis(100));
    }
    consumer.close(
        CloseOptions.timeout(Duration.ZERO)
            .withGroupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP));
  }

  private static int read(EmbeddedCluster cluster) {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            grouped(cluster, "consuming"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of("t"));
      int found = 0;
      while (found == 0) {
        found = consumer.poll(Duration.ofMillis(100)).count();
      }
      return found;
    }
  }

  private static int members(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .describeConsumerGroups(List.of(group))
        .describedGroups()
        .get(group)
        .get()
        .members()
        .size();
  }

  private static int sharers(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .describeShareGroups(List.of(group))
        .describedGroups()
        .get(group)
        .get()
        .members()
        .size();
  }

  private static Admin admin(EmbeddedCluster cluster) {
    return Admin.create(settings(cluster));
  }

  private static Map<String, Object> grouped(EmbeddedCluster cluster, String group) {
    Map<String, Object> settings = settings(cluster);
    settings.put("group.id", group);
    if (group.equals("consuming")) {
      settings.put("auto.offset.reset", "earliest");
    }
    return settings;
  }

  private static Map<String, Object> settings(EmbeddedCluster cluster) {
    return new HashMap<>(Map.of("bootstrap.servers", cluster.bootstrapServers()));
  }
}
