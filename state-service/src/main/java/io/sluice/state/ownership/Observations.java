package io.sluice.state.ownership;

import io.sluice.machine.transition.Input;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Streams;
import io.sluice.state.pool.LostWorkers;
import io.sluice.state.pool.NeverSent;
import io.sluice.state.pool.ServedPools;
import io.sluice.state.silence.Silence;
import io.sluice.state.store.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the owner of a partition notices without a message, and its workspaces have to know: pools
 * without workers, timers that are due, workers that are gone, tasks and requests passed in
 * silence.
 */
final class Observations {
  private static final Logger LOG = LoggerFactory.getLogger(Observations.class);

  /** Looks in which a pool had no worker, before its runs get an event. */
  private static final int UNSERVED_AFTER = 5;

  private final Progress progress;
  private final Workspaces workspaces;
  private final OwnInputs own;
  private final Streams streams;
  private final NeverSent neverSent;
  private final LostWorkers lostWorkers;
  private final ServedPools served;
  private final List<Silence> silences;

  Observations(
      PartitionContext around,
      int partition,
      Progress progress,
      Workspaces workspaces,
      OwnInputs own,
      Streams streams) {
    this.progress = progress;
    this.workspaces = workspaces;
    this.own = own;
    this.streams = streams;
    this.neverSent = new NeverSent(around.pools());
    Duration every = around.configuration().judgeWorkersEvery();
    this.lostWorkers =
        new LostWorkers(around.workers(), () -> around.inboxEnd().of(partition), every);
    this.served = new ServedPools(around.workers(), every, every.multipliedBy(UNSERVED_AFTER));
    this.silences = around.silences().of(around.watch(partition), neverSent::holds);
  }

  void begin() {
    neverSent.inherit(workspaces);
  }

  /** Tasks that were decided on and whose pool does not exist. */
  void unsent(List<NeverSent.Attempt> tasks) {
    neverSent.addAll(tasks);
  }

  SortedMap<String, Integer> unclaimed() {
    return new TreeMap<>(served.unclaimed());
  }

  /**
   * @param room makes room for the next input
   */
  void tell(Instant now, Runnable room) {
    tellOfPools(room);
    due(now, room);
    judgeWorkers(room);
  }

  private void tellOfPools(Runnable room) {
    for (NeverSent.Found each : neverSent.settled(workspaces)) {
      own.tell(workspaces.of(each.workspace()), each.input());
      room.run();
    }
    for (ServedPools.Found each : served.among(workspaces)) {
      own.tell(workspaces.of(each.workspace()), each.input());
    }
  }

  private void due(Instant now, Runnable room) {
    for (Workspaces.Held held : workspaces.held()) {
      Instant due = held.state().nextDue().orElse(null);
      if (due != null && !due.isAfter(now)) {
        own.tell(held, Input.Due::new);
        room.run();
      }
    }
  }

  private void judgeWorkers(Runnable room) {
    if (progress.halted() != null) {
      lostWorkers.forget();
      return;
    }
    Set<String> lost = lostWorkers.found(workspaces, streams.position(Source.INBOX));
    for (Workspaces.Held held : lost.isEmpty() ? List.<Workspaces.Held>of() : workspaces.held()) {
      for (String holder : List.copyOf(held.state().leaseHolders())) {
        if (lost.contains(holder)) {
          LOG.info(
              "worker {} is gone: its leases in {} are void", holder, held.state().workspace());
          own.tell(held, context -> new Input.WorkerLost(holder, context));
          room.run();
        }
      }
    }
  }

  /** Of what was written: it may have been passed in silence. */
  void askTheSilent() {
    if (progress.halted() != null) {
      return;
    }
    for (Silence silence : silences) {
      for (Silence.Found each : silence.among(workspaces, streams.position(Source.INBOX))) {
        LOG.warn("workspace {}: {}", each.workspace(), each.what());
        own.tell(workspaces.of(each.workspace()), each.input());
      }
    }
  }
}
