package io.sluice.machine.narrate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.fact.RunNote;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ToldGraph;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunOutcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts notes about runs into events for people. */
public final class RunNarrator {
  private static final int CHANGES_TOLD = 500;
  private static final int MOST_NAMED = 10;
  private static final int BEYOND_TOLD = 5;
  private static final String HELD_BY_PLANNER =
      "its claim is released when the planner has answered or skipped its request";

  private RunNarrator() {}

  /**
   * @param run that it is about
   */
  public static Telling of(String run, RunNote note) {
    return switch (note) {
      case RunNote.Submitted submitted ->
          new Telling(EventKind.RUN_SUBMITTED, "Run " + run + " submitted");
      case RunNote.Waiting(List<String> runs) -> waiting(runs);
      case RunNote.Planning planning -> new Telling(EventKind.RUN_PLANNING, "Planning");
      case RunNote.Reading(int resources) -> changed("Reading " + resources + " resources");
      case RunNote.Planned(String hash, List<Node> nodes) -> planned(hash, nodes);
      case RunNote.AwaitingApproval(String hash, List<Node> nodes) -> proposal(hash, nodes);
      case RunNote.AwaitingApprovalBeyond(String hash, List<String> all) -> beyond(hash, all);
      case RunNote.Approved(String by) -> changed("Approved by " + by);
      case RunNote.ApprovedAnother(String by) ->
          warning(by + " approved a different plan. Review the current one, then approve it");
      case RunNote.Outdated(boolean approved) ->
          changed(
              approved
                  ? "State changed while the plan waited; planning again"
                  : "State changed during planning; planning again");
      case RunNote.PlannedAnew(List<Address> replaced) -> changed(anew(replaced));
      case RunNote.Widened(int addresses) ->
          changed(
              "The plan needs more than the run has claimed: waiting for "
                  + (addresses == 0 ? "the whole workspace" : addresses + " addresses")
                  + ", then planning again");
      case RunNote.AskedAgain again -> changed("The planner gave no answer; asking again");
      case RunNote.PlanCameLate(int tasks) ->
          warning(
              "A plan arrived that no run was waiting for; the outcome of its "
                  + tasks
                  + " tasks is in doubt until workers report");
      case RunNote.Refused(List<String> reasons) -> refused(String.join("\n", reasons));
      case RunNote.Ended ended -> ended(ended);
      case RunNote.StateEdited(String what, String by) ->
          new Telling(EventKind.STATE_EDITED, what + " by " + by);
      case RunNote.NotInDoubt(String node, boolean known) ->
          new Telling(
              known ? EventKind.WARNING : EventKind.REFUSED,
              node + " of run " + run + " is not in doubt");
      case RunNote.NothingToInterrupt(String node) ->
          warning("No worker is calling " + node + ": there is nothing to interrupt");
      case RunNote.IdNeeded(String node) -> warning("Adopting " + node + " needs its id");
      case RunNote.MayHaveBeenDone done ->
          new Telling(
              EventKind.ORPHAN_FOUND,
              done.address() + " may have been done: it " + done.why() + "; check it");
      case RunNote.CameLate late ->
          new Telling(
              EventKind.ORPHAN_FOUND, NodeNarrator.late(late.address(), late.result()).text());
      case RunNote.SkippedToo(int nodes) ->
          warning(nodes + " more nodes are skipped for the same reason");
      case RunNote.NoSuchRun none -> refused("There is no run " + run);
      case RunNote.NothingToRetry(String old, String why) ->
          refused("Run " + old + " " + why + ": nothing to retry");
      case RunNote.Intervention intervention -> of(intervention);
    };
  }

  private static String anew(List<Address> replaced) {
    String first =
        replaced.stream().limit(MOST_NAMED).map(Address::text).collect(Collectors.joining(", "));
    int more = replaced.size() - MOST_NAMED;
    return "Planning again, since these have to be replaced, which the plan could not know: "
        + first
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static Telling of(RunNote.Intervention intervention) {
    return switch (intervention) {
      case RunNote.Cancelled(String by, boolean forced) ->
          new Telling(EventKind.RUN_CANCELLING, (forced ? "Aborted by " : "Cancelled by ") + by);
      case RunNote.NothingToDiscard nothing ->
          warning("There is no plan to discard: the run does not wait for approval");
      case RunNote.Paused(String by) -> new Telling(EventKind.RUN_PAUSED, "Paused by " + by);
      case RunNote.Resumed(String by) -> new Telling(EventKind.RUN_RESUMED, "Resumed by " + by);
      case RunNote.Parallelism(int places) -> changed("Parallelism is " + places + " now");
      case RunNote.Unlocked(String by, boolean planning, List<String> out) ->
          changed(
              "Unlocked by "
                  + by
                  + (planning ? "; " + HELD_BY_PLANNER : "")
                  + (out.isEmpty() ? "" : "; still out: " + String.join(", ", out)));
      case RunNote.Abandoned(String by, boolean planning) ->
          changed("Abandoned by " + by + (planning ? "; " + HELD_BY_PLANNER : ""));
      case RunNote.HeldByPlanner held -> warning("The run has ended; " + HELD_BY_PLANNER);
      case RunNote.Quarantined(String cause) ->
          new Telling(EventKind.RUN_QUARANTINED, "An input could not be applied: " + cause);
      case RunNote.Troubled(String cause) -> warning("The workspace needs attention: " + cause);
      case RunNote.Unserved(String pool) ->
          warning(
              "No worker serves pool %s; the run waits. Start one with: sluice serve worker --pool %s"
                  .formatted(pool, pool));
    };
  }

  private static Telling waiting(List<String> others) {
    ObjectNode data = Json.object();
    ArrayNode runs = data.putArray("for");
    others.forEach(runs::add);
    String text = "Waiting for " + String.join(", ", others);
    return new Telling(EventKind.RUN_WAITING, text, data, null);
  }

  private static Telling planned(@Nullable String hash, List<Node> nodes) {
    Map<Action, Integer> counts = new EnumMap<>(Action.class);
    int replaced = 0;
    for (Node node : nodes) {
      counts.merge(node.action(), 1, Integer::sum);
      if (node.action() == Action.CREATE && node.pairedWith() != null) {
        replaced++;
      }
    }
    ObjectNode data = Json.object();
    data.put("create", counts.getOrDefault(Action.CREATE, 0) - replaced);
    data.put("update", counts.getOrDefault(Action.UPDATE, 0));
    data.put("replace", replaced);
    data.put("delete", counts.getOrDefault(Action.DELETE, 0) - replaced);
    data.put("noop", counts.getOrDefault(Action.NOOP, 0));
    data.put("nodes", nodes.size());
    if (hash != null) {
      data.put("hash", hash);
    }
    ToldGraph.of(nodes).ifPresent(graph -> data.set("graph", graph));
    String text = "Planned " + nodes.size() + " nodes";
    return new Telling(EventKind.RUN_PLANNED, text, data, null);
  }

  /** The plan for its approver: its hash, and what it does to which address. */
  private static Telling proposal(@Nullable String hash, List<Node> nodes) {
    ObjectNode data = Json.object();
    if (hash != null) {
      data.put("hash", hash);
    }
    ArrayNode changes = data.putArray("changes");
    for (Node node : nodes) {
      if (!node.action().isIdle() && changes.size() < CHANGES_TOLD) {
        changes.addObject().put("address", node.id()).put("action", node.action().name());
      }
    }
    String text = "Waiting for someone to approve the plan";
    return new Telling(EventKind.RUN_AWAITING_APPROVAL, text, data, null);
  }

  /** What an expansion would take away beyond the plan, for the approver. */
  private static Telling beyond(@Nullable String hash, List<String> addresses) {
    ObjectNode data = Json.object();
    if (hash != null) {
      data.put("hash", hash);
    }
    ArrayNode beyond = data.putArray("beyond");
    addresses.stream().limit(CHANGES_TOLD).forEach(beyond::add);
    String text =
        "Waiting for someone to approve what the plan did not show: it would delete or replace "
            + String.join(", ", addresses.subList(0, Math.min(addresses.size(), BEYOND_TOLD)))
            + (addresses.size() > BEYOND_TOLD
                ? " and " + (addresses.size() - BEYOND_TOLD) + " more"
                : "");
    return new Telling(EventKind.RUN_AWAITING_APPROVAL, text, data, null);
  }

  private static Telling ended(RunNote.Ended ended) {
    RunOutcome outcome = Objects.requireNonNullElse(ended.outcome(), RunOutcome.FAILED);
    ObjectNode data = Json.object();
    data.set("outcome", Json.toTree(outcome));
    data.set("counts", Json.toTree(ended.counts()));
    ArrayNode failed = data.putArray("failed");
    for (NodeSummary node : ended.failed()) {
      failed.add(Json.toTree(node));
    }
    if (!ended.reasons().isEmpty()) {
      ArrayNode reasons = data.putArray("reasons");
      ended.reasons().forEach(reasons::add);
    }
    return new Telling(EventKind.RUN_ENDED, "Run " + words(outcome), data, null);
  }

  private static Telling changed(String text) {
    return new Telling(EventKind.RUN_CHANGED, text);
  }

  private static Telling warning(String text) {
    return new Telling(EventKind.WARNING, text);
  }

  private static Telling refused(String text) {
    return new Telling(EventKind.REFUSED, text);
  }

  private static String words(RunOutcome outcome) {
    return switch (outcome) {
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> "cancelled";
      case NEEDS_ATTENTION -> "needs attention";
      case REFUSED -> "refused";
    };
  }
}
