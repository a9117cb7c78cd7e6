package io.sluice.worker.lease;

import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Control;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Phase;
import io.sluice.model.message.Task;
import io.sluice.model.message.TaskError;
import io.sluice.provider.Cancellation;
import io.sluice.worker.claim.Attempts;
import io.sluice.worker.claim.Claim;
import io.sluice.worker.claim.Deliveries;
import io.sluice.worker.execution.Fate;
import io.sluice.worker.execution.Gate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt, from its claim on.
 *
 * <pre>
 * claimed --(redelivered | dropped)--> told, accepted: never begun
 *    v
 * waiting --(deferred, given up)--> told, accepted: never begun
 *    |----(lasts)--> Started{waiting} --> accepted: a lease; Started{calling} durable --> calling
 *    |----(SEARCH, NONE) no lease while it waits; then Started{calling} durable, acceptance
 *    |     confirmed, young enough, surely the first delivery --> calling
 *    v
 * calling --(ends within lease-after)--> result durable --> accepted
 *    |----(lasts)--> Started{calling} durable --> accepted: a lease --> result durable
 * </pre>
 */
final class Attempt implements Attempts.Ongoing, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
  private static final int BEGUN_BY = 5;

  /** A claim is locked for 15 s; what still resolves its values then would hold up its batch. */
  private static final Duration CALLED_BY = Duration.ofSeconds(10);

  private static final String BROKER_CHANGED =
      "the broker has changed since the task was sent: it may have been delivered before";

  /** The seams that an attempt works through. */
  record Context(
      Inbox inbox,
      Standings standings,
      Deliveries deliveries,
      RunningAttempts.Runner runner,
      RunningAttempts.Decoder decoder,
      Fate fate,
      Duration leaseAfter,
      Duration oldestLease) {}

  private final Claim claim;
  private final Incarnation incarnation;
  private final Context around;
  private final Cancellation cancellation = new Cancellation();
  private final Runnable onEnd;
  private @Nullable Task task;
  private long begunAt;
  private Phase phase = Phase.WAITING;
  private boolean leased;
  private boolean settled;
  private boolean abandoned;
  private boolean ended;

  Attempt(Claim claim, Incarnation incarnation, Context around, Runnable onEnd) {
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
    } catch (Throwable e) {
      lastResort(e);
    } finally {
      onEnd.run();
    }
  }

  /** Whatever failed: the claim is settled, and if a call may have begun, that is reported. */
  private void lastResort(Throwable fault) {
    Task mine;
    boolean called;
    synchronized (this) {
      mine = task;
      called = phase == Phase.CALLING;
      ended = true;
      abandoned = true;
    }
    LOG.error("the attempt of {} broke", mine == null ? "a task" : mine.node(), fault);
    if (Fate.isOfTheProcess(fault)) {
      around.fate().end(fault);
    }
    if (mine == null || settled) {
      claim.release();
      return;
    }
    try {
      InboxMessage result = broken(mine, called, fault);
      if (isLeased()) {
        around.inbox().write(mine.workspace(), result, claim::accept, claim::release);
      } else {
        report(mine, result);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      claim.release();
    } catch (RuntimeException | Error e) {
      LOG.error("what became of {} can't be told: its silence is found", mine.node(), e);
      claim.release();
    }
  }

  /** Before the call it is certain that nothing was done, and it would only break again. */
  private InboxMessage broken(Task mine, boolean called, Throwable fault) {
    String message = "the attempt broke in the worker: " + fault.getClass().getSimpleName();
    return new InboxMessage.Result(
        mine.run(),
        mine.node(),
        mine.attempt(),
        claim.id(),
        called ? Outcome.IN_DOUBT : Outcome.FAILED,
        null,
        null,
        null,
        null,
        List.of(),
        new TaskError(
            called ? ErrorClass.IN_DOUBT : ErrorClass.PERMANENT,
            CoreCode.WORKER_FAULT,
            message,
            null),
        called ? 1 : 0,
        0,
        mine.recovering(),
        false,
        null,
        null);
  }

  private void begin(Task decoded) throws InterruptedException {
    Optional<String> before = deliveredBefore(decoded);
    if (before.isPresent()) {
      report(
          decoded,
          new InboxMessage.Redelivered(
              decoded.run(), decoded.node(), decoded.attempt(), claim.id(), before.get()));
      return;
    }
    Optional<Control.Standing> standing = around.standings().of(decoded.run());
    if (standing.isPresent()) {
      report(decoded, dropped(decoded, "the run is " + word(standing.get())));
      return;
    }
    synchronized (this) {
      if (abandoned || incarnation.hasEnded()) {
        claim.release();
        return;
      }
      task = decoded;
    }
    execute(decoded);
  }

  /** An operation that can't be found again is begun only by its certain holder. */
  private static boolean needsLease(Task task) {
    boolean unrepeatable = task.repeat() == RepeatClass.NONE || task.repeat() == RepeatClass.SEARCH;
    return unrepeatable && task.action().mayBeInDoubt();
  }

  /**
   * Why another may have had this task. What is called on a lease only asks then; what makes
   * nothing need not ask.
   */
  private Optional<String> deliveredBefore(Task decoded) throws InterruptedException {
    if (claim.deliveryCount() > 1) {
      return Optional.of("delivery count " + claim.deliveryCount());
    }
    boolean asks =
        switch (decoded.repeat()) {
          case BY_NAME, TOKEN -> decoded.action().mayBeInDoubt();
          case PURE, SEARCH, NONE -> false;
        };
    return !asks || confirmed(around.deliveries().surelyFirst(claim.task()))
        ? Optional.empty()
        : Optional.of(BROKER_CHANGED);
  }

  private boolean leasedFirst(Task decoded) throws InterruptedException {
    long since = System.nanoTime();
    synchronized (this) {
      leased = true;
    }
    CompletableFuture<Boolean> first = around.deliveries().surelyFirst(claim.task());
    try {
      around.inbox().write(decoded.workspace(), started(decoded, Phase.CALLING)).get();
      boolean confirmed = claim.acceptConfirmed().get();
      boolean surelyFirst = first.get();
      Duration age = Duration.ofNanos(System.nanoTime() - since);
      boolean wanted = !incarnation.hasEnded() && !cancellation.isCancelled();
      boolean young = age.compareTo(around.oldestLease()) < 0;
      if (confirmed && surelyFirst && young && wanted) {
        return true;
      }
      giveUp(decoded, whyNot(confirmed, surelyFirst, age), confirmed && surelyFirst);
      return false;
    } catch (ExecutionException e) {
      claim.release();
      return false;
    }
  }

  private static String whyNot(boolean confirmed, boolean surelyFirst, Duration age) {
    if (!confirmed) {
      return "the acceptance was not confirmed; nothing was called";
    }
    return surelyFirst
        ? "the lease was " + age.toMillis() + " ms old before the call could begin"
        : BROKER_CHANGED;
  }

  /** Right before the call: the wait is over, and from here on a loss makes doubt. */
  private boolean mayCall(Task decoded) {
    boolean told;
    synchronized (this) {
      if (abandoned || incarnation.hasEnded() || cancellation.isCancelled()) {
        return false;
      }
      if (around.standings().of(decoded.run()).isPresent()) {
        return false;
      }
      phase = Phase.CALLING;
      told = leased;
    }
    try {
      if (needsLease(decoded)) {
        settled = !leasedFirst(decoded);
        return !settled;
      }
      if (told) {
        around.inbox().write(decoded.workspace(), started(decoded, Phase.CALLING)).get();
        return !incarnation.hasEnded();
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      return false;
    }
  }

  /** From here on this is a lease, whose holder says that nothing of that name was there. */
  private boolean mayMakeAbsent(Task decoded) {
    synchronized (this) {
      if (abandoned || incarnation.hasEnded() || cancellation.isCancelled()) {
        return false;
      }
      leased = true;
    }
    try {
      around.inbox().write(decoded.workspace(), started(decoded, Phase.CALLING, true)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      return false;
    }
    claim.accept();
    return !incarnation.hasEnded();
  }

  private Gate gate(Task decoded) {
    return new Gate() {
      @Override
      public boolean mayCall() {
        return Attempt.this.mayCall(decoded);
      }

      @Override
      public long receivedAt() {
        return claim.acquiredAt();
      }

      @Override
      public boolean mayMakeAbsent() {
        return Attempt.this.mayMakeAbsent(decoded);
      }
    };
  }

  private void execute(Task decoded) throws InterruptedException {
    synchronized (this) {
      if (abandoned) {
        return;
      }
      begunAt = System.nanoTime();
    }
    InboxMessage result = around.runner().execute(decoded, claim.id(), cancellation, gate(decoded));
    synchronized (this) {
      if (settled || abandoned) {
        return;
      }
      ended = true;
    }
    if (isLeased()) {
      around.inbox().write(decoded.workspace(), result, claim::accept, claim::release);
    } else {
      report(decoded, result);
    }
  }

  private synchronized boolean isLeased() {
    return leased;
  }

  @Override
  public void handOver() {
    Task lasting;
    Phase doing;
    synchronized (this) {
      long now = System.nanoTime();
      if (begunAt == 0) {
        if (now - claim.acquiredAt() > Duration.ofSeconds(BEGUN_BY).toNanos() && !leased) {
          abandoned = true;
          claim.release();
        }
        return;
      }
      if (leased || ended || now - begunAt < around.leaseAfter().toNanos() || task == null) {
        return;
      }
      if (phase == Phase.WAITING && needsLease(task)) {
        if (now - claim.acquiredAt() > CALLED_BY.toNanos()) {
          abandoned = true;
          cancellation.cancel("it waited for too long to be called under this claim");
          claim.release();
        }
        return;
      }
      leased = true;
      lasting = task;
      doing = phase;
    }
    around.inbox().write(lasting.workspace(), started(lasting, doing), claim::accept, () -> {});
  }

  /** The run was interrupted, the membership lost, or the worker's time to drain is over. */
  void interrupt(String reason) {
    Task waiting;
    synchronized (this) {
      if (begunAt != 0) {
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

  /**
   * The machine sends another attempt upon this. Where a call can't be repeated it must hear it
   * only when this task can reach no other worker; a worker that dies between the two leaves
   * silence, which is found.
   */
  private void report(Task decoded, InboxMessage message) throws InterruptedException {
    if (!needsLease(decoded)) {
      around.inbox().write(decoded.workspace(), message, claim::accept, claim::release);
    } else if (confirmed(claim.acceptConfirmed())) {
      around.inbox().write(decoded.workspace(), message, () -> {}, () -> {});
    }
  }

  private static boolean confirmed(CompletableFuture<Boolean> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      return false;
    }
  }

  private InboxMessage dropped(Task decoded, String reason) {
    return new InboxMessage.Dropped(
        decoded.run(), decoded.node(), decoded.attempt(), claim.id(), reason);
  }

  private InboxMessage started(Task decoded, Phase doing) {
    return new InboxMessage.Started(
        decoded.run(), decoded.node(), decoded.attempt(), claim.id(), incarnation.id(), doing);
  }

  private InboxMessage started(Task decoded, Phase doing, boolean absent) {
    return new InboxMessage.Started(
        decoded.run(),
        decoded.node(),
        decoded.attempt(),
        claim.id(),
        incarnation.id(),
        doing,
        absent);
  }

  private static String word(Control.Standing standing) {
    return switch (standing) {
      case CANCELLED -> "cancelled";
      case INTERRUPTED -> "interrupted";
      case PAUSED -> "paused";
    };
  }
}
