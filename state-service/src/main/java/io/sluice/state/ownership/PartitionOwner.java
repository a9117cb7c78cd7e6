package io.sluice.state.ownership;

import io.sluice.model.record.OwnerRecord;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.transaction.LeftOpen;
import io.sluice.transport.zookeeper.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of one assigned partition: takes it over, and over again whenever it has to. */
final class PartitionOwner implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwner.class);
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration HALTED = Duration.ofSeconds(30);

  private final Surroundings around;
  private final int partition;
  private final Runnable onTakenOver;
  private final Thread thread;
  private final Poison poison = new Poison();
  private final AtomicReference<@Nullable Tenure> tenure = new AtomicReference<>();
  private volatile boolean released;
  private volatile @Nullable String trouble;

  PartitionOwner(Surroundings around, int partition, Runnable onTakenOver) {
    this.around = around;
    this.partition = partition;
    this.onTakenOver = onTakenOver;
    this.thread = Thread.ofPlatform().name("state-" + partition).unstarted(this);
  }

  void start() {
    thread.start();
  }

  int partition() {
    return partition;
  }

  /** What keeps the partition from being served, if anything does. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  boolean serving() {
    return tenure.get() != null;
  }

  /** The committed records, while this instance owns the partition. */
  Optional<LocalStore> store() {
    Tenure current = tenure.get();
    return current == null ? Optional.empty() : Optional.of(current.store());
  }

  /** Gives the partition up after the transaction under way. */
  void release() {
    released = true;
    Tenure current = tenure.get();
    if (current != null) {
      current.wakeUp();
    }
  }

  void awaitReleased() throws InterruptedException {
    thread.join();
  }

  @Override
  public void run() {
    while (!released) {
      try {
        serve();
        trouble = null;
      } catch (Halted e) {
        trouble = e.getMessage();
        LOG.error("{}", e.getMessage());
        pause(HALTED);
      } catch (Superseded | TransportFailure | KafkaException e) {
        trouble = e.getMessage();
        LOG.warn("partition {} is taken over afresh: {}", partition, e.getMessage());
        pause(AGAIN);
      } catch (RuntimeException e) {
        trouble = "a bug: " + e;
        LOG.error("partition {} is taken over afresh after a bug", partition, e);
        pause(Duration.ofSeconds(2));
      }
    }
  }

  private void serve() {
    Steps steps = new Steps();
    around.leases().awaitFree(partition, around.configuration().connection().zookeeperSession());
    steps.done("lease free");
    String id = around.configuration().connection().group("state-" + partition);
    Lease lease = null;
    LocalStore store = null;
    Producer<String, byte[]> producer = around.clients().transactionalProducer(id);
    try {
      LeftOpen.takeOver(around.clients(), producer, id);
      steps.done("fenced");
      lease = around.leases().take(partition, around.announcement());
      Takeover takeover = new Takeover(around, partition);
      steps.done("lease");
      store = takeover.restore();
      steps.done("restored");
      OwnerRecord before = takeover.owner(store).orElse(null);
      long epoch = before == null ? 1 : before.epoch() + 1;
      long applied = before == null ? 0 : before.applied();
      try (Tenure mine =
          new Tenure(around, partition, lease, producer, store, epoch, applied, poison)) {
        mine.begin();
        steps.done("begun");
        LOG.info("taking over partition {} took: {}", partition, steps);
        tenure.set(mine);
        trouble = null;
        onTakenOver.run();
        while (!released) {
          mine.step();
        }
      } catch (WakeupException e) {
        LOG.debug("woken to release partition {}", partition);
      }
    } finally {
      tenure.set(null);
      producer.close(Duration.ofSeconds(released ? 5 : 0));
      if (store != null) {
        store.close();
      }
      release(lease);
    }
  }

  private static void release(@Nullable Lease lease) {
    if (lease != null) {
      try {
        lease.release();
      } catch (TransportFailure e) {
        LOG.debug("the lease goes with its session", e);
      }
    }
  }

  private void pause(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (!released && System.nanoTime() - until < 0) {
      try {
        Thread.sleep(Math.min(100, time.toMillis()));
      } catch (InterruptedException e) {
        released = true;
      }
    }
  }
}
