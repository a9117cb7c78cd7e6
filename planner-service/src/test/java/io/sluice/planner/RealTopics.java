package io.sluice.planner;

import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.message.Envelope;
import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.PartJoiner;
import io.sluice.transport.topic.TopicSetup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A real broker with topics of its own, and what a test puts into them and finds there. */
final class RealTopics implements AutoCloseable {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  final Clients clients;
  final Messages messages;
  private final Producer<String, byte[]> producer;

  RealTopics(Class<?> test) {
    EmbeddedCluster cluster = SharedCluster.running();
    Connection connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withTopicPrefix(SharedCluster.prefix(test))
            .withPartitions(2, 2);
    clients = new Clients(connection, "test");
    new TopicSetup(connection, clients).ensure(List.of("default"));
    messages = new Messages(connection);
    producer = clients.producer();
  }

  void send(ProducerRecord<String, byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  void submit(String run, String document) {
    messages
        .submission("key", run, null, document.getBytes(StandardCharsets.UTF_8), Map.of())
        .forEach(this::send);
  }

  /** Whole values of a topic, as soon as there are so many. */
  List<byte[]> values(String topic, int partitions, int expected) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      List<byte[]> values = now(topic, partitions);
      if (values.size() >= expected || System.nanoTime() > deadline) {
        return values;
      }
      Thread.onSpinWait();
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  List<byte[]> now(String topic, int partitions) {
    List<byte[]> values = new ArrayList<>();
    try (CompactedReader reader = new CompactedReader(clients)) {
      for (int partition = 0; partition < partitions; partition++) {
        PartJoiner joiner = new PartJoiner();
        reader.read(
            new TopicPartition(topic, partition),
            0,
            record -> joiner.offer(record).map(PartJoiner.Whole::value).ifPresent(values::add));
      }
    }
    return values;
  }

  <T> List<T> payloads(String topic, int partitions, int expected, Class<T> type) {
    List<T> payloads = new ArrayList<>();
    for (byte[] value : values(topic, partitions, expected)) {
      try {
        Object payload = Envelope.decode(value).payload();
        if (type.isInstance(payload)) {
          payloads.add(type.cast(payload));
        }
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    return payloads;
  }

  static ProducerRecord<String, byte[]> part(
      ProducerRecord<String, byte[]> record, String header, String value) {
    record.headers().add(header, value.getBytes(StandardCharsets.UTF_8));
    return record;
  }

  @Override
  public void close() {
    producer.close();
  }
}
