package io.sluice.transport.topic;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a workspace belongs to, on every topic that is partitioned by workspace. Kafka's
 * own choice would hash the key, and {@code workspace/address} would not land beside {@code
 * workspace}.
 */
public record Partitioner(int partitions) {
  public int partition(String workspace) {
    return Utils.toPositive(Utils.murmur2(workspace.getBytes(StandardCharsets.UTF_8))) % partitions;
  }
}
