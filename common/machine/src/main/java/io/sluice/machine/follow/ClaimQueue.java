package io.sluice.machine.follow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.claim.Claim;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.WorkspaceRoot;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which runs may start. A run is granted its claim when no other run holds any of it, has any of it
 * out, or has waited longer for any of it: disjoint runs start at once, and no run is overtaken by
 * one that overlaps with it. No run holds and waits, so none waits for ever.
 */
public final class ClaimQueue {
  private ClaimQueue() {}

  static void grant(Draft draft) {
    Map<String, Claim> ahead = new LinkedHashMap<>();
    List<RunEdit> queued = new ArrayList<>();
    for (RunState run : draft.state.runStates()) {
      if (!run.active()) {
        continue;
      }
      RunEdit edit = draft.edit(run);
      draft.flush(edit);
      if (edit.now().isQueued()) {
        queued.add(edit);
      }
      Claim held = run.held();
      if (!held.isNothing()) {
        ahead.put(run.id, held);
      }
    }
    queued.sort(
        Comparator.comparingLong((RunEdit run) -> run.before.identity().queuedAt())
            .thenComparing(run -> run.run.id));
    for (RunEdit run : queued) {
      if (run.now().ended()) {
        continue;
      }
      Claim wanted = run.now().hold().wanted();
      // What it holds already it does not wait for.
      boolean holds = !run.now().holdsNothing();
      List<String> blockers = holds ? List.of() : blockers(run.run.id, wanted, ahead);
      if (blockers.isEmpty() && !run.run.isLeaving()) {
        begin(draft, run);
      } else if (!blockers.isEmpty()) {
        wait(draft, run, blockers);
      }
      if (!run.now().ended()) {
        ahead.put(run.run.id, wanted);
      }
    }
  }

  public static List<String> blockers(String run, Claim wanted, Map<String, Claim> ahead) {
    List<String> blockers = new ArrayList<>();
    ahead.forEach(
        (other, claim) -> {
          if (!other.equals(run) && claim.conflictsWith(wanted)) {
            blockers.add(other);
          }
        });
    return blockers;
  }

  private static void begin(Draft draft, RunEdit run) {
    Optional<String> wrong = WorkspaceRoot.wrong(draft, run);
    Submitted submission = run.run.submission();
    if (wrong.isPresent() || submission == null) {
      Endings.finish(draft, run, List.of(wrong.orElse("the run's submission is no longer stored")));
      return;
    }
    Run now = run.now();
    run.to(
        now.in(now.stage().planning())
            .with(now.hold().granted())
            .with(now.history().started(draft.moment.now())));
    draft.flush(run);
    Requests.plan(draft, run, submission);
  }

  private static void wait(Draft draft, RunEdit run, List<String> blockers) {
    List<String> told = blockers.size() > 20 ? blockers.subList(0, 20) : blockers;
    // In another order they are no news.
    if (run.now().stage() instanceof Stage.Queued queued
        && Set.copyOf(queued.behind()).equals(Set.copyOf(told))) {
      return;
    }
    run.to(run.now().stage().behind(told));
    ObjectNode data = Json.object();
    ArrayNode runs = data.putArray("for");
    told.forEach(runs::add);
    draft.emit(
        run, EventKind.RUN_WAITING, null, null, "Waiting for " + String.join(", ", told), data);
  }
}
