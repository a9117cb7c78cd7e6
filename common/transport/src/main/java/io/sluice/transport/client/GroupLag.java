package io.sluice.transport.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * How many records a group still has to read. The end of a transaction has an offset of its own
 * that no reader commits: one record behind the last commit of a partition is none.
 */
public final class GroupLag {
  private GroupLag() {}

  /** Of a consumer group in one topic. */
  public static long of(Admin admin, String group, String topic)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> committed = new HashMap<>();
    admin
        .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
        .partitionsToOffsetAndMetadata(group)
        .get()
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                committed.put(partition, offset.offset());
              }
            });
    return waiting(ends(admin, topic), committed);
  }

  /** Of a share group, as far as the broker knows it. */
  public static long ofShareGroup(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
        .partitionsToOffsetInfo(group)
        .get()
        .values()
        .stream()
        .filter(java.util.Objects::nonNull)
        .mapToLong(each -> Math.max(0, each.lag().orElse(0L)))
        .sum();
  }

  /** From the ends of partitions, and how far they were read. */
  public static long waiting(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> read) {
    long sum = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      long behind = end.getValue() - read.getOrDefault(end.getKey(), 0L);
      sum += read.containsKey(end.getKey()) || behind > 1 ? Math.max(0, behind - 1) : 0;
    }
    return sum;
  }

  private static Map<TopicPartition, Long> ends(Admin admin, String topic)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    TopicDescription described =
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
    if (described == null) {
      return Map.of();
    }
    described
        .partitions()
        .forEach(
            partition ->
                latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
        admin.listOffsets(latest).all().get().entrySet()) {
      ends.put(end.getKey(), end.getValue().offset());
    }
    return ends;
  }
}
