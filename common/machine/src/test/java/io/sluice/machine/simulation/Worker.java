package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.simulation.TaskTopic.Slot;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Phase;
import io.sluice.model.message.Task;
import io.sluice.model.message.TaskError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
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
      Instant until = world.now.plusSeconds(30);
      report(
          claim,
          new Deferred(task.run(), task.node(), task.attempt(), claim.claimId, "busy", until));
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
    if (world.isCursed(task.address()) || world.strikes(Fault.FAIL_TRANSIENT, 10)) {
      claim.result = failed(claim, ErrorClass.TRANSIENT, null);
      return;
    }
    if (world.strikes(Fault.FAIL_PERMANENT, 30)) {
      claim.result = failed(claim, ErrorClass.PERMANENT, null);
      return;
    }
    Result effect = effect(claim);
    if (effect == null) {
      Instant until = task.recoverAfter() == null ? world.now : task.recoverAfter();
      report(
          claim,
          new Deferred(task.run(), task.node(), task.attempt(), claim.claimId, "early", until));
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
      claim.result =
          world.is(Mutant.LOST_REPLY_RETRIED_IN_WORKER)
              ? effect(claim)
              : new Result(
                  task.run(),
                  task.node(),
                  task.attempt(),
                  claim.claimId,
                  Outcome.IN_DOUBT,
                  null,
                  null,
                  null,
                  null,
                  List.of(),
                  new TaskError(ErrorClass.IN_DOUBT, "cut", "no reply", null),
                  1,
                  1,
                  false,
                  false,
                  null,
                  incarnation);
    } else if (retryable
        && task.action() == Action.CREATE
        && task.repeat() != RepeatClass.PURE
        && world.strikes(Fault.FAIL_TAINTED, 30)) {
      claim.result = failed(claim, ErrorClass.PERMANENT, claim.result.id());
    }
  }

  /** What came of the call; null if it is too early to look for what may have been made. */
  private @Nullable Result effect(Held claim) {
    Task task = claim.slot.task;
    String prior = task.prior() == null ? null : task.prior().id();
    return switch (task.action()) {
      case CREATE -> {
        Optional<String> id = world.ledger.create(task, world.now);
        yield id.map(made -> ok(claim, made)).orElse(null);
      }
      case UPDATE ->
          world.ledger.update(prior, task)
              ? ok(claim, prior)
              : failed(claim, ErrorClass.PERMANENT, null);
      case DELETE -> {
        world.ledger.delete(prior, task);
        yield ok(claim, null);
      }
      case STEP -> ok(claim, "done");
      case READ -> read(claim, prior);
      case IMPORT -> {
        Result found = read(claim, prior);
        yield found.id() == null ? failed(claim, ErrorClass.PERMANENT, null) : found;
      }
      case NOOP, EXPAND, FORGET, REPLACE ->
          throw new Violation("a worker was sent a " + task.action());
    };
  }

  private Result ok(Held claim, @Nullable String id) {
    String config = claim.slot.task.config().toString();
    return ok(claim, id, Json.object().put("id", id).put("config", config));
  }

  private Result read(Held claim, @Nullable String id) {
    Task.Prior prior = claim.slot.task.prior();
    boolean pure = id != null && id.startsWith("pure");
    Ledger.Thing thing = id == null ? null : world.ledger.live.get(id);
    if (pure && prior != null) {
      return ok(claim, id, prior.attributes());
    }
    return thing == null
        ? ok(claim, null, null)
        : ok(claim, id, Json.object().put("id", id).put("config", thing.config()));
  }

  private Result ok(Held claim, @Nullable String id, @Nullable JsonNode attributes) {
    Task task = claim.slot.task;
    return new Result(
        task.run(),
        task.node(),
        task.attempt(),
        claim.claimId,
        Outcome.OK,
        id,
        attributes,
        null,
        null,
        List.of(),
        null,
        1,
        1,
        false,
        false,
        null,
        incarnation);
  }

  private Result failed(Held claim, ErrorClass how, @Nullable String id) {
    Task task = claim.slot.task;
    return new Result(
        task.run(),
        task.node(),
        task.attempt(),
        claim.claimId,
        Outcome.FAILED,
        id,
        null,
        null,
        null,
        List.of(),
        new TaskError(how, "fault", "it failed", null),
        1,
        1,
        false,
        false,
        null,
        incarnation);
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
