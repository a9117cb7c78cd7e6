package io.sluice.cli.bench;

import io.sluice.cli.terminal.Fault;
import io.sluice.transport.Connection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What the broker can do at best on this machine: a ready topic, four share consumers that answer
 * each record on a virtual thread, a result topic, and a committer with a transaction a poll that
 * releases the next records. 200 bytes a record, no logic. Absolute numbers of a machine say
 * little; Sluice's share of this loop says something.
 */
final class RawLoop implements AutoCloseable {
  private static final int CONSUMERS = 4;
  private static final int PARTITIONS = 4;
  private static final int RECORD_BYTES = 200;
  private static final int BATCH = 100;
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Idempotent sends to a topic that has just been made can fail for good (KAFKA-15591). */
  private static final Duration SETTLING = Duration.ofMillis(500);

  private final Connection connection;
  private final String name;
  private final String ready;
  private final String results;
  private final String events;
  private final List<Thread> threads = new ArrayList<>();
  private final Producer<byte[], byte[]> committer;
  private final Consumer<byte[], byte[]> consumer;
  private int sent;
  private volatile boolean stopping;

  private RawLoop(Connection connection) {
    this.connection = connection;
    this.name = "bench-raw-" + UUID.randomUUID();
    this.ready = connection.topicPrefix() + name + "-ready";
    this.results = connection.topicPrefix() + name + "-results";
    this.events = connection.topicPrefix() + name + "-events";
    makeTopics();
    this.committer = producer(Map.of("transactional.id", connection.group(name)));
    this.consumer = consumer();
    consumer.subscribe(List.of(results));
    committer.initTransactions();
    for (int i = 0; i < CONSUMERS; i++) {
      threads.add(Thread.ofPlatform().name("raw-worker-" + i).daemon().start(this::work));
    }
  }

  static RawLoop start(Connection connection) {
    return new RawLoop(connection);
  }

  /** Records a second, from the first sent to the last committed. */
  double fanOut(int records) {
    long began = System.nanoTime();
    committer.beginTransaction();
    for (int i = 0; i < records; i++) {
      release(i);
    }
    committer.commitTransaction();
    BitSet seen = new BitSet(records);
    commitUntil(records, seen, false);
    return records / ((System.nanoTime() - began) / 1e9);
  }

  /** Milliseconds from commit to commit, at the median. */
  double chain(int links) {
    committer.beginTransaction();
    release(0);
    committer.commitTransaction();
    long[] hops = commitUntil(links, new BitSet(links), true);
    Arrays.sort(hops);
    return hops[hops.length / 2] / 1e6;
  }

  private long[] commitUntil(int wanted, BitSet seen, boolean chained) {
    long[] hops = new long[wanted];
    long last = System.nanoTime();
    int done = 0;
    while (done < wanted) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
      if (System.nanoTime() - last > PATIENCE.toNanos()) {
        throw Fault.of(
            "The raw loop has stalled", done + " of " + wanted + " records came back.", "");
      }
      if (batch.isEmpty()) {
        continue;
      }
      committer.beginTransaction();
      int before = done;
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        int number = ByteBuffer.wrap(record.value()).getInt();
        if (!seen.get(number)) {
          seen.set(number);
          done++;
          if (chained && number + 1 < wanted) {
            release(number + 1);
          }
          send(committer, new ProducerRecord<>(events, record.value()));
        }
      }
      committer.sendOffsetsToTransaction(batch.nextOffsets(), consumer.groupMetadata());
      committer.commitTransaction();
      long now = System.nanoTime();
      Arrays.fill(hops, before, done, now - last);
      last = now;
    }
    return hops;
  }

  private void release(int number) {
    send(committer, new ProducerRecord<>(ready, sent++ % PARTITIONS, null, record(number)));
  }

  private static byte[] record(int number) {
    return ByteBuffer.allocate(RECORD_BYTES).putInt(number).array();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The commit fails when any send did.
  private static void send(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    producer.send(record);
  }

  private void work() {
    try (ShareConsumer<byte[], byte[]> tasks = shareConsumer();
        Producer<byte[], byte[]> producer = producer(Map.of())) {
      tasks.subscribe(List.of(ready));
      BlockingQueue<ConsumerRecord<byte[], byte[]>> answered = new LinkedBlockingQueue<>();
      while (!stopping) {
        ConsumerRecords<byte[], byte[]> batch = tasks.poll(POLL);
        for (ConsumerRecord<byte[], byte[]> task : batch) {
          Thread.startVirtualThread(() -> answer(producer, task, answered));
        }
        for (int open = batch.count(); open > 0; open--) {
          tasks.acknowledge(answered.take(), AcknowledgeType.ACCEPT);
        }
        if (!batch.isEmpty()) {
          tasks.commitAsync();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The counting side notices a lost answer.
  private void answer(
      Producer<byte[], byte[]> producer,
      ConsumerRecord<byte[], byte[]> task,
      BlockingQueue<ConsumerRecord<byte[], byte[]>> answered) {
    byte[] answer = record(ByteBuffer.wrap(task.value()).getInt());
    producer.send(new ProducerRecord<>(results, answer), (metadata, failure) -> answered.add(task));
  }

  private void makeTopics() {
    try (Admin admin = Admin.create(common())) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(ready, PARTITIONS, (short) -1),
                  new NewTopic(results, 1, (short) -1),
                  new NewTopic(events, 1, (short) -1)))
          .all()
          .get();
      ConfigResource group =
          new ConfigResource(ConfigResource.Type.GROUP, connection.group(name + "-workers"));
      Collection<AlterConfigOp> settings =
          List.of(
              set("share.auto.offset.reset", "earliest"),
              set("share.isolation.level", "read_committed"));
      admin.incrementalAlterConfigs(Map.of(group, settings)).all().get();
      Thread.sleep(SETTLING);
    } catch (ExecutionException e) {
      throw Fault.of("The raw loop's topics cannot be created", String.valueOf(e.getMessage()), "")
          .because(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Interrupted", "Interrupted while creating topics.", "").because(e);
    }
  }

  private static AlterConfigOp set(String setting, String value) {
    return new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
  }

  private Producer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = common();
    settings.put("acks", "all");
    settings.put("linger.ms", "0");
    settings.put("retry.backoff.ms", "1");
    settings.put("retry.backoff.max.ms", "5");
    settings.putAll(more);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Consumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = common();
    settings.put("group.id", connection.group(name));
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", "false");
    settings.put("isolation.level", "read_committed");
    settings.put("max.poll.records", "2000");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private ShareConsumer<byte[], byte[]> shareConsumer() {
    Map<String, Object> settings = common();
    settings.put("group.id", connection.group(name + "-workers"));
    settings.put("share.acknowledgement.mode", "explicit");
    settings.put("share.acquire.mode", "record_limit");
    settings.put("max.poll.records", BATCH);
    return new KafkaShareConsumer<>(
        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private Map<String, Object> common() {
    Map<String, Object> settings = new HashMap<>(connection.clientSettings());
    settings.put("bootstrap.servers", connection.bootstrapServers());
    settings.put("enable.metrics.push", false);
    return settings;
  }

  @Override
  public void close() {
    stopping = true;
    for (Thread thread : threads) {
      try {
        thread.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    committer.close(Duration.ofSeconds(5));
    consumer.close();
    try (Admin admin = Admin.create(common())) {
      admin.deleteTopics(List.of(ready, results, events)).all().get();
    } catch (ExecutionException | KafkaException e) {
      throw Fault.of(
              "The raw loop's topics still exist: " + name,
              String.valueOf(e.getMessage()),
              "Delete them by hand.")
          .because(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
