package io.sluice.state.ownership;

import io.sluice.model.record.OwnerRecord;
import io.sluice.service.measure.Figure;
import io.sluice.state.intake.Halted;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Superseded;
import io.sluice.state.query.Standing;
import io.sluice.state.store.LocalStore;
import io.sluice.state.store.StoredMessages;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.transaction.DanglingTransactions;
import io.sluice.transport.zookeeper.Lease;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of one assigned partition: takes it over, and over again whenever it has to. Whatever
 * is thrown in it is caught here, so that a partition is either served or reports why it isn't; a
 * failure that no partition of the process can recover from ends the process.
 */
final class PartitionOwner implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwner.class);
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration BUG = Duration.ofSeconds(2);
  private static final Duration HALTED = Duration.ofSeconds(30);

  private final PartitionContext around;
  private final int partition;
  private final Listener listener;
  private final Thread thread;
  private final Poison poison;
  private final AtomicReference<@Nullable Tenure> tenure = new AtomicReference<>();
  private volatile boolean released;
  private volatile @Nullable String trouble = "not taken over yet";

  /** The one that assigned the partition. */
  interface Listener {
    void takenOver();

    /** Records of a newer build are there: an instance of that build should own them. */
    void tooOld(String why);
  }

  PartitionOwner(PartitionContext around, int partition, Poison poison, Listener listener) {
    this.around = around;
    this.partition = partition;
    this.poison = poison;
    this.listener = listener;
    this.thread = Thread.ofPlatform().name("state-" + partition).unstarted(this);
  }

  void start() {
    thread.start();
  }

  int partition() {
    return partition;
  }

  /** What it remembers of inputs that failed. */
  Poison poison() {
    return poison;
  }

  /** Its thread has ended, though it was not released. */
  boolean dead() {
    return !released && thread.getState() == Thread.State.TERMINATED;
  }

  /** What keeps the partition from being served, if anything does. */
  Optional<String> trouble() {
    Tenure current = tenure.get();
    return current == null ? Optional.ofNullable(trouble) : current.trouble();
  }

  /** Where its inbox is halted, if skipping a record helps. */
  Optional<Long> haltedAt() {
    Tenure current = tenure.get();
    return current == null ? Optional.empty() : current.haltedAt();
  }

  /** Workspaces that are served in part, with the reason. */
  Map<String, String> ailing() {
    return poison.ailing();
  }

  Optional<Standing> standing() {
    return Optional.ofNullable(tenure.get()).map(Tenure::standing);
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
      } catch (Throwable e) {
        pause(caught(e));
      }
    }
  }

  /** Logs the failure, and returns how long to wait before the partition is taken over again. */
  private Duration caught(Throwable failure) {
    if (!released) {
      around.measures().count(Figure.TENURES_LOST, cause(failure));
    }
    switch (failure) {
      case Halted e -> {
        trouble = e.getMessage();
        LOG.error("{}", e.getMessage());
        return HALTED;
      }
      case StoredMessages.Unreadable e when e.newer() -> {
        trouble = e.getMessage() + ". An instance of a newer build has to own it";
        LOG.error("partition {}: {}", partition, trouble);
        listener.tooOld(String.valueOf(trouble));
        return HALTED;
      }
      case StoredMessages.Unreadable e -> {
        trouble = e.getMessage() + ". It is damaged, or no build ever wrote it";
        LOG.error("partition {}: {}", partition, trouble);
        return HALTED;
      }
      case Superseded e -> again(e);
      case TransportFailure e -> again(e);
      case KafkaException e -> again(e);
      case StackOverflowError e -> {
        return bug(e);
      }
      case VirtualMachineError e -> {
        return fatal(e);
      }
      case LinkageError e -> {
        return fatal(e);
      }
      default -> {
        return bug(failure);
      }
    }
    return AGAIN;
  }

  private static String cause(Throwable failure) {
    return switch (failure) {
      case Halted e -> "halted";
      case StoredMessages.Unreadable e -> "unreadable";
      case Superseded e -> "superseded";
      case TransportFailure e -> "unreachable";
      case ProducerFencedException e -> "fenced";
      case KafkaException e -> "kafka";
      default -> "bug";
    };
  }

  private void again(RuntimeException e) {
    trouble = String.valueOf(e.getMessage());
    LOG.warn("partition {} is taken over again: {}", partition, e.getMessage());
  }

  private Duration bug(Throwable e) {
    trouble = "a bug: " + e;
    LOG.error("partition {} is taken over again after a bug", partition, e);
    return BUG;
  }

  private Duration fatal(Error e) {
    trouble = "this process cannot continue: " + e;
    around.endOfProcess().accept(e);
    return BUG;
  }

  private void serve() {
    Steps steps = new Steps();
    long began = System.nanoTime();
    around.leases().awaitFree(partition, around.configuration().connection().zookeeperSession());
    steps.done("lease free");
    String id = around.configuration().connection().group("state-" + partition);
    Lease lease = null;
    LocalStore store = null;
    Producer<String, byte[]> producer = around.clients().transactionalProducer(id);
    try {
      long tookOver = System.nanoTime();
      DanglingTransactions.takeOver(around.clients(), producer, id);
      steps.done("fenced");
      lease = around.leases().take(partition, around.announcement());
      Takeover takeover = new Takeover(around, partition);
      steps.done("lease");
      store = takeover.restore();
      steps.done("restored");
      OwnerRecord before = takeover.owner(store).orElse(null);
      Progress progress =
          new Progress(
              partition,
              before == null ? 1 : before.epoch() + 1,
              lease.czxid(),
              around.configuration().instance(),
              before,
              takeover.orders(store).orElse(null));
      Consumer<String, byte[]> consumer = around.clients().exactReader();
      try (Tenure mine =
          new Tenure(
              around, partition, Hold.of(lease), producer, consumer, store, progress, poison)) {
        mine.begin();
        steps.done("begun");
        LOG.info("taking over partition {} took: {}", partition, steps);
        around.measures().since(Figure.TAKEOVER_TIME, began);
        tenure.set(mine);
        trouble = null;
        listener.takenOver();
        serve(mine, tookOver);
        mine.stop();
        store.rest();
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

  private void serve(Tenure mine, long tookOver) {
    try {
      while (!released) {
        if (around.outages().mayBeLeft(tookOver)) {
          throw new Superseded("the broker was away");
        }
        mine.step();
      }
    } catch (WakeupException e) {
      LOG.debug("woken to release partition {}", partition);
    }
  }

  private static void release(@Nullable Lease lease) {
    if (lease != null) {
      try {
        lease.release();
      } catch (TransportFailure e) {
        LOG.debug("the lease ends with its session", e);
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
