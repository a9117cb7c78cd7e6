package io.sluice.machine.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.Attempt;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.record.NodeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a node of a run stands, by what happened to itself; whether it is pending or skipped
 * follows from its neighbours and is never stored.
 *
 * <pre>
 * None, Ready -> Dispatched -> Leased -> Succeeded
 *         ^       ^  |  |  \      |  |-> Failed
 *         |       |  |  |   +--> Returned (out, its worker has given it back)
 *         |       |  |  +--------> Waiting (until a moment) -> Ready
 *         +-------+--+ given back, or to be recovered
 * any of them that may have happened -> InDoubt -> Ready | Succeeded | Failed | Cancelled
 * a placeholder: None -> Asked -> Expanded
 * </pre>
 */
public sealed interface NodeState {
  Tries tries();

  /** What is stored as its status. */
  NodeStatus status();

  /** The state after the event; {@link IllegalStep} if there is none. */
  NodeState next(NodeEvent event);

  /** What its attempts are about to do; null if there were none, or it is over. */
  default @Nullable Operation operation() {
    return null;
  }

  /** The last error that its attempts came to. */
  default @Nullable TaskError error() {
    return null;
  }

  /** For people. */
  default @Nullable String why() {
    return null;
  }

  /** Whose lease, or whose result, it is. */
  default @Nullable String claimId() {
    return null;
  }

  /** When a call that has begun is over at the latest. */
  default @Nullable Instant deadline() {
    return null;
  }

  default boolean mayHaveHappened() {
    Operation operation = operation();
    return operation != null && operation.mayHaveHappened();
  }

  default boolean foundNothing() {
    Operation operation = operation();
    return operation != null && operation.absent();
  }

  default @Nullable String token() {
    Operation operation = operation();
    return operation == null ? null : operation.token();
  }

  default @Nullable Instant provenAfter() {
    Operation operation = operation();
    return operation == null ? null : operation.provenAfter();
  }

  /** Nothing has happened to it: no record stands for it. */
  record None() implements NodeState {
    public static final None INSTANCE = new None();

    @Override
    public Tries tries() {
      return Tries.NONE;
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.PENDING;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.Dispatched out -> Dispatched.of(Tries.NONE, out.attempt());
        case NodeEvent.AskedPlanner asked -> new Asked(1, asked.unanswered(), asked.at());
        case NodeEvent.Succeeded done -> new Succeeded(Tries.NONE, done.claimId(), done.outputs());
        case NodeEvent.Failed failed -> new Failed(Tries.NONE, null, failed.error());
        default -> throw new IllegalStep(this, event);
      };
    }
  }

  /**
   * Nothing to wait for but its neighbours and a place.
   *
   * @param operation null where the next attempt begins a new one
   * @param error what the attempt before came to
   */
  record Ready(
      Tries tries, @Nullable Operation operation, @Nullable TaskError error, @Nullable String why)
      implements NodeState {
    public Ready {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.READY;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.Dispatched out -> Dispatched.of(tries, out.attempt());
        case NodeEvent.MayHaveHappened doubt ->
            new Ready(tries, Operation.inDoubt(operation), error, why);
        case NodeEvent.Failed failed -> new Failed(tries, operation, failed.error());
        case NodeEvent.Cancelled cancelled -> new Cancelled(tries, operation, cancelled.why());
        case NodeEvent.LeftInDoubt left -> InDoubt.of(this, null, null, left.error());
        default -> throw new IllegalStep(this, event);
      };
    }
  }

  /** Ready when its time has come. */
  record Waiting(
      Tries tries,
      Operation operation,
      Instant dueAt,
      @Nullable TaskError error,
      @Nullable String why)
      implements NodeState {
    public Waiting {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.WAITING;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.FellDue due -> new Ready(tries, operation, error, why);
        case NodeEvent.MayHaveHappened doubt ->
            new Waiting(tries, Operation.inDoubt(operation), dueAt, error, why);
        case NodeEvent.Failed failed -> new Failed(tries, operation, failed.error());
        case NodeEvent.Cancelled cancelled -> new Cancelled(tries, operation, cancelled.why());
        case NodeEvent.LeftInDoubt left -> InDoubt.of(this, null, null, left.error());
        default -> throw new IllegalStep(this, event);
      };
    }
  }

  /** Its task is out, and no worker has spoken of it. */
  record Dispatched(Tries tries, Operation operation) implements NodeState {
    static Dispatched of(Tries before, Attempt attempt) {
      return new Dispatched(
          before.at(attempt.number()),
          new Operation(
              attempt.token(), attempt.recovering(), attempt.recoverAfter(), attempt.absent()));
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.DISPATCHED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.LeaseTaken taken -> new Leased(tries, operation, taken.lease());
        case NodeEvent.FoundNothing nothing -> new Dispatched(tries, operation.foundNothing());
        case NodeEvent.MayHaveHappened doubt -> new Dispatched(tries, Operation.inDoubt(operation));
        case NodeEvent.Returned back -> new Returned(tries, operation, null, null, back.why());
        case NodeEvent.LeftInDoubt left -> InDoubt.of(this, null, null, left.error());
        default -> AttemptOver.next(this, operation, event);
      };
    }
  }

  /**
   * Its task is out, and the claim that had it gave it back: the task comes to another worker, or
   * has come to one whose word was not taken. A word of that claim that comes late, or twice, makes
   * no lease again.
   *
   * @param former the claim that gave it back
   * @param deadline of the call that may go on
   */
  record Returned(
      Tries tries,
      Operation operation,
      @Nullable String former,
      @Nullable Instant deadline,
      @Nullable String why)
      implements NodeState {
    public Returned {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.DISPATCHED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.MayHaveHappened doubt ->
            new Returned(tries, Operation.inDoubt(operation), former, deadline, why);
        case NodeEvent.Returned back -> new Returned(tries, operation, null, deadline, back.why());
        case NodeEvent.LeftInDoubt left -> InDoubt.of(this, null, former, left.error());
        default -> AttemptOver.next(this, operation, event);
      };
    }
  }

  /** A worker has it. */
  record Leased(Tries tries, Operation operation, Lease lease) implements NodeState {
    @Override
    public NodeStatus status() {
      return NodeStatus.STARTED;
    }

    @Override
    public String claimId() {
      return lease.claimId();
    }

    @Override
    public @Nullable Instant deadline() {
      return lease.deadline();
    }

    public boolean calling() {
      return lease.phase() == Phase.CALLING;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.LeaseTaken taken -> new Leased(tries, operation, taken.lease());
        case NodeEvent.FoundNothing nothing -> new Leased(tries, operation.foundNothing(), lease);
        case NodeEvent.MayHaveHappened doubt ->
            new Leased(tries, Operation.inDoubt(operation), lease);
        case NodeEvent.Returned back ->
            new Returned(tries, operation, lease.claimId(), lease.deadline(), back.why());
        case NodeEvent.LeftInDoubt left ->
            InDoubt.of(this, lease.claimId(), lease.incarnation(), left.error());
        default -> AttemptOver.next(this, operation, event);
      };
    }
  }

  /**
   * The planner is asked what the placeholder becomes.
   *
   * @param unanswered how often it was asked in vain before
   * @param at the version as of which it was asked
   */
  record Asked(int attempt, int unanswered, long at) implements NodeState {
    @Override
    public Tries tries() {
      return new Tries(attempt, 0, unanswered);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.DISPATCHED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.AskedPlanner again -> new Asked(attempt + 1, again.unanswered(), again.at());
        case NodeEvent.Expanded into -> new Expanded(attempt, into.planId());
        case NodeEvent.Failed failed -> new Failed(tries(), null, failed.error());
        case NodeEvent.Cancelled cancelled -> new Cancelled(tries(), null, cancelled.why());
        default -> throw new IllegalStep(this, event);
      };
    }
  }

  /** A placeholder whose instances are nodes of the run now. */
  record Expanded(int attempt, String planId) implements NodeState {
    @Override
    public Tries tries() {
      return new Tries(attempt, 0, 0);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.EXPANDED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      throw new IllegalStep(this, event);
    }
  }

  /**
   * Committed.
   *
   * @param outputs of a step, which state does not hold
   */
  record Succeeded(Tries tries, @Nullable String claimId, @Nullable JsonNode outputs)
      implements NodeState {
    @Override
    public NodeStatus status() {
      return NodeStatus.SUCCEEDED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      throw new IllegalStep(this, event);
    }
  }

  record Failed(Tries tries, @Nullable Operation operation, TaskError error) implements NodeState {
    @Override
    public NodeStatus status() {
      return NodeStatus.FAILED;
    }

    @Override
    public @Nullable String why() {
      return error.message();
    }

    @Override
    public NodeState next(NodeEvent event) {
      throw new IllegalStep(this, event);
    }
  }

  record Cancelled(Tries tries, @Nullable Operation operation, @Nullable String why)
      implements NodeState {
    public Cancelled {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.CANCELLED;
    }

    @Override
    public NodeState next(NodeEvent event) {
      throw new IllegalStep(this, event);
    }
  }

  /**
   * It may have happened, and a person, a late result or a later run has to settle it.
   *
   * @param claimId who had the last attempt, if anyone is known to have had it
   * @param incarnation of that worker; where the claim had given it back, that claim
   */
  record InDoubt(
      Tries tries,
      Operation operation,
      @Nullable String claimId,
      @Nullable String incarnation,
      TaskError error)
      implements NodeState {
    static InDoubt of(
        NodeState was, @Nullable String claimId, @Nullable String incarnation, TaskError error) {
      return new InDoubt(
          was.tries(), Operation.inDoubt(was.operation()), claimId, incarnation, error);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.IN_DOUBT;
    }

    @Override
    public @Nullable String why() {
      return error.message();
    }

    @Override
    public NodeState next(NodeEvent event) {
      return switch (event) {
        case NodeEvent.Succeeded done -> new Succeeded(tries, done.claimId(), done.outputs());
        case NodeEvent.Failed failed -> new Failed(tries, operation, failed.error());
        case NodeEvent.Cancelled cancelled -> new Cancelled(tries, operation, cancelled.why());
        case NodeEvent.Renewed renewed ->
            new Ready(new Tries(tries.attempt(), 0, 0), null, null, renewed.why());
        default -> throw new IllegalStep(this, event);
      };
    }
  }

  private static @Nullable String clipped(@Nullable String why) {
    return why == null ? null : Clipped.of(why, Limits.STANDARD.texts().message());
  }
}
