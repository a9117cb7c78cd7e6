package io.sluice.shadow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.claim.Claim;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.ClaimScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who may go. A run is granted its claim when nobody holds, has out, or has waited longer for,
 * anything of it: disjoint runs go at once, and nobody is overtaken by what overlaps with it.
 * Nobody holds and waits, so nobody waits for ever.
 */
final class ClaimQueue {
  private ClaimQueue() {}

  static void grant(Draft draft) {
    if (!draft.follows) {
      return;
    }
    Map<String, Claim> ahead = new LinkedHashMap<>();
    List<RunDraft> queued = new ArrayList<>();
    for (RunState run : draft.state.runStates()) {
      if (!run.active()) {
        continue;
      }
      RunDraft edit = draft.edit(run);
      draft.flush(edit);
      if (edit.phase == RunPhase.QUEUED) {
        queued.add(edit);
      }
      Claim held = run.held();
      if (!held.isNothing()) {
        ahead.put(run.id, held);
      }
    }
    queued.sort(
        java.util.Comparator.comparingLong((RunDraft run) -> run.before.queuedAt())
            .thenComparing(run -> run.run.id));
    for (RunDraft run : queued) {
      if (run.ended()) {
        continue;
      }
      Claim wanted = Claim.listed(run.claimed);
      // What it holds already it does not wait for.
      boolean holds = run.claim != null;
      List<String> blockers = holds ? List.of() : blockers(run.run.id, wanted, ahead);
      if (blockers.isEmpty() && !run.run.isLeaving()) {
        begin(draft, run, wanted);
      } else if (!blockers.isEmpty()) {
        wait(draft, run, blockers);
      }
      if (!run.ended()) {
        ahead.put(run.run.id, wanted);
      }
    }
  }

  static List<String> blockers(String run, Claim wanted, Map<String, Claim> ahead) {
    List<String> blockers = new ArrayList<>();
    ahead.forEach(
        (other, claim) -> {
          if (!other.equals(run) && claim.conflictsWith(wanted)) {
            blockers.add(other);
          }
        });
    return blockers;
  }

  private static void begin(Draft draft, RunDraft run, Claim wanted) {
    Optional<String> wrong = Submissions.wrongRoot(draft, run);
    Submitted submission = run.run.submission;
    if (wrong.isPresent() || submission == null) {
      Endings.finish(draft, run, List.of(wrong.orElse("the run's submission is no longer stored")));
      return;
    }
    run.phase = RunPhase.PLANNING;
    run.claim = wanted.whole() ? ClaimScope.WHOLE : ClaimScope.LISTED;
    run.waitingFor = List.of();
    if (run.startedAt == null) {
      run.startedAt = draft.moment.now();
    }
    draft.flush(run);
    Requests.plan(draft, run, submission);
  }

  private static void wait(Draft draft, RunDraft run, List<String> blockers) {
    List<String> told = blockers.size() > 20 ? blockers.subList(0, 20) : blockers;
    if (Set.copyOf(told).equals(Set.copyOf(run.waitingFor))) {
      return;
    }
    run.waitingFor = List.copyOf(told);
    ObjectNode data = Json.object();
    ArrayNode runs = data.putArray("for");
    told.forEach(runs::add);
    draft.emit(
        run, EventKind.RUN_WAITING, null, null, "Waiting for " + String.join(", ", told), data);
  }
}
