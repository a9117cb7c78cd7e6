package io.sluice.worker.claim;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One acquired record until it is acknowledged; acknowledged once, whoever comes first.
 *
 * <pre>
 * held --accept/release--> settled
 *   \--acceptConfirmed---> settled, and the broker's word on whether it counted
 * </pre>
 */
public final class Claim {
  private final String id;
  private final ConsumerRecord<String, byte[]> task;
  private final long acquiredAt;
  private final ClaimLoop loop;
  private final AtomicBoolean settled = new AtomicBoolean();

  Claim(String id, ConsumerRecord<String, byte[]> task, long acquiredAt, ClaimLoop loop) {
    this.id = id;
    this.task = task;
    this.acquiredAt = acquiredAt;
    this.loop = loop;
  }

  /** Unique: the worker's incarnation and a sequence. */
  public String id() {
    return id;
  }

  public ConsumerRecord<String, byte[]> task() {
    return task;
  }

  /** On the monotonic clock. */
  public long acquiredAt() {
    return acquiredAt;
  }

  public int deliveryCount() {
    return task.deliveryCount().map(Short::intValue).orElse(1);
  }

  public void accept() {
    settle(AcknowledgeType.ACCEPT, null);
  }

  /** Back to the group: for what has certainly not begun. */
  public void release() {
    settle(AcknowledgeType.RELEASE, null);
  }

  /**
   * Completes with whether the broker took the acceptance; false also when it was settled before.
   */
  public CompletableFuture<Boolean> acceptConfirmed() {
    CompletableFuture<Boolean> confirmed = new CompletableFuture<>();
    if (!settle(AcknowledgeType.ACCEPT, confirmed)) {
      confirmed.complete(false);
    }
    return confirmed;
  }

  private boolean settle(AcknowledgeType type, @Nullable CompletableFuture<Boolean> confirmed) {
    if (!settled.compareAndSet(false, true)) {
      return false;
    }
    loop.settled(new ClaimLoop.Settlement(this, type, confirmed));
    return true;
  }
}
