package io.sluice.shadow;

import io.sluice.machine.transition.Input;
import io.sluice.model.Phase;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.record.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What workers say of an attempt short of its result, and what their silence means. */
final class Attempts {
  private Attempts() {}

  /** The node, if this attempt is the one that is out. */
  static @Nullable NodeEntry current(@Nullable RunDraft run, String node, int attempt) {
    if (run == null || !run.run.built()) {
      return null;
    }
    NodeEntry entry = run.run.entries.get(node);
    if (entry == null || entry.node == null || !entry.outstanding() || !entry.sent()) {
      return null;
    }
    return entry.known().attempt() == attempt ? entry : null;
  }

  /** The node, if nobody else holds the lease on it. */
  private static @Nullable NodeEntry held(
      @Nullable RunDraft run, String node, int attempt, String claimId) {
    NodeEntry entry = current(run, node, attempt);
    if (entry == null) {
      return null;
    }
    String holder = entry.known().claimId();
    return holder == null || holder.equals(claimId) ? entry : null;
  }

  static void started(Draft draft, Started started) {
    RunDraft run = draft.edit(started.run());
    NodeEntry entry = held(run, started.node(), started.attempt(), started.claimId());
    if (run == null || entry == null) {
      contested(draft, current(run, started.node(), started.attempt()), started);
      return;
    }
    boolean known = entry.standing == NodeStatus.STARTED;
    if (!known && entry.calling()) {
      boolean again = started.claimId().equals(entry.known().incarnation());
      contested(draft, again ? null : entry, started);
      return;
    }
    if (Boolean.TRUE.equals(started.absent()) && !entry.known().absent()) {
      draft.put(entry, entry.known().withAbsent(true));
    }
    if (known && (entry.calling() || started.phase() == Phase.WAITING)) {
      return;
    }
    Instant deadline =
        started.phase() == Phase.CALLING
            ? draft.moment.now().plus(draft.settings.callLimit(entry.planned()))
            : null;
    draft.put(
        entry,
        Nodes.started(
            entry.known(), started.claimId(), started.incarnation(), started.phase(), deadline));
    if (!known) {
      String doing = started.phase() == Phase.CALLING ? "started" : "started, waiting for its turn";
      Events.because(draft, run, EventKind.NODE_STARTED, entry, doing);
    }
  }

  /** Two claims of one attempt: whoever is not believed may call all the same. */
  private static void contested(Draft draft, @Nullable NodeEntry entry, Started started) {
    if (entry != null && started.phase() == Phase.CALLING && !entry.known().recovering()) {
      draft.put(entry, Nodes.doubted(entry.known()));
    }
  }

  static void redelivered(Draft draft, Redelivered redelivered) {
    RunDraft run = draft.edit(redelivered.run());
    if (run == null) {
      return;
    }
    run.redelivered++;
    NodeEntry entry = current(run, redelivered.node(), redelivered.attempt());
    if (entry != null && entry.known().claimId() == null) {
      silent(draft, run, entry, "delivered again: " + redelivered.reason());
    }
  }

  static void unheard(Draft draft, Input.SilentAttempt unheard) {
    RunDraft run = draft.edit(unheard.run());
    NodeEntry entry = current(run, unheard.node(), unheard.attempt());
    if (run != null && entry != null && entry.known().claimId() == null) {
      silent(draft, run, entry, "no worker reported on this attempt");
    }
  }

  /**
   * Nobody holds it, and nobody will. Whoever calls what can't be repeated has said so before, and
   * held it then; only where two have said so nothing is certain.
   */
  private static void silent(Draft draft, RunDraft run, NodeEntry entry, String why) {
    if (entry.calling() && entry.known().recovering()) {
      Doubts.raise(draft, run, entry, why);
    } else {
      Doubts.unbegun(draft, run, entry, why);
    }
    Endings.settle(draft, run);
  }

  static void dropped(Draft draft, Dropped dropped) {
    RunDraft run = draft.edit(dropped.run());
    if (run == null) {
      return;
    }
    run.dropped++;
    NodeEntry entry = held(run, dropped.node(), dropped.attempt(), dropped.claimId());
    if (entry != null) {
      Failures.giveBack(draft, run, entry, dropped.reason());
      Endings.settle(draft, run);
    }
  }

  static void deferred(Draft draft, Deferred deferred) {
    RunDraft run = draft.edit(deferred.run());
    if (run == null) {
      return;
    }
    run.deferred++;
    NodeEntry entry = held(run, deferred.node(), deferred.attempt(), deferred.claimId());
    if (entry == null) {
      return;
    }
    if (run.stopping()) {
      Failures.drop(draft, run, entry, deferred.reason());
    } else {
      int failures = entry.known().failures();
      draft.put(
          entry,
          Nodes.waiting(
              entry.known(),
              failures,
              until(draft, deferred),
              entry.known().error(),
              deferred.reason()));
      Events.because(draft, run, EventKind.NODE_DEFERRED, entry, deferred.reason());
    }
    Endings.settle(draft, run);
  }

  /** By the own clock where the worker says how long, and never for longer than a while. */
  private static Instant until(Draft draft, Deferred deferred) {
    Instant now = draft.moment.now();
    Instant latest = now.plus(Failures.LONGEST_WAIT);
    Duration lasting = deferred.lasting();
    if (lasting != null) {
      return lasting.compareTo(Failures.LONGEST_WAIT) < 0 ? now.plus(lasting) : latest;
    }
    return deferred.until().isBefore(latest) ? deferred.until() : latest;
  }

  static void gaveUp(Draft draft, GaveUp gaveUp) {
    RunDraft run = draft.edit(gaveUp.run());
    if (run == null) {
      return;
    }
    run.gaveUp++;
    NodeEntry entry = held(run, gaveUp.node(), gaveUp.attempt(), gaveUp.claimId());
    if (entry == null) {
      return;
    }
    if (Boolean.FALSE.equals(gaveUp.accepted())) {
      draft.put(entry, Nodes.unclaimed(entry.known(), gaveUp.reason()));
    } else {
      Failures.giveBack(draft, run, entry, gaveUp.reason());
    }
    Endings.settle(draft, run);
  }

  static void workerLost(Draft draft, String incarnation) {
    Set<NodeEntry> leases = draft.state.indexes().leasesOf(incarnation);
    for (NodeEntry entry : leases) {
      RunDraft run = draft.edit(entry.run);
      run.lostWorkers++;
      if (entry.calling()) {
        Doubts.raise(draft, run, entry, "its worker was lost while calling");
      } else {
        Failures.giveBack(draft, run, entry, "its worker was lost before it called");
      }
    }
    leases.stream()
        .map(entry -> entry.run)
        .distinct()
        .forEach(run -> Endings.settle(draft, draft.edit(run)));
  }
}
