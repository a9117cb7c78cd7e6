package io.sluice.machine.transition;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.message.InboxMessage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a workspace decides on. Timers and lost workers are inputs like any other. */
public sealed interface Input {
  Moment moment();

  /**
   * A record of the inbox, in its order.
   *
   * @param follow what may follow from it
   * @param misfits runs that something was released for that could not travel, and why: they are
   *     quarantined in the same transition, whosever input this is
   */
  record Received(InboxMessage message, Moment moment, Follow follow, Map<String, String> misfits)
      implements Input {
    public Received {
      misfits = Map.copyOf(misfits);
    }

    public Received(InboxMessage message, Moment moment) {
      this(message, moment, Follow.ALL, Map.of());
    }

    /** The same, for a shell that could not write all that follows: a success is never dropped. */
    public Received alone(Map<String, String> blamed) {
      return new Received(message, moment, Follow.NOTHING, blamed);
    }

    /**
     * Instead of it, for a shell that can't apply it: what left with a plan has left all the same.
     */
    public Quarantined quarantined(String cause) {
      InboxMessage.Planned answer = message instanceof InboxMessage.Planned plan ? plan : null;
      return new Quarantined(message.run(), cause, answer, moment);
    }
  }

  /** What may follow from an input. */
  enum Follow {
    ALL,
    /** What it says is taken, and nothing is sent, granted or asked for until the next input. */
    NOTHING
  }

  /** A worker incarnation that holds leases is not among the living. */
  record WorkerLost(String incarnation, Moment moment) implements Input {}

  /** {@link WorkspaceState#nextDue} has come. */
  record Due(Moment moment) implements Input {}

  /**
   * The share group has passed this attempt's task, the inbox is read to its end, and no worker has
   * reported on it.
   */
  record SilentAttempt(String run, String node, int attempt, Moment moment) implements Input {}

  /**
   * The planner was asked, and is known to have passed the request without an answer.
   *
   * @param node the placeholder that it was asked about; null if it was asked for the plan
   * @param round of the request; of a placeholder, its attempt
   */
  record Unanswered(String run, @Nullable String node, int round, Moment moment) implements Input {}

  /**
   * Something about the workspace fails, such as its timers, whose output could not be written. The
   * people of its runs are informed.
   */
  record Troubled(String cause, Moment moment) implements Input {}

  /** Tasks of this run wait in a pool that no worker serves; its people are informed. */
  record Unserved(String run, String pool, Moment moment) implements Input {}

  /**
   * An input of this run threw, or could not be taken: the run stops, the workspace goes on.
   *
   * @param answer the plan that could not be taken; null if it was something else
   */
  record Quarantined(String run, String cause, InboxMessage.@Nullable Planned answer, Moment moment)
      implements Input {
    public Quarantined(String run, String cause, Moment moment) {
      this(run, cause, null, moment);
    }
  }
}
