package io.sluice.state.pool;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State services whose node in ZooKeeper has gone. Kafka would notice the end of their sessions in
 * the consumer group much later, and their partitions would have no owner so long: whoever sees the
 * node go has them leave. One that only lost its session joins again.
 */
public final class DeadInstances implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadInstances.class);

  private final Supplier<Set<String>> living;
  private final Consumer<Set<String>> leave;
  private final AtomicBoolean changed = new AtomicBoolean();
  private final Thread thread;
  private AutoCloseable watch = () -> {};
  private Set<String> known = Set.of();

  /**
   * @param living the ids of those that live now
   * @param leave has these leave the group; asked on a thread of its own
   */
  DeadInstances(Supplier<Set<String>> living, Consumer<Set<String>> leave) {
    this.living = living;
    this.leave = leave;
    this.thread = Thread.ofVirtual().name("dead-instances").unstarted(this::run);
  }

  /** Watches until it is closed. */
  public static DeadInstances watch(Ensemble ensemble, Consumer<Set<String>> leave) {
    Members members = new Members(ensemble, Members.STATE);
    DeadInstances dead =
        new DeadInstances(
            () ->
                members.live().stream()
                    .map(member -> member.description().id())
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet()),
            leave);
    dead.watch = members.watch(dead::changed);
    dead.changed();
    dead.thread.start();
    return dead;
  }

  private synchronized void changed() {
    changed.set(true);
    notifyAll();
  }

  private void run() {
    try {
      while (true) {
        synchronized (this) {
          while (!changed.getAndSet(false)) {
            wait();
          }
        }
        look();
      }
    } catch (InterruptedException e) {
      LOG.debug("other instances are watched no more");
    }
  }

  /** Compares who lives with who lived before. */
  void look() {
    try {
      Set<String> now = living.get();
      Set<String> gone = new HashSet<>(known);
      gone.removeAll(now);
      known = now;
      if (!gone.isEmpty()) {
        LOG.info("instances that are gone leave the group: {}", gone);
        leave.accept(gone);
      }
    } catch (TransportFailure e) {
      // Their sessions in the group end by themselves, later.
      LOG.debug("it is not known who lives: {}", e.getMessage());
    }
  }

  @Override
  public void close() throws Exception {
    thread.interrupt();
    watch.close();
  }
}
