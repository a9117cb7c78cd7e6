package io.sluice.transport.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.transport.Connection;
import io.sluice.transport.TestDeployment;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

class TopicSetupTest {
  @Test
  void makesAllTopicsReadyForPipelinedSends() throws Exception {
    Clients clients = TestDeployment.withTopics(TopicSetupTest.class);
    Topics topics = Topics.of(clients.connection());

    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (var producer = clients.producer()) {
      for (int i = 0; i < 2_000; i++) {
        sent.add(producer.send(new ProducerRecord<>(topics.inbox(), i % 2, "k", new byte[100])));
      }
      for (Future<RecordMetadata> each : sent) {
        assertThat(each.get().hasOffset()).isTrue();
      }
    }
    try (Admin admin = clients.admin()) {
      assertThat(admin.listTopics().names().get()).containsAll(topics.fixed());
    }
  }

  @Test
  void leavesNothingBehindThatAReaderWouldSee() {
    Clients clients = TestDeployment.withTopics(TopicSetupTest.class);
    Topics topics = Topics.of(clients.connection());
    List<String> seen = new ArrayList<>();
    try (CompactedReader reader = new CompactedReader(clients)) {
      for (String topic : topics.fixed()) {
        reader.read(new TopicPartition(topic, 0), 0, record -> seen.add(topic + record.key()));
      }
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void acceptsWhatIsThereAndRefusesAnotherNumberOfPartitions() {
    Clients clients = TestDeployment.withTopics(TopicSetupTest.class);
    Connection connection = clients.connection();
    new TopicSetup(connection, clients).ensure(List.of("default", "gpu"));

    Connection other = connection.withPartitions(3, 2);
    assertThatThrownBy(() -> new TopicSetup(other, clients).ensure(List.of("default")))
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining("inbox has 2 partitions")
        .hasMessageContaining("set SLUICE_PARTITIONS to 2");
  }

  @Test
  void setsTheOffsetResetOfAShareGroup() throws Exception {
    Clients clients = TestDeployment.withTopics(TopicSetupTest.class);
    new TopicSetup(clients.connection(), clients).ensureWorkersGroup("default");

    String group = Topics.workersGroup(clients.connection(), "default");
    ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
    try (Admin admin = clients.admin()) {
      var config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
      assertThat(
              Map.of(
                  "reset", config.get("share.auto.offset.reset").value(),
                  "isolation", config.get("share.isolation.level").value(),
                  "lock", config.get("share.record.lock.duration.ms").value()))
          .containsEntry("reset", "earliest")
          .containsEntry("isolation", "read_committed")
          .containsEntry("lock", "15000");
    }
  }

  @Test
  void refusesTopicsThatLoseRecordsByTheirSizeOrTombstonesTooEarly() {
    Connection connection = Connection.embedded("127.0.0.1:1", "127.0.0.1:1");
    Topics topics = Topics.of(connection);
    List<String> faults = new ArrayList<>();
    for (TopicSpec spec : TopicSpec.all(connection, List.of("default"))) {
      Map<String, String> found = new HashMap<>(spec.settings());
      assertThat(TopicSetup.faults(spec, spec.partitions(), config(found))).isEmpty();
      found.put("retention.bytes", "1073741824");
      found.put("delete.retention.ms", "3600000");
      faults.addAll(TopicSetup.faults(spec, spec.partitions(), config(found)));
    }
    for (String kept :
        List.of(topics.plans(), topics.inbox(), topics.orders(), topics.planRequests())) {
      assertThat(faults).anyMatch(is("topic " + kept + " has retention.bytes=1073741824"));
    }
    for (String compacted : List.of(topics.state(), topics.runs(), topics.control())) {
      assertThat(faults)
          .anyMatch(
              is(
                  "topic "
                      + compacted
                      + " has delete.retention.ms=3600000, but Sluice needs at least 86400000"));
    }
    assertThat(faults).noneMatch(is("topic " + topics.events()));
    assertThat(TopicSpec.all(connection, List.of()))
        .extracting(TopicSpec::name)
        .containsExactlyInAnyOrderElementsOf(topics.fixed());
  }

  private static Predicate<String> is(String beginning) {
    return text -> text.startsWith(beginning);
  }

  private static Config config(Map<String, String> settings) {
    return new Config(
        settings.entrySet().stream()
            .map(each -> new ConfigEntry(each.getKey(), each.getValue()))
            .toList());
  }

  @Test
  void servicesThatStartTogetherDontEndEachOther() throws Exception {
    Clients clients = TestDeployment.withTopics(TopicSetupTest.class);
    List<CompletableFuture<Void>> starts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String pool = "together-" + i;
      starts.add(
          CompletableFuture.runAsync(
              () -> new TopicSetup(clients.connection(), clients).ensurePool(pool)));
    }
    for (CompletableFuture<Void> start : starts) {
      start.get(60, TimeUnit.SECONDS);
    }
    assertThat(new TopicSetup(clients.connection(), clients).pools())
        .contains("together-0", "together-1", "together-2", "together-3");
  }

  @Test
  void saysWithinTenSecondsThatThereIsNoAnswer() {
    Connection nowhere = Connection.embedded("127.0.0.1:1", "127.0.0.1:1");
    long began = System.nanoTime();
    assertThatThrownBy(
            () -> new TopicSetup(nowhere, new Clients(nowhere, "test")).ensure(List.of()))
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining("127.0.0.1:1 does not answer");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void givesAWorkspaceTheSamePartitionEverywhere() {
    // Kafka's own murmur2: the numbers must never change, records rest on them.
    Partitioner partitioner = new Partitioner(32);
    assertThat(partitioner.partition("default"))
        .isEqualTo(new Partitioner(32).partition("default"));
    assertThat(List.of("default", "staging", "ünïcode"))
        .extracting(partitioner::partition)
        .containsExactly(expected("default"), expected("staging"), expected("ünïcode"));
  }

  private static int expected(String workspace) {
    byte[] bytes = workspace.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return (org.apache.kafka.common.utils.Utils.murmur2(bytes) & 0x7fffffff) % 32;
  }
}
