package io.sluice.machine.simulation;

import io.sluice.machine.simulation.TaskTopic.Slot;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A worker: claims, leases, calls, and a producer whose messages arrive in order but late. */
final class Worker {
  private static final Duration LOCK = Duration.ofSeconds(15);

  private enum Stage {
    ACQUIRED,
    STARTING,
    LEASED,
    RETURNED,
    REPORTING,
    CLOSING,
    OVER
  }

  private static final class Held {
    final Slot slot;
    final String claimId;
    final Instant since;
    Stage stage = Stage.ACQUIRED;
    boolean leased;
    @Nullable InboxMessage pending;
    @Nullable Result result;

    Held(Slot slot, String claimId, Instant since) {
      this.slot = slot;
      this.claimId = claimId;
      this.since = since;
    }
  }

  private final World world;
  private final Deque<InboxMessage> outbox = new ArrayDeque<>();
  private final List<Held> held = new ArrayList<>();
  private String incarnation;
  boolean paused;

  Worker(World world) {
    this.world = world;
    this.incarnation = world.newIncarnation();
  }

  boolean idle() {
    return held.isEmpty() && outbox.isEmpty();
  }

  void step() {
    if (paused) {
      return;
    }
    if (!world.aliveWorkers.contains(incarnation)) {
      wakeAsAnother();
    }
    if (!outbox.isEmpty() && world.random.nextInt(3) > 0) {
      world.send(outbox.poll());
      return;
    }
    List<Slot> free = world.tasks.available();
    if (!free.isEmpty() && held.size() < 4 && world.random.nextBoolean()) {
      acquire(free.get(world.random.nextInt(Math.min(free.size(), 4))));
      return;
    }
    if (!held.isEmpty()) {
      advance(held.get(world.random.nextInt(held.size())));
      held.removeIf(claim -> claim.stage == Stage.OVER);
    }
  }

  private void acquire(Slot slot) {
    Held claim = new Held(slot, world.newClaim(incarnation), world.now);
    world.tasks.acquire(slot, claim);
    held.add(claim);
  }

  private void releaseAll() {
    held.forEach(claim -> world.tasks.release(claim.slot, claim));
  }

  /** What was on its way arrives or not; what was called stays called. */
  void kill() {
    int arrives = outbox.isEmpty() ? 0 : world.random.nextInt(outbox.size() + 1);
    for (int i = 0; i < arrives; i++) {
      world.send(outbox.remove());
    }
    world.note(incarnation + " killed");
    outbox.clear();
    releaseAll();
    held.clear();
    world.aliveWorkers.remove(incarnation);
    incarnation = world.newIncarnation();
  }

  /** SIGTERM: what has not begun goes back, what was accepted is given up. */
  void stop() {
    world.note(incarnation + " stopped");
    for (Held claim : held) {
      Task task = claim.slot.task;
      if (claim.stage == Stage.ACQUIRED) {
        world.tasks.release(claim.slot, claim);
      } else if (claim.stage == Stage.LEASED) {
        send(
            claim,
            new GaveUp(task.run(), task.node(), task.attempt(), claim.claimId, "stop", true));
      } else if (claim.stage == Stage.RETURNED && claim.result != null) {
        send(claim, claim.result);
      }
    }
    outbox.forEach(world::send);
    outbox.clear();
    held.forEach(claim -> world.tasks.accept(claim.slot, claim));
    held.clear();
    world.aliveWorkers.remove(incarnation);
    incarnation = world.newIncarnation();
  }

  /** Frozen for longer than its locks; maybe longer than its session. */
  void freeze(boolean sessionLost) {
    paused = true;
    world.note(incarnation + " frozen" + (sessionLost ? " past its session" : ""));
    world.tick(LOCK.plusSeconds(1));
    releaseAll();
    if (sessionLost) {
      world.aliveWorkers.remove(incarnation);
    }
  }

  /** What it has called it reports under the old claim; nothing else is called under it. */
  private void wakeAsAnother() {
    world.note(incarnation + " woke up without its session");
    incarnation = world.newIncarnation();
    for (Held claim : held) {
      if (claim.stage.compareTo(Stage.RETURNED) < 0) {
        world.tasks.release(claim.slot, claim);
        claim.stage = Stage.OVER;
      }
    }
    held.removeIf(claim -> claim.stage == Stage.OVER);
  }

  private void advance(Held claim) {
    switch (claim.stage) {
      case ACQUIRED -> begin(claim);
      case STARTING -> {
        if (!outbox.contains(claim.pending)) {
          lease(claim);
        }
      }
      case LEASED -> call(claim);
      case RETURNED -> {
        if (claim.result != null) {
          send(claim, claim.result);
        }
        claim.stage = Stage.REPORTING;
      }
      case REPORTING, CLOSING -> {
        if (!outbox.contains(claim.pending)) {
          if (!claim.leased) {
            world.tasks.accept(claim.slot, claim);
          }
          claim.stage = Stage.OVER;
        }
      }
      case OVER -> {}
    }
  }

  private void begin(Held claim) {
    Task task = claim.slot.task;
    if (mayHaveBeenDelivered(claim) && !world.is(Mutant.REDELIVERY_EXECUTED)) {
      report(
          claim, new Redelivered(task.run(), task.node(), task.attempt(), claim.claimId, "count"));
    } else if (world.controls.containsKey(task.run())) {
      if (world.is(Mutant.DROP_NOT_REPORTED)) {
        claim.slot.holder = new Object();
        claim.stage = Stage.OVER;
      } else {
        report(
            claim, new Dropped(task.run(), task.node(), task.attempt(), claim.claimId, "control"));
      }
    } else if (world.strikes(Fault.DEFER, 15)) {
      defer(claim, "busy", Duration.ofSeconds(30));
    } else if (world.is(Mutant.CALLED_BEFORE_STARTED)
        || world.is(Mutant.ACKNOWLEDGED_BEFORE_RESULT)) {
      call(claim);
    } else if (needsLease(task)) {
      say(claim, Phase.CALLING);
    } else if (world.random.nextInt(3) == 0) {
      if (world.random.nextInt(4) == 0) {
        say(claim, Phase.WAITING);
      }
      say(claim, Phase.CALLING);
    } else {
      call(claim);
    }
  }

  private void say(Held claim, Phase phase) {
    Task task = claim.slot.task;
    send(
        claim,
        new Started(task.run(), task.node(), task.attempt(), claim.claimId, incarnation, phase));
    claim.stage = Stage.STARTING;
  }

  private boolean mayHaveBeenDelivered(Held claim) {
    return claim.slot.deliveries > 1
        || (asksBeforeItBegins(claim.slot.task) && !surelyFirst(claim));
  }

  private boolean surelyFirst(Held claim) {
    return world.tasks.surelyFirst(claim.slot) || world.is(Mutant.COUNT_BELIEVED);
  }

  /** What is called on a lease only asks then; what makes nothing never does. */
  private static boolean asksBeforeItBegins(Task task) {
    return task.repeat() != RepeatClass.PURE && task.action() != Action.READ && !needsLease(task);
  }

  private static boolean needsLease(Task task) {
    boolean unrepeatable = task.repeat() == RepeatClass.SEARCH || task.repeat() == RepeatClass.NONE;
    return unrepeatable && task.action() != Action.READ;
  }

  private void lease(Held claim) {
    Task task = claim.slot.task;
    claim.leased = true;
    if (!needsLease(task)) {
      world.tasks.accept(claim.slot, claim);
      claim.stage = Stage.LEASED;
      return;
    }
    boolean young = world.now.isBefore(claim.since.plus(LOCK));
    boolean confirmed = confirmed(claim);
    boolean first = surelyFirst(claim);
    if (young && confirmed && first) {
      claim.stage = Stage.LEASED;
    } else {
      send(
          claim,
          new GaveUp(
              task.run(),
              task.node(),
              task.attempt(),
              claim.claimId,
              "not called",
              confirmed && first));
      claim.stage = Stage.CLOSING;
    }
  }

  /** The broker's word that the task can come to nobody else; its answer can be lost. */
  private boolean confirmed(Held claim) {
    return world.tasks.accept(claim.slot, claim) && !world.strikes(Fault.LOSE_REPLY, 10);
  }

  private void call(Held claim) {
    Task task = claim.slot.task;
    if (!claim.leased && !world.now.isBefore(claim.since.plus(LOCK))) {
      world.tasks.release(claim.slot, claim);
      claim.stage = Stage.OVER;
      return;
    }
    if (claim.leased && needsLease(task) && !world.now.isBefore(claim.since.plus(LOCK))) {
      // The lease's age is looked at right before the call.
      send(
          claim,
          new GaveUp(task.run(), task.node(), task.attempt(), claim.claimId, "too old", true));
      claim.stage = Stage.CLOSING;
      return;
    }
    claim.stage = Stage.RETURNED;
    if (!claim.leased && world.is(Mutant.ACKNOWLEDGED_BEFORE_RESULT)) {
      world.tasks.accept(claim.slot, claim);
    }
    boolean proven = untilProven(claim).isZero();
    Call call = new Call(world, task, claim.claimId, incarnation, proven);
    if (world.isCursed(task.address()) || world.strikes(Fault.FAIL_TRANSIENT, 10)) {
      claim.result = call.failed(ErrorClass.TRANSIENT, null);
      return;
    }
    if (world.strikes(Fault.FAIL_PERMANENT, 30)) {
      claim.result = call.failed(ErrorClass.PERMANENT, null);
      return;
    }
    Result effect = call.effect();
    if (effect == null) {
      defer(claim, "early", untilProven(claim));
      return;
    }
    claim.result = effect;
    world.note(
        incarnation
            + " did "
            + task.action()
            + " "
            + task.run()
            + " "
            + task.node()
            + "@"
            + task.attempt()
            + " -> "
            + claim.result.outcome()
            + " "
            + claim.result.id());
    boolean retryable = claim.result.outcome() == Outcome.OK;
    if (retryable && world.strikes(Fault.LOSE_REPLY, 10)) {
      claim.result = world.is(Mutant.LOST_REPLY_RETRIED_IN_WORKER) ? call.effect() : call.inDoubt();
    } else if (retryable
        && task.action() == Action.CREATE
        && task.repeat() != RepeatClass.PURE
        && world.strikes(Fault.FAIL_TAINTED, 30)) {
      claim.result = call.failed(ErrorClass.PERMANENT, claim.result.id());
    }
  }

  private void defer(Held claim, String why, Duration lasting) {
    Task task = claim.slot.task;
    Instant until = wallClock().plus(lasting);
    report(
        claim,
        new Deferred(task.run(), task.node(), task.attempt(), claim.claimId, why, until, lasting));
  }

  private Instant wallClock() {
    return world.now.plus(world.apart());
  }

  /** How long "not found" still proves nothing, from the receipt of the task on its own clock. */
  private Duration untilProven(Held claim) {
    Task task = claim.slot.task;
    Instant at =
        task.recoverIn() == null || world.is(Mutant.CLOCKS_BELIEVED)
            ? task.recoverAfter()
            : claim.since.plus(task.recoverIn());
    Instant now = world.is(Mutant.CLOCKS_BELIEVED) ? wallClock() : world.now;
    return at == null || at.isBefore(now) ? Duration.ZERO : Duration.between(now, at);
  }

  /** Of what can't be repeated nothing is told before it can come to nobody else. */
  private void report(Held claim, InboxMessage message) {
    claim.stage = Stage.CLOSING;
    if (!needsLease(claim.slot.task) || claim.leased) {
      send(claim, message);
    } else if (confirmed(claim)) {
      claim.leased = true;
      send(claim, message);
    } else {
      claim.stage = Stage.OVER;
    }
  }

  private void send(Held claim, InboxMessage message) {
    claim.pending = message;
    outbox.add(message);
  }
}
