package io.sluice.worker.claim;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a delivery count of 1 is worth. */
@FunctionalInterface
public interface Deliveries {
  /**
   * Whether no worker can have acquired the record before: true only if its count, 1, was kept by
   * the leader under which it was written. To be asked after the acquisition.
   */
  CompletableFuture<Boolean> surelyFirst(ConsumerRecord<String, byte[]> record);
}
