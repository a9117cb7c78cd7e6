package io.sluice.machine.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.record.NodeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a node of a run stands, by what happened to itself; whether it is pending or skipped
 * follows from its neighbours and is never stored. {@link NodeSteps} says what may come next.
 *
 * <pre>
 * None, Ready -> Dispatched -> Leased -> Succeeded
 *         ^       ^  |  |  \      |  |-> Failed
 *         |       |  |  |   +--> Returned (out, its worker has given it back)
 *         |       |  |  +--------> Waiting (until a moment) -> Ready
 *         +-------+--+ given back, or to be recovered
 * any of them that may have happened -> InDoubt -> Ready | Succeeded | Failed | Cancelled
 * a placeholder: None -> Asked -> Expanded, or -> Ready -> Asked where providers answer first,
 *   or -> Unapproved -> Ready -> Asked where a person has to agree first
 * </pre>
 */
public sealed interface NodeState {
  Tries tries();

  /** What is stored as its status. */
  NodeStatus status();

  /** What its attempts are about to do. */
  default Operation operation() {
    return Operation.NONE;
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

  /** Which worker has, or had, the last attempt; of what was given back, the claim that had it. */
  default @Nullable String incarnation() {
    return null;
  }

  /** When a call that has begun is over at the latest. */
  default @Nullable Instant deadline() {
    return null;
  }

  default boolean mayHaveHappened() {
    return operation().mayHaveHappened();
  }

  /** Not settled: it may turn out that an attempt has happened. */
  sealed interface Open extends NodeState {}

  /** Its task is out. */
  sealed interface Out extends Open {}

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
  }

  /**
   * It waits only for its neighbours and a place.
   *
   * @param error what the attempt before came to
   */
  record Ready(Tries tries, Operation operation, @Nullable TaskError error, @Nullable String why)
      implements Open {
    public Ready {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.READY;
    }
  }

  /** Ready when its time has come. */
  record Waiting(
      Tries tries,
      Operation operation,
      Instant dueAt,
      @Nullable TaskError error,
      @Nullable String why)
      implements Open {
    public Waiting {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.WAITING;
    }
  }

  /** Its task is out, and no worker has reported on it. */
  record Dispatched(Tries tries, Operation operation) implements Out {
    @Override
    public NodeStatus status() {
      return NodeStatus.DISPATCHED;
    }
  }

  /**
   * Its task is out, and the claim that had it gave it back: the task comes to another worker, or
   * has come to one whose report was not accepted. A late or repeated report of the former claim
   * makes no lease again.
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
      implements Out {
    public Returned {
      why = clipped(why);
    }

    @Override
    public @Nullable String incarnation() {
      return former;
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.DISPATCHED;
    }
  }

  /** A worker has it. */
  record Leased(Tries tries, Operation operation, Lease lease) implements Out {
    @Override
    public NodeStatus status() {
      return NodeStatus.STARTED;
    }

    @Override
    public String claimId() {
      return lease.claimId();
    }

    @Override
    public String incarnation() {
      return lease.incarnation();
    }

    @Override
    public @Nullable Instant deadline() {
      return lease.deadline();
    }

    public boolean calling() {
      return lease.phase() == Phase.CALLING;
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
  }

  /** A placeholder that would take away what nobody has agreed to. */
  record Unapproved(int attempt, @Nullable String why) implements NodeState {
    public Unapproved {
      why = clipped(why);
    }

    @Override
    public Tries tries() {
      return new Tries(attempt, 0, 0);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.WAITING;
    }
  }

  /** A placeholder whose instances are nodes of the run now, or an output with what it is worth. */
  record Expanded(int attempt, String planId, @Nullable JsonNode outputs) implements NodeState {
    @Override
    public Tries tries() {
      return new Tries(attempt, 0, 0);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.EXPANDED;
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
  }

  record Failed(Tries tries, Operation operation, TaskError error) implements NodeState {
    @Override
    public NodeStatus status() {
      return NodeStatus.FAILED;
    }

    @Override
    public @Nullable String why() {
      return error.message();
    }
  }

  record Cancelled(Tries tries, Operation operation, @Nullable String why) implements NodeState {
    public Cancelled {
      why = clipped(why);
    }

    @Override
    public NodeStatus status() {
      return NodeStatus.CANCELLED;
    }
  }

  /**
   * It may have happened, and a person, a late result or a later run has to settle it.
   *
   * @param claimId the claim that had the last attempt, if one is known
   * @param incarnation of that worker; where the claim had given it back, that claim
   */
  record InDoubt(
      Tries tries,
      Operation operation,
      @Nullable String claimId,
      @Nullable String incarnation,
      TaskError error)
      implements NodeState {
    @Override
    public NodeStatus status() {
      return NodeStatus.IN_DOUBT;
    }

    @Override
    public @Nullable String why() {
      return error.message();
    }
  }

  private static @Nullable String clipped(@Nullable String why) {
    return why == null ? null : Clipped.of(why, Limits.STANDARD.texts().message());
  }
}
