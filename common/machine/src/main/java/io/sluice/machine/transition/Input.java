package io.sluice.machine.transition;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Planned;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a workspace decides on. Timers and lost workers are inputs like any other. */
public sealed interface Input {
  DecisionContext context();

  /**
   * A record of the inbox, in its order.
   *
   * @param follow what may follow from it
   * @param misfits runs that something was released for that could not travel, and why: they are
   *     quarantined in the same transition, whosever input this is
   */
  record Received(
      InboxMessage message, DecisionContext context, Follow follow, Map<String, String> misfits)
      implements Input {
    public Received {
      misfits = Map.copyOf(misfits);
    }

    public Received(InboxMessage message, DecisionContext context) {
      this(message, context, Follow.ALL, Map.of());
    }

    /** The same, for a shell that could not write all that follows: a success is never dropped. */
    public Received alone(Map<String, String> blamed) {
      return new Received(message, context, Follow.NOTHING, blamed);
    }

    /**
     * The input in its place, for a shell that can't apply it: tasks that left with a plan are out
     * all the same.
     */
    public Quarantined quarantined(String cause) {
      Planned answer = message instanceof Planned plan ? plan : null;
      return new Quarantined(message.run(), cause, answer, context);
    }
  }

  /** What may follow from an input. */
  enum Follow {
    ALL,
    /** Its content is applied; nothing is sent, granted or asked for until the next input. */
    NOTHING
  }

  /** A worker incarnation that holds leases is no longer alive. */
  record WorkerLost(String incarnation, DecisionContext context) implements Input {}

  /** {@link WorkspaceState#nextDue} has come. */
  record Due(DecisionContext context) implements Input {}

  /**
   * The share group has passed this attempt's task, the inbox is read to its end, and no worker has
   * reported on it.
   */
  record SilentAttempt(String run, String node, int attempt, DecisionContext context)
      implements Input {}

  /**
   * The planner is known to have skipped a request without an answer.
   *
   * @param node the placeholder that it was asked about; null if it was asked for the plan
   * @param round of the request; of a placeholder, its attempt
   */
  record Unanswered(String run, @Nullable String node, int round, DecisionContext context)
      implements Input {}

  /**
   * Something about the workspace fails, such as its timers, whose output could not be written. The
   * people of its runs are informed.
   */
  record Troubled(String cause, DecisionContext context) implements Input {}

  /** Tasks of this run wait in a pool that no worker serves; its people are informed. */
  record Unserved(String run, String pool, DecisionContext context) implements Input {}

  /**
   * An input of this run could not be applied: the run stops, the workspace goes on.
   *
   * @param answer the plan that could not be applied; null if it was another input
   */
  record Quarantined(String run, String cause, @Nullable Planned answer, DecisionContext context)
      implements Input {
    public Quarantined(String run, String cause, DecisionContext context) {
      this(run, cause, null, context);
    }
  }
}
