package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.Lease;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.NodeOutcomes.UnknownCall;
import io.sluice.machine.run.Counter;
import io.sluice.machine.transition.Input;
import io.sluice.model.Action;
import io.sluice.model.Phase;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.OfAttempt;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.time.Delays;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Decides on what workers report about an attempt before its result, and on their silence. */
public final class Attempts {
  private Attempts() {}

  /** The node, if this attempt is the one that is out. */
  static @Nullable NodeEntry current(@Nullable RunView run, String node, int attempt) {
    NodeEntry entry = run == null || !run.run().built() ? null : run.run().planned(node);
    boolean out =
        entry != null
            && entry.outstanding()
            && entry.sent()
            && entry.state().tries().attempt() == attempt;
    return out ? entry : null;
  }

  /** The node, if no other claim holds the lease on it. */
  private static @Nullable NodeEntry held(@Nullable RunView run, OfAttempt report) {
    NodeEntry entry = current(run, report.node(), report.attempt());
    String holder = entry == null ? null : entry.state().claimId();
    return holder == null || holder.equals(report.claimId()) ? entry : null;
  }

  /** Counts the report and, where it is about the attempt that is out, decides what follows. */
  private static Decision counted(
      View view,
      OfAttempt report,
      Counter counter,
      BiFunction<RunView, NodeEntry, Decision> following) {
    RunView run = view.run(report.run());
    if (run == null) {
      return Decision.nothing();
    }
    NodeEntry entry = held(run, report);
    Decision counted = counted(run, counter);
    return entry == null
        ? counted
        : counted.and(following.apply(run, entry)).and(new Fact.RunTouched(run));
  }

  public static Decision started(View view, Started started) {
    RunView run = view.run(started.run());
    NodeEntry entry = held(run, started);
    if (run == null || entry == null) {
      return contested(view, current(run, started.node(), started.attempt()), started);
    }
    if (entry.state() instanceof NodeState.Returned returned) {
      boolean again = started.claimId().equals(returned.former());
      return contested(view, again ? null : entry, started);
    }
    List<Fact> facts = new ArrayList<>(3);
    if (Boolean.TRUE.equals(started.absent()) && !entry.state().operation().absent()) {
      facts.add(new Fact.NodeMoved(entry, new NodeEvent.FoundNothing()));
    }
    boolean known = entry.standing() == NodeStatus.STARTED;
    boolean calls = started.phase() == Phase.CALLING;
    if (known && (entry.calling() || started.phase() == Phase.WAITING)) {
      return Decision.all(facts);
    }
    Instant deadline =
        calls ? view.context().now().plus(view.settings().callLimit(entry.planned())) : null;
    Lease lease = new Lease(started.claimId(), started.incarnation(), started.phase(), deadline);
    facts.add(new Fact.NodeMoved(entry, new NodeEvent.LeaseTaken(lease)));
    if (!known && entry.planned().action() != Action.PLAN) {
      facts.add(new Fact.NodeNoted(run, entry, new NodeNote.Started(!calls)));
    }
    return Decision.all(facts);
  }

  /**
   * Two claims report on one attempt: the one that the machine does not accept may call all the
   * same.
   */
  private static Decision contested(View view, @Nullable NodeEntry entry, Started started) {
    return entry != null && started.phase() == Phase.CALLING
        ? NodeOutcomes.contested(
            view, entry, started.claimId(), null, Boolean.TRUE.equals(started.absent()))
        : Decision.nothing();
  }

  public static Decision redelivered(View view, Redelivered redelivered) {
    RunView run = view.run(redelivered.run());
    if (run == null) {
      return Decision.nothing();
    }
    NodeEntry entry = current(run, redelivered.node(), redelivered.attempt());
    return counted(run, Counter.REDELIVERED)
        .and(unclaimed(view, run, entry, "delivered again: " + redelivered.reason()));
  }

  public static Decision silent(View view, Input.SilentAttempt silent) {
    RunView run = view.run(silent.run());
    NodeEntry entry = current(run, silent.node(), silent.attempt());
    return run == null
        ? Decision.nothing()
        : unclaimed(view, run, entry, "no worker reported on this attempt");
  }

  /**
   * No worker holds the attempt, and none will. A worker that calls what cannot be repeated reports
   * first, and then holds the attempt; only if two claims have reported is nothing certain.
   */
  private static Decision unclaimed(View view, RunView run, @Nullable NodeEntry entry, String why) {
    if (entry == null || entry.state().claimId() != null) {
      return Decision.nothing();
    }
    Decision decision =
        entry.calling() && entry.state().mayHaveHappened()
            ? NodeOutcomes.doubt(view, run, entry, UnknownCall.OF_NOBODY, why)
            : NodeOutcomes.neverBegan(view, run, entry, why);
    return decision.and(new Fact.RunTouched(run));
  }

  public static Decision dropped(View view, Dropped dropped) {
    return counted(
        view,
        dropped,
        Counter.DROPPED,
        (run, entry) -> NodeOutcomes.giveBack(view, run, entry, dropped.reason()));
  }

  public static Decision deferred(View view, Deferred deferred) {
    String why = deferred.reason();
    return counted(
        view,
        deferred,
        Counter.DEFERRED,
        (run, entry) ->
            run.now().stopping()
                ? NodeOutcomes.drop(view, run, entry, why)
                : new Fact.NodeMoved(entry, new NodeEvent.PutOff(until(view, deferred), why)));
  }

  /** By the owner's clock if the worker gives a duration, and within a bound in any case. */
  private static Instant until(View view, Deferred deferred) {
    Instant now = view.context().now();
    Duration lasting = deferred.lasting();
    if (lasting != null) {
      return now.plus(Delays.shortened(lasting));
    }
    Instant latest = now.plus(Delays.LONGEST);
    return deferred.until().isBefore(latest) ? deferred.until() : latest;
  }

  public static Decision gaveUp(View view, GaveUp gaveUp) {
    String why = gaveUp.reason();
    return counted(
        view,
        gaveUp,
        Counter.GAVE_UP,
        (run, entry) ->
            Boolean.FALSE.equals(gaveUp.accepted())
                ? new Fact.NodeMoved(entry, new NodeEvent.Returned(why))
                : NodeOutcomes.giveBack(view, run, entry, why));
  }

  public static Decision workerLost(View view, String incarnation) {
    Decision lost = Decision.nothing();
    Set<RunState> touched = new LinkedHashSet<>();
    for (NodeEntry entry : view.state().indexes().leasesOf(incarnation)) {
      touched.add(view.state().runOf(entry));
      lost = lost.then(() -> lost(view, entry));
    }
    for (RunState run : touched) {
      lost = lost.and(new Fact.RunTouched(view.run(run)));
    }
    return lost;
  }

  private static Decision lost(View view, NodeEntry entry) {
    RunView run = view.run(view.state().runOf(entry));
    return counted(run, Counter.LOST_WORKERS)
        .and(
            entry.calling()
                ? NodeOutcomes.doubt(
                    view,
                    run,
                    entry,
                    new UnknownCall(entry.state().claimId(), null),
                    "its worker was lost while calling")
                : NodeOutcomes.giveBack(view, run, entry, "its worker was lost before it called"));
  }

  private static Decision counted(RunView run, Counter counter) {
    return new Fact.Counted(run, counter);
  }
}
