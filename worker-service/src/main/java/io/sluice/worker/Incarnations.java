package io.sluice.worker;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import io.sluice.transport.zookeeper.Membership;
import io.sluice.worker.lease.Incarnation;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker's membership and its successors: when the session is lost, what runs is asked to stop
 * and the worker comes back as another incarnation.
 */
final class Incarnations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Incarnations.class);
  private static final Duration AGAIN = Duration.ofMillis(500);

  private final Members members;
  private final Members.Description description;
  private final Ensemble.Watch watch;
  private final Thread keeper =
      Thread.ofPlatform().name("worker-membership").daemon().unstarted(this::keep);
  private final Consumer<String> joined;
  private Consumer<Incarnation> lost = incarnation -> {};
  private volatile Incarnation current = new Incarnation("none");
  private volatile @Nullable Membership membership;
  private volatile boolean closed;

  /**
   * @param joined hears of each incarnation before anything is claimed in its name
   */
  Incarnations(Ensemble ensemble, WorkerConfiguration configuration, Consumer<String> joined) {
    this.joined = joined;
    this.members = new Members(ensemble, Members.WORKERS);
    this.description =
        new Members.Description(
            configuration.name(),
            configuration.httpHost(),
            ProcessHandle.current().pid(),
            configuration.pool(),
            configuration.mostInFlight());
    this.watch = ensemble.watch(change -> changed());
  }

  void onLost(Consumer<Incarnation> listener) {
    lost = listener;
  }

  void join() {
    Membership mine = members.join(description);
    membership = mine;
    joined.accept(mine.incarnation());
    current = new Incarnation(mine.incarnation());
    LOG.info("worker {} joined as {}", description.instance(), mine.incarnation());
    if (!keeper.isAlive()) {
      keeper.start();
    }
  }

  Incarnation current() {
    return current;
  }

  private void changed() {
    synchronized (this) {
      notifyAll();
    }
  }

  private void keep() {
    while (!closed) {
      try {
        Membership now = membership;
        if (now != null && now.lost()) {
          LOG.warn("membership {} is lost: its calls are asked to stop", now.incarnation());
          membership = null;
          lost.accept(current);
        }
        if (membership == null) {
          join();
        }
        synchronized (this) {
          wait(AGAIN.toMillis());
        }
      } catch (TransportFailure e) {
        LOG.warn("joining again failed, trying again: {}", e.getMessage());
        pause();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        LOG.error("keeping the membership failed with a bug, trying again", e);
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(AGAIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    keeper.interrupt();
    watch.close();
    Membership mine = membership;
    if (mine != null) {
      try {
        mine.close();
      } catch (TransportFailure e) {
        LOG.warn(
            "leaving failed; the end of the session will remove the member: {}", e.getMessage());
      }
    }
  }
}
