package io.sluice.machine.run;

import io.sluice.model.record.NodeSummary;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come.
 *
 * <pre>
 *              granted            following          awaitingApproval
 * Queued ----------------> Planning -------> Executing <------------> AwaitingApproval
 *    ^                        ^                  |          approved
 *    +------------------------+------------------+ the plan is thrown away, or everything is read
 * any of them -> Ended, which lingers while an answer, or what left with it, is still awaited
 * </pre>
 *
 * A step that a stage does not have is a bug.
 */
public sealed interface Stage {
  /** The plan that it follows, or followed; null before one is accepted. */
  default @Nullable PlanInForce plan() {
    return null;
  }

  /** It waits for its claim, or for what a plan left behind to be gone. */
  record Queued(List<String> behind) implements Stage {
    static final Queued FIRST = new Queued(List.of());

    public Queued {
      behind = List.copyOf(behind);
    }
  }

  /** The planner has been asked for the plan. */
  record Planning() implements Stage {}

  record AwaitingApproval(PlanInForce plan) implements Stage {}

  /** Nodes leave, or what has left is awaited. */
  record Executing(PlanInForce plan) implements Stage {}

  /** It has ended for people. */
  record Ended(@Nullable PlanInForce plan, End end) implements Stage {
    /** With fewer nodes that people have to look at. */
    public Ended with(List<NodeSummary> left) {
      return new Ended(plan, end.with(left));
    }
  }

  default Stage planning() {
    if (this instanceof Queued || this instanceof Executing) {
      return new Planning();
    }
    throw illegal("be planned");
  }

  default Stage queued() {
    if (this instanceof Executing) {
      return Queued.FIRST;
    }
    throw illegal("be queued");
  }

  /**
   * @param others the runs that it is said to wait for
   */
  default Stage behind(List<String> others) {
    if (this instanceof Queued) {
      return new Queued(others);
    }
    throw illegal("wait for other runs");
  }

  /** An ended run lingers for this answer: the tasks that left with it are out all the same. */
  default Stage following(PlanInForce plan) {
    if (this instanceof Planning) {
      return new Executing(plan);
    }
    if (this instanceof Ended ended && ended.end.lingers() && ended.plan == null) {
      return new Ended(plan, ended.end);
    }
    throw illegal("accept a plan");
  }

  default Stage outdated() {
    if (this instanceof Executing executing) {
      return new Executing(executing.plan.thatIsOutdated());
    }
    throw illegal("have its plan made again");
  }

  default Stage awaitingApproval() {
    if (this instanceof Executing executing) {
      return new AwaitingApproval(executing.plan);
    }
    throw illegal("wait for approval");
  }

  /** A placeholder of its plan would take these away, and nobody has agreed to it. */
  default Stage reachingBeyond(Collection<String> addresses) {
    if (this instanceof Executing executing) {
      PlanInForce plan = executing.plan;
      return new Executing(plan.with(plan.beyond().with(addresses)));
    }
    throw illegal("reach beyond its plan");
  }

  default Stage approved() {
    if (this instanceof AwaitingApproval awaiting) {
      return new Executing(awaiting.plan.with(awaiting.plan.beyond().agreed()));
    }
    throw illegal("be approved");
  }

  default Stage ended(End end) {
    if (this instanceof Ended ended && !ended.end.lingers()) {
      throw illegal("end again");
    }
    return new Ended(plan(), end);
  }

  private IllegalStateException illegal(String step) {
    return new IllegalStateException(
        "a run that is " + getClass().getSimpleName() + " can't " + step);
  }
}
