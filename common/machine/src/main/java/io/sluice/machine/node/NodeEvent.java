package io.sluice.machine.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.Attempt;
import io.sluice.model.TaskError;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What moves a node from one state to the next. */
public sealed interface NodeEvent {
  /** A task of this attempt has left. */
  record Dispatched(Attempt attempt) implements NodeEvent {}

  record LeaseTaken(Lease lease) implements NodeEvent {}

  /** Before its first call, the worker found no object of that name. */
  record FoundNothing() implements NodeEvent {}

  /** The claim that had it gave it back unaccepted: its task comes to another worker. */
  record Returned(String why) implements NodeEvent {}

  /** The attempt is over and did nothing; it does not count. */
  record GivenBack(String why) implements NodeEvent {}

  /** No worker had begun with it; it counts, so that this can't go on for ever. */
  record NeverBegan(String why) implements NodeEvent {}

  record PutOff(Instant until, String why) implements NodeEvent {}

  /** The attempt certainly did nothing, and is made again. */
  record RetryAt(Instant dueAt, TaskError error) implements NodeEvent {}

  /** The time that it waited for has come. */
  record FellDue() implements NodeEvent {}

  /**
   * A claim that does not hold the attempt may have called all the same.
   *
   * @param provenAfter from when on "not found" proves that it made nothing; null where that is not
   *     asked
   * @param absent it found no object of that name before it called
   */
  record MayHaveHappened(String claimId, @Nullable Instant provenAfter, boolean absent)
      implements NodeEvent {}

  /**
   * The next attempt begins with a look.
   *
   * @param provenAfter from when on "not found" proves that nothing happened
   * @param over the call that is in doubt has certainly ended
   * @param caller whose call it is; null if no claim is known to have called
   */
  record Recover(@Nullable Instant provenAfter, boolean over, @Nullable String caller, String why)
      implements NodeEvent {}

  record Succeeded(@Nullable String claimId, @Nullable JsonNode outputs) implements NodeEvent {}

  record Failed(TaskError error) implements NodeEvent {}

  record Cancelled(String why) implements NodeEvent {}

  /** A person has to settle what became of it. */
  record LeftInDoubt(TaskError error) implements NodeEvent {}

  /**
   * The planner is asked what a placeholder becomes.
   *
   * @param unanswered how often it was asked in vain before
   * @param at the version as of which it is asked
   */
  record AskedPlanner(int unanswered, long at) implements NodeEvent {}

  /**
   * @param outputs what it is worth, if it became no nodes
   */
  record Expanded(String planId, @Nullable JsonNode outputs) implements NodeEvent {}

  /** Before the planner can say what a placeholder becomes, providers have to answer. */
  record AnswersAwaited() implements NodeEvent {}

  /** Someone has to agree to what a placeholder would take away. */
  record ApprovalAwaited(String why) implements NodeEvent {}

  /** Someone has agreed: the planner is asked again. */
  record Approved() implements NodeEvent {}

  /** What went before is certainly not done: a new operation begins. */
  record Renewed(String why) implements NodeEvent {}
}
