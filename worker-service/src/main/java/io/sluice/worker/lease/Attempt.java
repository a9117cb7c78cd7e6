package io.sluice.worker.lease;

import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt, from its claim on. {@link AttemptState} says where it stands; this carries out what
 * follows from a step, which is a message to the inbox, a settled claim, or both in this order:
 *
 * <pre>
 * Claimed   redelivered, or the run was stopped: reported, accepted; never begun
 * Waiting   deferred, given up: reported, accepted
 *           lasts: Started{waiting}, accepted: a lease
 * Calling   SEARCH, NONE: Started{calling} durable, acceptance confirmed, young enough, surely the
 *           first delivery; only then the call
 *           on a lease: Started{calling} durable, then the call
 *           lasts: Started{calling}, accepted: a lease
 * Ended     the result durable, then accepted
 * </pre>
 *
 * The lock is held while it moves from state to state, never while it waits for a message.
 */
final class Attempt implements AttemptStarter.Ongoing, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);
  private static final Duration BEGUN_BY = Duration.ofSeconds(5);

  /** A claim is locked for 15 s; what still resolves its values then would hold up its batch. */
  private static final Duration CALLED_BY = Duration.ofSeconds(10);

  private static final String BROKER_CHANGED =
      "the broker has changed since the task was sent: it may have been delivered before";

  /** The interfaces that an attempt works through. */
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
  private final Reports reports;
  private final Cancellation cancellation = new Cancellation();
  private final Runnable onEnd;
  private AttemptState state = new AttemptState.Claimed();

  Attempt(Claim claim, Incarnation incarnation, Context around, Runnable onEnd) {
    this.claim = claim;
    this.incarnation = incarnation;
    this.around = around;
    this.reports = new Reports(claim.id(), incarnation.id());
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

  /** Returns whether that changed anything: after the end of an attempt nothing does. */
  private synchronized boolean move(AttemptEvent event) {
    AttemptState before = state;
    state = before.next(event);
    return !state.equals(before);
  }

  /** Ends it, and returns what is to be reported on; null if the claim is given back already. */
  private synchronized AttemptState.@Nullable Begun end() {
    AttemptState.Begun begun = state.begun();
    state = state.next(begun == null ? new AttemptEvent.Abandon() : new AttemptEvent.End());
    return begun;
  }

  /** Whatever failed: the claim is settled, and if a call may have begun, that is reported. */
  private void lastResort(Throwable fault) {
    AttemptState.Begun mine = end();
    LOG.error(
        "the attempt of {} failed with a bug", mine == null ? "a task" : mine.task().node(), fault);
    if (Fate.isOfTheProcess(fault)) {
      around.fate().end(fault);
    }
    if (mine == null) {
      claim.release();
      return;
    }
    try {
      reportEnd(mine, reports.broken(mine.task(), mine.called(), fault));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      claim.release();
    } catch (RuntimeException | Error e) {
      LOG.error(
          "the outcome of {} cannot be reported; the state service will notice that there is no"
              + " report",
          mine.task().node(),
          e);
      claim.release();
    }
  }

  private void begin(Task task) throws InterruptedException {
    Optional<String> before = deliveredBefore(task);
    if (before.isPresent()) {
      report(task, reports.redelivered(task, before.get()));
      return;
    }
    Optional<Control.Standing> standing = around.standings().of(task.workspace(), task.run());
    if (standing.isPresent()) {
      report(task, reports.dropped(task, standing.get()));
      return;
    }
    if (incarnation.hasEnded() || !move(new AttemptEvent.Begin(task, System.nanoTime()))) {
      claim.release();
      return;
    }
    InboxMessage result = around.runner().execute(task, claim.id(), cancellation, gate(task));
    AttemptState.Begun ended = end();
    if (ended != null) {
      reportEnd(ended, result);
    }
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
  private Optional<String> deliveredBefore(Task task) throws InterruptedException {
    if (claim.deliveryCount() > 1) {
      return Optional.of("delivery count " + claim.deliveryCount());
    }
    boolean asks =
        switch (task.repeat()) {
          case BY_NAME, TOKEN -> task.action().mayBeInDoubt();
          case PURE, SEARCH, NONE -> false;
        };
    return !asks || confirmed(around.deliveries().surelyFirst(claim.task()))
        ? Optional.empty()
        : Optional.of(BROKER_CHANGED);
  }

  private Gate gate(Task task) {
    return new Gate() {
      @Override
      public boolean mayCall() {
        return Attempt.this.mayCall(task);
      }

      @Override
      public long receivedAt() {
        return claim.acquiredAt();
      }

      @Override
      public boolean mayMakeAbsent() {
        return Attempt.this.mayMakeAbsent(task);
      }
    };
  }

  private boolean mayCall(Task task) {
    boolean onLease = needsLease(task);
    boolean announced;
    synchronized (this) {
      if (!(state instanceof AttemptState.Waiting waiting)
          || isUnwanted()
          || around.standings().of(task.workspace(), task.run()).isPresent()) {
        return false;
      }
      announced = waiting.leased();
      state = waiting.next(new AttemptEvent.Call(onLease));
    }
    try {
      if (onLease) {
        boolean obtained = isLeaseObtained(task);
        if (!obtained) {
          move(new AttemptEvent.GiveUp());
        }
        return obtained;
      }
      if (announced) {
        around.inbox().write(task.workspace(), reports.started(task, Phase.CALLING)).get();
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

  private boolean isUnwanted() {
    return incarnation.hasEnded() || cancellation.isCancelled();
  }

  private boolean isLeaseObtained(Task task) throws InterruptedException {
    long since = System.nanoTime();
    CompletableFuture<Boolean> first = around.deliveries().surelyFirst(claim.task());
    try {
      around.inbox().write(task.workspace(), reports.started(task, Phase.CALLING)).get();
      boolean confirmed = claim.acceptConfirmed().get();
      boolean surelyFirst = first.get();
      Duration age = Duration.ofNanos(System.nanoTime() - since);
      boolean young = age.compareTo(around.oldestLease()) < 0;
      if (confirmed && surelyFirst && young && !isUnwanted()) {
        return true;
      }
      String why = whyNot(confirmed, surelyFirst, age);
      send(task, reports.gaveUp(task, why, confirmed && surelyFirst));
      return false;
    } catch (ExecutionException e) {
      claim.release();
      return false;
    }
  }

  private static String whyNot(boolean confirmed, boolean surelyFirst, Duration age) {
    if (!confirmed) {
      return "the broker did not confirm the acceptance; nothing was called";
    }
    return surelyFirst
        ? "the lease was " + age.toMillis() + " ms old when the call could begin"
        : BROKER_CHANGED;
  }

  /** From here on this is a lease, whose holder says that nothing of that name was there. */
  private boolean mayMakeAbsent(Task task) {
    synchronized (this) {
      if (!(state instanceof AttemptState.Begun) || isUnwanted()) {
        return false;
      }
      state = state.next(new AttemptEvent.Lease());
    }
    try {
      around.inbox().write(task.workspace(), reports.startedOnAbsence(task)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      return false;
    }
    claim.accept();
    return !incarnation.hasEnded();
  }

  @Override
  public void handOver() {
    AttemptState.Begun lasting;
    synchronized (this) {
      if (state instanceof AttemptState.Claimed && isOlderThan(BEGUN_BY)) {
        abandon();
      }
      if (!(state instanceof AttemptState.Begun begun)) {
        return;
      }
      lasting = begun;
      long age = System.nanoTime() - lasting.begunAt();
      if (lasting.leased() || age < around.leaseAfter().toNanos()) {
        return;
      }
      if (!lasting.called() && needsLease(lasting.task())) {
        if (isOlderThan(CALLED_BY)) {
          cancellation.cancel("it waited too long to be called under this claim");
          abandon();
        }
        return;
      }
      state = lasting.next(new AttemptEvent.Lease());
    }
    Task task = lasting.task();
    Phase doing = lasting.called() ? Phase.CALLING : Phase.WAITING;
    around.inbox().write(task.workspace(), reports.started(task, doing), claim::accept, () -> {});
  }

  private boolean isOlderThan(Duration limit) {
    return System.nanoTime() - claim.acquiredAt() > limit.toNanos();
  }

  private synchronized void abandon() {
    state = state.next(new AttemptEvent.Abandon());
    claim.release();
  }

  /** The run was interrupted, the membership lost, or the worker's time to drain is over. */
  synchronized void interrupt(String reason) {
    if (state instanceof AttemptState.Claimed) {
      abandon();
    } else {
      cancellation.cancel(reason);
    }
  }

  synchronized boolean isOf(String workspace, String run) {
    AttemptState.Begun begun = state.begun();
    return begun != null
        && begun.task().workspace().equals(workspace)
        && begun.task().run().equals(run);
  }

  synchronized boolean isOf(String workspace, String run, Control.Call call) {
    AttemptState.Begun begun = state.begun();
    return begun != null
        && isOf(workspace, run)
        && begun.task().node().equals(call.node())
        && begun.task().attempt() == call.attempt();
  }

  private void reportEnd(AttemptState.Begun mine, InboxMessage end) throws InterruptedException {
    Task task = mine.task();
    if (mine.leased()) {
      around.inbox().write(task.workspace(), end, claim::accept, claim::release);
    } else {
      report(task, end);
    }
  }

  /**
   * The machine sends another attempt upon this. Where a call can't be repeated it must hear it
   * only when this task can reach no other worker; a worker that dies between the two leaves
   * silence, which is found.
   */
  private void report(Task task, InboxMessage message) throws InterruptedException {
    if (!needsLease(task)) {
      around.inbox().write(task.workspace(), message, claim::accept, claim::release);
    } else if (confirmed(claim.acceptConfirmed())) {
      send(task, message);
    }
  }

  /** What the claim does not depend on. */
  private void send(Task task, InboxMessage message) {
    around.inbox().write(task.workspace(), message, () -> {}, () -> {});
  }

  private static boolean confirmed(CompletableFuture<Boolean> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      return false;
    }
  }
}
