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
 * A fact, or several in their order. A part that depends on the effect of an earlier one is decided
 * only once that one is applied: the view changes between such parts, and never within one.
 */
public sealed interface Decision {
  /** Something that holds from now on. Only the step applies facts. */
  sealed interface Fact extends Decision {
    record NodeMoved(NodeEntry node, NodeEvent event) implements Fact {}

    record RunBegan(Run run) implements Fact {}

    /**
     * @param from the run as it was when this was decided; a decision on an older state is a bug
     */
    record RunMoved(RunView run, Run from, Run to) implements Fact {}

    /**
     * The run's record is written before the next decision, because its graph is built or dropped
     * then.
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

    /** Once the input is decided, it is decided what becomes of this run. */
    record RunTouched(RunView run) implements Fact {}

    /** It was decided what becomes of the run that was touched first. */
    record RunSettled() implements Fact {}

    /** A run gave up a claim or wants one: others may start, or have to wait. */
    record HoldsChanged() implements Fact {}

    /** The claims that have changed so far were reviewed. */
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
