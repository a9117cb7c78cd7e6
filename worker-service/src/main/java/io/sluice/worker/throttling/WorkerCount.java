package io.sluice.worker.throttling;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many workers are alive, looked up now and then and never in the way of a call. */
public final class WorkerCount implements IntSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerCount.class);

  private final IntSupplier count;
  private final Duration every;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile int last = 1;
  private volatile long lookedAt;

  /**
   * @param count may block and may fail
   */
  public WorkerCount(IntSupplier count, Duration every) {
    this.count = count;
    this.every = every;
    this.lookedAt = System.nanoTime() - every.toNanos();
  }

  @Override
  public int getAsInt() {
    boolean due = System.nanoTime() - lookedAt >= every.toNanos();
    if (due && looking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("live-workers").start(this::look);
    }
    return last;
  }

  private void look() {
    try {
      last = Math.max(1, count.getAsInt());
    } catch (RuntimeException e) {
      LOG.debug("the number of workers is not known, it stays {}: {}", last, e.getMessage());
    } finally {
      lookedAt = System.nanoTime();
      looking.set(false);
    }
  }
}
