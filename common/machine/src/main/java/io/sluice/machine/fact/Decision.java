package io.sluice.machine.fact;

import io.sluice.machine.graph.Followed;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A fact, or several in their order. Where a later part depends on what an earlier one leads to, it
 * is decided only when that is applied: the view moves between such parts, and never within one.
 */
public sealed interface Decision {
  /** What is so from now on. The step alone applies facts. */
  sealed interface Fact extends Decision {
    record NodeMoved(NodeEntry node, NodeEvent event) implements Fact {}

    record RunBegan(Run run) implements Fact {}

    /**
     * @param from as it was when this was decided: a decision on what is past is a bug
     */
    record RunMoved(RunView run, Run from, Run to) implements Fact {}

    /**
     * Its record is written before more is decided, because its graph is to be built or dropped.
     */
    record RunWritten(RunView run) implements Fact {}

    record Counted(RunView run, Counter counter, int by) implements Fact {
      public Counted(RunView run, Counter counter) {
        this(run, counter, 1);
      }
    }

    /**
     * @param before what is at the address; null if nothing is
     * @param after null if it is taken away
     */
    record ObjectChanged(Address at, @Nullable StateRecord before, @Nullable StateRecord after)
        implements Fact {
      public ObjectChanged(@Nullable StateRecord before, StateRecord after) {
        this(after.address(), before, after);
      }
    }

    /**
     * A part of a plan, a submission or the workspace's own record; what goes, of nodes and runs
     * too.
     */
    record Kept(Change change) implements Fact {}

    record Ordered(Command command) implements Fact {}

    record RunNoted(RunView run, RunNote note) implements Fact {}

    record UnknownRunNoted(String run, RunNote note) implements Fact {}

    /**
     * @param node null if the run does not have it any more
     */
    record NodeNoted(RunView run, @Nullable NodeEntry node, NodeNote note) implements Fact {}

    /** What becomes of the run is decided when the input is. */
    record RunTouched(RunView run) implements Fact {}

    /** What becomes of the run that was touched first is decided. */
    record RunSettled() implements Fact {}

    /** Something is held no longer, or wanted now: others may go, or have to wait. */
    record HoldsChanged() implements Fact {}

    /** The claims that changed by now are looked at. */
    record HoldsReviewed() implements Fact {}

    record FollowedBy(Followed followed) implements Fact {}

    /** Something was done that needs no worker. */
    record DoneLocally() implements Fact {}

    /** From what the run has become by now. */
    static Fact moved(RunView run, UnaryOperator<Run> move) {
      Run now = run.now();
      return new RunMoved(run, now, move.apply(now));
    }
  }

  record All(List<? extends Decision> decisions) implements Decision {
    private static final All NONE = new All(List.of());
  }

  record Both(Decision first, Decision second) implements Decision {}

  record Later(Supplier<Decision> decider) implements Decision {}

  static Decision nothing() {
    return All.NONE;
  }

  static Decision all(List<? extends Decision> decisions) {
    return decisions.isEmpty() ? nothing() : new All(decisions);
  }

  static Decision of(Decision first, Decision second) {
    return first.and(second);
  }

  static Decision of(Decision first, Decision second, Decision third) {
    return first.and(second).and(third);
  }

  default boolean isNothing() {
    return this instanceof All all && all.decisions.isEmpty();
  }

  default Decision and(Decision next) {
    if (isNothing()) {
      return next;
    }
    return next.isNothing() ? this : new Both(this, next);
  }

  default Decision and(Decision next, Decision last) {
    return and(next).and(last);
  }

  default Decision and(Decision next, Decision other, Decision last) {
    return and(next).and(other).and(last);
  }

  /** What is decided once this is applied. */
  default Decision then(Supplier<Decision> decider) {
    return and(new Later(decider));
  }
}
