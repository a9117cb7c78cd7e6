package io.sluice.transport.transaction;

import io.sluice.transport.client.Clients;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the leaders of a topic's partitions every second for their epochs. */
public final class OutageWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OutageWatch.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int ANSWER_MILLIS = 4_000;

  private final Admin admin;
  private final String topic;
  private final Outages outages = new Outages(System::nanoTime);
  private final Thread thread;
  private Map<TopicPartition, OffsetSpec> asked = Map.of();

  private OutageWatch(Clients clients, String topic) {
    this.admin = clients.admin();
    this.topic = topic;
    this.thread = Thread.ofVirtual().name("outages-" + topic).unstarted(this::run);
  }

  public static OutageWatch start(Clients clients, String topic) {
    OutageWatch watch = new OutageWatch(clients, topic);
    watch.thread.start();
    return watch;
  }

  public Outages outages() {
    return outages;
  }

  private void run() {
    try {
      while (true) {
        ask();
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException e) {
      LOG.debug("{} is watched no more", topic);
    }
  }

  /** Leaders that don't answer are asked again; one without an answer hides no other. */
  private void ask() throws InterruptedException {
    try {
      if (asked.isEmpty()) {
        asked = partitions();
      }
      ListOffsetsResult answers =
          admin.listOffsets(asked, new ListOffsetsOptions().timeoutMs(ANSWER_MILLIS));
      Map<TopicPartition, Integer> epochs = new HashMap<>();
      for (TopicPartition partition : asked.keySet()) {
        try {
          answers
              .partitionResult(partition)
              .get()
              .leaderEpoch()
              .ifPresent(epoch -> epochs.put(partition, epoch));
        } catch (ExecutionException e) {
          LOG.debug("the leader of {} does not answer", partition, e);
        }
      }
      outages.heard(epochs);
    } catch (ExecutionException | RuntimeException e) {
      LOG.debug("the leaders of {} do not answer", topic, e);
    }
  }

  private Map<TopicPartition, OffsetSpec> partitions()
      throws ExecutionException, InterruptedException {
    return admin
        .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(ANSWER_MILLIS))
        .allTopicNames()
        .get()
        .values()
        .stream()
        .flatMap(found -> found.partitions().stream())
        .collect(
            Collectors.toMap(
                each -> new TopicPartition(topic, each.partition()), any -> OffsetSpec.latest()));
  }

  @Override
  public void close() {
    thread.interrupt();
    admin.close(Duration.ZERO);
  }
}
