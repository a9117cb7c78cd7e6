package io.sluice.transport.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class DanglingTransactionsTest {
  private static final String ID = "sluice-state-0";
  private static final String TOPIC = "sluice.tasks.default";
  private static final int TIMEOUT_MS = 1_000;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private BrokerProcess broker;
  private Clients clients;

  @BeforeEach
  void start() throws Exception {
    broker = new BrokerProcess(directory);
    clients = new Clients(Connection.embedded(broker.bootstrapServers(), "127.0.0.1:1"), "test");
    try (Admin admin = clients.admin()) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    broker.kill();
  }

  @Test
  void whatAKilledBrokerLeftOpenIsNotCommittedByTheNextTransaction() throws Exception {
    // given a transaction that was open when the broker was killed, and ran out while it was away
    try (Producer<String, byte[]> before = impatient()) {
      before.initTransactions();
      before.beginTransaction();
      send(before, "committed");
      before.commitTransaction();
      before.beginTransaction();
      send(before, "open");
      broker.kill();
      before.close(Duration.ZERO);
    }
    Thread.sleep(2 * TIMEOUT_MS);
    broker.startAgain();

    // when the next owner takes over and commits
    try (Producer<String, byte[]> after = clients.transactionalProducer(ID)) {
      DanglingTransactions.takeOver(clients, after, ID);
      after.beginTransaction();
      send(after, "next");
      after.commitTransaction();
    }

    // then what was open is in no reader's way, and read by nobody
    assertThat(read()).containsExactly("committed", "committed", "next", "next");
  }

  private void send(Producer<String, byte[]> producer, String key) throws Exception {
    for (int partition = 0; partition < 2; partition++) {
      producer
          .send(new ProducerRecord<>(TOPIC, partition, key, new byte[10]))
          .get(20, TimeUnit.SECONDS);
    }
  }

  private List<String> read() {
    List<TopicPartition> partitions =
        List.of(new TopicPartition(TOPIC, 0), new TopicPartition(TOPIC, 1));
    List<String> keys = new ArrayList<>();
    try (Consumer<String, byte[]> reader = clients.reader()) {
      reader.assign(partitions);
      reader.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (System.nanoTime() < until
          && partitions.stream().anyMatch(each -> reader.position(each) < ends.get(each))) {
        for (ConsumerRecord<String, byte[]> record : reader.poll(Duration.ofMillis(100))) {
          keys.add(record.key());
        }
      }
    }
    return keys.stream().sorted().toList();
  }

  private Producer<String, byte[]> impatient() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            ID,
            "transaction.timeout.ms",
            TIMEOUT_MS),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
