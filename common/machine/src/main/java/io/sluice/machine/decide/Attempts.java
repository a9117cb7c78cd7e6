package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.narrate.Events;
import io.sluice.machine.node.Lease;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.RetryDelay;
import io.sluice.machine.run.Counter;
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
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What workers say of an attempt short of its result, and what their silence means. */
public final class Attempts {
  private Attempts() {}

  /** The node, if this attempt is the one that is out. */
  static @Nullable NodeEntry current(@Nullable RunEdit run, String node, int attempt) {
    NodeEntry entry = run == null || !run.run.built() ? null : run.run.planned(node);
    boolean out =
        entry != null
            && entry.outstanding()
            && entry.sent()
            && entry.state().tries().attempt() == attempt;
    return out ? entry : null;
  }

  /** The node, if no other claim holds the lease on it. */
  private static @Nullable NodeEntry held(
      @Nullable RunEdit run, String node, int attempt, String claimId) {
    NodeEntry entry = current(run, node, attempt);
    if (entry == null) {
      return null;
    }
    String holder = entry.state().claimId();
    return holder == null || holder.equals(claimId) ? entry : null;
  }

  public static void started(Draft draft, Started started) {
    RunEdit run = draft.edit(started.run());
    NodeEntry entry = held(run, started.node(), started.attempt(), started.claimId());
    if (run == null || entry == null) {
      contested(draft, current(run, started.node(), started.attempt()), started);
      return;
    }
    if (entry.state() instanceof NodeState.Returned returned) {
      boolean again = started.claimId().equals(returned.former());
      contested(draft, again ? null : entry, started);
      return;
    }
    if (Boolean.TRUE.equals(started.absent()) && !entry.state().operation().absent()) {
      draft.move(entry, new NodeEvent.FoundNothing());
    }
    boolean known = entry.standing() == NodeStatus.STARTED;
    if (known && (entry.calling() || started.phase() == Phase.WAITING)) {
      return;
    }
    Instant deadline =
        started.phase() == Phase.CALLING
            ? draft.moment.now().plus(draft.settings.callLimit(entry.planned()))
            : null;
    draft.move(
        entry,
        new NodeEvent.LeaseTaken(
            new Lease(started.claimId(), started.incarnation(), started.phase(), deadline)));
    if (!known) {
      String doing = started.phase() == Phase.CALLING ? "started" : "started, waiting for its turn";
      Events.because(draft, run, EventKind.NODE_STARTED, entry, doing);
    }
  }

  /** Two claims of one attempt: the one that is not believed may call all the same. */
  private static void contested(Draft draft, @Nullable NodeEntry entry, Started started) {
    if (entry != null && started.phase() == Phase.CALLING && !entry.state().mayHaveHappened()) {
      draft.move(entry, new NodeEvent.MayHaveHappened());
    }
  }

  public static void redelivered(Draft draft, Redelivered redelivered) {
    RunEdit run = draft.edit(redelivered.run());
    if (run == null) {
      return;
    }
    run.count(Counter.REDELIVERED);
    NodeEntry entry = current(run, redelivered.node(), redelivered.attempt());
    if (entry != null && entry.state().claimId() == null) {
      assumeUnclaimed(draft, run, entry, "delivered again: " + redelivered.reason());
    }
  }

  public static void silent(Draft draft, Input.SilentAttempt silent) {
    RunEdit run = draft.edit(silent.run());
    NodeEntry entry = current(run, silent.node(), silent.attempt());
    if (run != null && entry != null && entry.state().claimId() == null) {
      assumeUnclaimed(draft, run, entry, "no worker reported on this attempt");
    }
  }

  /**
   * No worker holds it, and none will. A worker that calls what cannot be repeated reports so
   * first, and holds it then; only if two have reported nothing is certain.
   */
  private static void assumeUnclaimed(Draft draft, RunEdit run, NodeEntry entry, String why) {
    if (entry.calling() && entry.state().mayHaveHappened()) {
      NodeOutcomes.doubt(draft, run, entry, why);
    } else {
      NodeOutcomes.neverBegan(draft, run, entry, why);
    }
    draft.touch(run);
  }

  public static void dropped(Draft draft, Dropped dropped) {
    RunEdit run = draft.edit(dropped.run());
    if (run == null) {
      return;
    }
    run.count(Counter.DROPPED);
    NodeEntry entry = held(run, dropped.node(), dropped.attempt(), dropped.claimId());
    if (entry != null) {
      NodeOutcomes.giveBack(draft, run, entry, dropped.reason());
      draft.touch(run);
    }
  }

  public static void deferred(Draft draft, Deferred deferred) {
    RunEdit run = draft.edit(deferred.run());
    if (run == null) {
      return;
    }
    run.count(Counter.DEFERRED);
    NodeEntry entry = held(run, deferred.node(), deferred.attempt(), deferred.claimId());
    if (entry == null) {
      return;
    }
    if (run.now().stopping()) {
      NodeOutcomes.drop(draft, run, entry, deferred.reason());
    } else {
      draft.move(entry, new NodeEvent.PutOff(until(draft, deferred), deferred.reason()));
      Events.because(draft, run, EventKind.NODE_DEFERRED, entry, deferred.reason());
    }
    draft.touch(run);
  }

  /** By the own clock where the worker says how long, and never for longer than a while. */
  private static Instant until(Draft draft, Deferred deferred) {
    Instant now = draft.moment.now();
    Instant latest = now.plus(RetryDelay.LONGEST);
    Duration lasting = deferred.lasting();
    if (lasting != null) {
      return lasting.compareTo(RetryDelay.LONGEST) < 0 ? now.plus(lasting) : latest;
    }
    return deferred.until().isBefore(latest) ? deferred.until() : latest;
  }

  public static void gaveUp(Draft draft, GaveUp gaveUp) {
    RunEdit run = draft.edit(gaveUp.run());
    if (run == null) {
      return;
    }
    run.count(Counter.GAVE_UP);
    NodeEntry entry = held(run, gaveUp.node(), gaveUp.attempt(), gaveUp.claimId());
    if (entry == null) {
      return;
    }
    if (Boolean.FALSE.equals(gaveUp.accepted())) {
      draft.move(entry, new NodeEvent.Returned(gaveUp.reason()));
    } else {
      NodeOutcomes.giveBack(draft, run, entry, gaveUp.reason());
    }
    draft.touch(run);
  }

  public static void workerLost(Draft draft, String incarnation) {
    Set<RunEdit> touched = new LinkedHashSet<>();
    for (NodeEntry entry : draft.state.indexes().leasesOf(incarnation)) {
      RunEdit run = draft.edit(draft.runOf(entry));
      touched.add(run);
      run.count(Counter.LOST_WORKERS);
      if (entry.calling()) {
        NodeOutcomes.doubt(draft, run, entry, "its worker was lost while calling");
      } else {
        NodeOutcomes.giveBack(draft, run, entry, "its worker was lost before it called");
      }
    }
    touched.forEach(draft::touch);
  }
}
