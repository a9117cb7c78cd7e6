package io.sluice.worker.lease;

import io.sluice.model.message.Control;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.worker.claim.AttemptStarter;
import io.sluice.worker.claim.Claim;
import io.sluice.worker.claim.Deliveries;
import io.sluice.worker.execution.Fate;
import io.sluice.worker.execution.Gate;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts that are under way in this worker, bounded in number: each on a virtual thread of
 * its own, so that thousands may wait.
 */
public final class RunningAttempts implements AttemptStarter {
  private static final Logger LOG = LoggerFactory.getLogger(RunningAttempts.class);
  private static final Duration REPORTING = Duration.ofSeconds(3);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final Supplier<Incarnation> incarnation;
  private final Attempt.Context around;
  private final int mostInFlight;
  private final ThreadFactory threads =
      Thread.ofVirtual()
          .name("attempt-", 0)
          .uncaughtExceptionHandler((thread, fault) -> LOG.error("{} died", thread, fault))
          .factory();
  private final Set<Attempt> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicLong claims = new AtomicLong();
  private int promised;
  private volatile boolean stopping;

  /** Carries a task out; always answers. */
  @FunctionalInterface
  public interface Runner {
    InboxMessage execute(Task task, String claimId, Cancellation cancellation, Gate gate);
  }

  /** Reads a claim's record; what is not a task is settled by the decoder. */
  @FunctionalInterface
  public interface Decoder {
    Optional<Task> decode(Claim claim);
  }

  public RunningAttempts(
      Supplier<Incarnation> incarnation,
      Inbox inbox,
      Standings standings,
      Deliveries deliveries,
      Runner runner,
      Decoder decoder,
      Fate fate,
      Limits limits) {
    this.incarnation = incarnation;
    this.around =
        new Attempt.Context(
            inbox,
            standings,
            deliveries,
            runner,
            decoder,
            fate,
            limits.leaseAfter(),
            limits.oldestLease());
    this.mostInFlight = limits.mostInFlight();
  }

  /** When an attempt becomes a lease, how old that may be, and how many there may be at once. */
  public record Limits(Duration leaseAfter, Duration oldestLease, int mostInFlight) {}

  @Override
  public Ongoing begin(Claim claim) {
    claims.incrementAndGet();
    Attempt[] self = new Attempt[1];
    Attempt attempt = new Attempt(claim, incarnation.get(), around, () -> underWay.remove(self[0]));
    self[0] = attempt;
    underWay.add(attempt);
    try {
      threads.newThread(attempt).start();
    } catch (RuntimeException | Error e) {
      underWay.remove(attempt);
      throw e;
    }
    return attempt;
  }

  @Override
  public boolean awaitRoom(int batch) throws InterruptedException {
    while (!stopping && (incarnation.get().hasEnded() || !reserved(batch))) {
      Thread.sleep(LOOK_AGAIN);
    }
    return !stopping;
  }

  private synchronized boolean reserved(int batch) {
    if (underWay.size() + promised + batch > mostInFlight) {
      return false;
    }
    promised += batch;
    return true;
  }

  @Override
  public synchronized void giveRoomBack(int batch) {
    promised = Math.max(0, promised - batch);
  }

  public int inFlight() {
    return underWay.size();
  }

  public long claims() {
    return claims.get();
  }

  /** Asks everything that goes on for a run to stop. */
  public void interruptRun(String workspace, String run) {
    underWay.stream()
        .filter(attempt -> attempt.isOf(workspace, run))
        .forEach(attempt -> attempt.interrupt("the run was interrupted"));
  }

  /** Asks one call to stop, which hangs: others of its process may end first. */
  public void interruptCall(String workspace, String run, Control.Call call) {
    underWay.stream()
        .filter(attempt -> attempt.isOf(workspace, run, call))
        .forEach(attempt -> attempt.interrupt("the call was interrupted on request"));
  }

  /** The membership is lost: the owners of the leases will judge all of this lost. */
  public void loseMembership(Incarnation lost) {
    lost.end();
    underWay.forEach(attempt -> attempt.interrupt("the worker lost its membership"));
  }

  /** No more claims; waits for what runs, then interrupts it and waits again for its report. */
  public void drain(Duration patience) throws InterruptedException {
    stopping = true;
    if (!awaitEmpty(patience)) {
      underWay.forEach(attempt -> attempt.interrupt("the worker is stopping"));
      awaitEmpty(REPORTING);
    }
  }

  private boolean awaitEmpty(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (!underWay.isEmpty() && System.nanoTime() - until < 0) {
      Thread.sleep(LOOK_AGAIN);
    }
    return underWay.isEmpty();
  }
}
