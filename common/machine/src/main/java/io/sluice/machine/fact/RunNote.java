package io.sluice.machine.fact;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people learn about a run. */
public sealed interface RunNote {
  record Submitted() implements RunNote {}

  record Waiting(List<String> runs) implements RunNote {}

  record Planning() implements RunNote {}

  record Reading(int resources) implements RunNote {}

  record Planned(@Nullable String hash, List<Node> nodes) implements RunNote {}

  record AwaitingApproval(@Nullable String hash, List<Node> nodes) implements RunNote {}

  /** Placeholders would take away what the plan did not name. */
  record AwaitingApprovalBeyond(@Nullable String hash, List<String> addresses) implements RunNote {}

  record Approved(String by) implements RunNote {}

  record ApprovedAnother(String by) implements RunNote {}

  /**
   * @param approved it had waited for its approval
   */
  record Outdated(boolean approved) implements RunNote {}

  /** What only the run found out needs new objects. */
  record PlannedAnew(List<Address> replaced) implements RunNote {}

  /**
   * Its plan touches more than it has claimed.
   *
   * @param addresses that it asks for now; 0 means the whole workspace
   */
  record Widened(int addresses) implements RunNote {}

  record AskedAgain() implements RunNote {}

  /** An answer of the planner that the run did not wait for any more. */
  record PlanCameLate(int tasks) implements RunNote {}

  record Refused(List<String> reasons) implements RunNote {}

  record Ended(
      @Nullable RunOutcome outcome,
      RunCounts counts,
      List<NodeSummary> failed,
      List<String> reasons)
      implements RunNote {}

  record StateEdited(String what, String by) implements RunNote {}

  /**
   * @param known there is such a run
   */
  record NotInDoubt(String node, boolean known) implements RunNote {}

  record NothingToInterrupt(String node) implements RunNote {}

  record IdNeeded(String node) implements RunNote {}

  /** An operation that left with a plan that the run does not follow. */
  record MayHaveBeenDone(Address address, String why) implements RunNote {}

  /** As for a node, of a run that is forgotten. */
  record CameLate(Address address, Result result) implements RunNote {}

  record NoSuchRun() implements RunNote {}

  record NothingToRetry(String run, String why) implements RunNote {}

  /** More nodes than are worth a line each. */
  record SkippedToo(int nodes) implements RunNote {}

  /** What people do to a run while it goes on, and what happens to it. */
  sealed interface Intervention extends RunNote {}

  record Cancelled(String by, boolean forced) implements Intervention {}

  record NothingToDiscard() implements Intervention {}

  record Paused(String by) implements Intervention {}

  record Resumed(String by) implements Intervention {}

  record Parallelism(int places) implements Intervention {}

  /**
   * @param planning its claim stays until the planner has answered
   * @param out addresses that workers have
   */
  record Unlocked(String by, boolean planning, List<String> out) implements Intervention {}

  record Abandoned(String by, boolean planning) implements Intervention {}

  /** It has ended, and the planner has yet to answer. */
  record HeldByPlanner() implements Intervention {}

  record Quarantined(String cause) implements Intervention {}

  record Troubled(String cause) implements Intervention {}

  record Unserved(String pool) implements Intervention {}
}
