package io.sluice.worker.lease;

import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Control;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Phase;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.worker.claim.Attempts;
import io.sluice.worker.claim.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, from its claim on.
 *
 * <pre>
 * claimed --(redelivered | dropped)--> told, accepted: never begun
 *    |---(SEARCH, NONE) lease first: Started durable, acceptance confirmed, young enough
 *    v
 * calling --(ends within lease-after)--> result durable --> accepted
 *    |----(lasts)--> Started durable --> accepted: a lease --> result durable
 * </pre>
 */
final class Attempt implements Attempts.Ongoing, Runnable {
  private static final int BEGUN_BY = 5;

  /** The seams that an attempt works through. */
  record Surroundings(
      Inbox inbox,
      Standings standings,
      AttemptDesk.Runner runner,
      AttemptDesk.Decoder decoder,
      Duration leaseAfter,
      Duration oldestLease) {}

  private final Claim claim;
  private final Incarnation incarnation;
  private final Surroundings around;
  private final Cancellation cancellation = new Cancellation();
  private final Runnable onEnd;
  private @Nullable Task task;
  private long callingSince;
  private boolean leased;
  private boolean abandoned;
  private boolean ended;

  Attempt(Claim claim, Incarnation incarnation, Surroundings around, Runnable onEnd) {
    this.claim = claim;
    this.incarnation = incarnation;
    this.around = around;
    this.onEnd = onEnd;
  }

  @Override
  public void run() {
    try {
      Optional<Task> decoded = around.decoder().decode(claim);
      if (decoded.isPresent()) {
        begin(decoded.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      claim.release();
    } finally {
      onEnd.run();
    }
  }

  private void begin(Task decoded) throws InterruptedException {
    if (claim.deliveryCount() > 1) {
      reportAndAccept(
          decoded,
          new InboxMessage.Redelivered(
              decoded.run(),
              decoded.node(),
              decoded.attempt(),
              claim.id(),
              "delivery count " + claim.deliveryCount()));
      return;
    }
    Optional<Control.Standing> standing = around.standings().of(decoded.run());
    if (standing.isPresent()) {
      reportAndAccept(decoded, dropped(decoded, "the run is " + word(standing.get())));
      return;
    }
    synchronized (this) {
      if (abandoned || incarnation.hasEnded()) {
        claim.release();
        return;
      }
      task = decoded;
    }
    if (needsLease(decoded) && !leasedFirst(decoded)) {
      return;
    }
    call(decoded);
  }

  /** An operation that can't be found again is begun only by whoever surely holds it. */
  private static boolean needsLease(Task task) {
    boolean unrepeatable = task.repeat() == RepeatClass.NONE || task.repeat() == RepeatClass.SEARCH;
    return unrepeatable && task.action() != Action.READ;
  }

  private boolean leasedFirst(Task decoded) throws InterruptedException {
    long since = System.nanoTime();
    synchronized (this) {
      leased = true;
    }
    try {
      around.inbox().write(decoded.workspace(), started(decoded)).get();
      boolean confirmed = claim.acceptConfirmed().get();
      Duration age = Duration.ofNanos(System.nanoTime() - since);
      if (confirmed && !incarnation.hasEnded() && age.compareTo(around.oldestLease()) < 0) {
        return true;
      }
      giveUp(
          decoded,
          confirmed
              ? "the lease was " + age.toMillis() + " ms old before the call could begin"
              : "the acceptance was not confirmed; nothing was called",
          confirmed);
      return false;
    } catch (ExecutionException e) {
      claim.release();
      return false;
    }
  }

  private void call(Task decoded) throws InterruptedException {
    synchronized (this) {
      if (abandoned) {
        return;
      }
      callingSince = System.nanoTime();
    }
    InboxMessage result = around.runner().execute(decoded, claim.id(), cancellation);
    synchronized (this) {
      ended = true;
    }
    around.inbox().write(decoded.workspace(), result, claim::accept, claim::release);
  }

  @Override
  public void handOver() {
    Task lasting;
    synchronized (this) {
      long now = System.nanoTime();
      if (callingSince == 0) {
        if (now - claim.acquiredAt() > Duration.ofSeconds(BEGUN_BY).toNanos() && !leased) {
          abandoned = true;
          claim.release();
        }
        return;
      }
      if (leased || ended || now - callingSince < around.leaseAfter().toNanos() || task == null) {
        return;
      }
      leased = true;
      lasting = task;
    }
    around.inbox().write(lasting.workspace(), started(lasting), claim::accept, () -> {});
  }

  /** The run was interrupted, the membership lost, or the worker's time to drain is over. */
  void interrupt(String reason) {
    Task waiting;
    synchronized (this) {
      if (callingSince != 0) {
        cancellation.cancel(reason);
        return;
      }
      if (abandoned) {
        return;
      }
      abandoned = true;
      waiting = leased ? task : null;
    }
    if (waiting == null) {
      claim.release();
    } else {
      giveUp(waiting, reason, false);
    }
  }

  synchronized boolean isOf(String run) {
    Task mine = task;
    return mine != null && mine.run().equals(run);
  }

  /** An unconfirmed task may come to another worker: then the same attempt goes on there. */
  private void giveUp(Task decoded, String reason, boolean accepted) {
    around
        .inbox()
        .write(
            decoded.workspace(),
            new InboxMessage.GaveUp(
                decoded.run(), decoded.node(), decoded.attempt(), claim.id(), reason, accepted),
            () -> {},
            () -> {});
  }

  private void reportAndAccept(Task decoded, InboxMessage message) {
    around.inbox().write(decoded.workspace(), message, claim::accept, claim::release);
  }

  private InboxMessage dropped(Task decoded, String reason) {
    return new InboxMessage.Dropped(
        decoded.run(), decoded.node(), decoded.attempt(), claim.id(), reason);
  }

  private InboxMessage started(Task decoded) {
    return new InboxMessage.Started(
        decoded.run(),
        decoded.node(),
        decoded.attempt(),
        claim.id(),
        incarnation.id(),
        Phase.CALLING);
  }

  private static String word(Control.Standing standing) {
    return switch (standing) {
      case CANCELLED -> "cancelled";
      case INTERRUPTED -> "interrupted";
      case PAUSED -> "paused";
    };
  }
}
