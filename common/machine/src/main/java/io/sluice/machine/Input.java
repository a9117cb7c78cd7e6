package io.sluice.machine;

import io.sluice.model.message.InboxMessage;
import org.jspecify.annotations.Nullable;

/** What a workspace decides on. Timers and lost workers are inputs like any other. */
public sealed interface Input {
  Moment moment();

  /** A record of the inbox, in its order. */
  record Received(InboxMessage message, Moment moment) implements Input {}

  /** A worker incarnation that holds leases is not among the living. */
  record WorkerLost(String incarnation, Moment moment) implements Input {}

  /** {@link WorkspaceState#nextDue} has come. */
  record Due(Moment moment) implements Input {}

  /**
   * The share group has passed this attempt's task, the inbox is read to its end, and nobody said
   * anything of it.
   */
  record Unheard(String run, String node, int attempt, Moment moment) implements Input {}

  /**
   * The planner was asked, and is known to have passed the request without an answer.
   *
   * @param node the placeholder that it was asked about; null if it was asked for the plan
   * @param round of the request; of a placeholder, its attempt
   */
  record Unanswered(String run, @Nullable String node, int round, Moment moment) implements Input {}

  /** An input of this run threw, or could not be taken: the run stops, the workspace goes on. */
  record Quarantined(String run, String cause, Moment moment) implements Input {}
}
