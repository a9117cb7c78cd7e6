package io.sluice.worker.claim;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One acquired record until it is acknowledged; acknowledged once, by the first caller.
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
  private final Consumer<Settlement> settlements;
  private final AtomicBoolean settled = new AtomicBoolean();

  /** How a claim was settled, and who waits for the broker's word on it. */
  public record Settlement(
      Claim claim, AcknowledgeType type, @Nullable CompletableFuture<Boolean> confirmed) {}

  public Claim(
      String id,
      ConsumerRecord<String, byte[]> task,
      long acquiredAt,
      Consumer<Settlement> settlements) {
    this.id = id;
    this.task = task;
    this.acquiredAt = acquiredAt;
    this.settlements = settlements;
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
    settlements.accept(new Settlement(this, type, confirmed));
    return true;
  }
}
