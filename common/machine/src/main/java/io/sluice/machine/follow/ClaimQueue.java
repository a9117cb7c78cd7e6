package io.sluice.machine.follow;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.Requests;
import io.sluice.machine.rule.WorkspaceRoot;
import io.sluice.machine.run.Run;
import io.sluice.machine.run.Stage;
import io.sluice.model.message.InboxMessage.Submitted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which runs may start. A run is granted its claim when no other run holds any of it, has any of it
 * out, or has waited longer for any of it: disjoint runs start at once, and no run is overtaken by
 * one that overlaps with it. No run holds and waits, so none waits for ever.
 */
public final class ClaimQueue {
  private static final int TOLD = 20;

  private ClaimQueue() {}

  static Decision grant(View view) {
    List<Fact> written = new ArrayList<>();
    for (RunState run : view.state().runStates()) {
      if (run.active()) {
        written.add(new Fact.RunWritten(view.run(run)));
      }
    }
    return Decision.all(written).then(() -> grantInTurn(view));
  }

  private static Decision grantInTurn(View view) {
    Map<String, Claim> ahead = new LinkedHashMap<>();
    List<RunView> queued = new ArrayList<>();
    for (RunState state : view.state().runStates()) {
      if (!state.active()) {
        continue;
      }
      RunView run = view.run(state);
      if (run.now().isQueued()) {
        queued.add(run);
      }
      Claim held = state.held();
      if (!held.isNothing()) {
        ahead.put(state.id, held);
      }
    }
    queued.sort(
        Comparator.comparingLong((RunView run) -> run.before().identity().queuedAt())
            .thenComparing(run -> run.run().id));
    Decision granted = Decision.nothing();
    for (RunView run : queued) {
      granted = granted.then(() -> grant(view, run, ahead));
    }
    return granted;
  }

  /**
   * @param ahead what runs hold, or have waited longer for: this one joins them
   */
  private static Decision grant(View view, RunView run, Map<String, Claim> ahead) {
    if (run.now().ended()) {
      return Decision.nothing();
    }
    Claim wanted = run.now().hold().wanted();
    // A run does not wait for what it holds already.
    boolean holds = !run.now().holdsNothing();
    boolean free = holds || !run.now().claims();
    List<String> blockers = free ? List.of() : blockers(run.run().id, wanted, ahead);
    boolean begins = blockers.isEmpty() && !run.run().isLeaving();
    Optional<String> refused = begins ? refusal(view, run) : Optional.empty();
    if (refused.isPresent()) {
      return Endings.finish(view, run, List.of(refused.get()));
    }
    if (run.now().claims()) {
      ahead.put(run.run().id, wanted);
    }
    if (begins) {
      return begin(view, run);
    }
    return blockers.isEmpty() ? Decision.nothing() : wait(run, blockers);
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

  private static Optional<String> refusal(View view, RunView run) {
    return WorkspaceRoot.wrong(view, run)
        .or(
            () ->
                run.run().submission() == null
                    ? Optional.of("the run's submission is no longer stored")
                    : Optional.empty());
  }

  private static Decision begin(View view, RunView run) {
    Submitted submission = Objects.requireNonNull(run.run().submission());
    Run now = run.now();
    Run begun =
        now.in(now.stage().planning())
            .with(now.claims() ? now.hold().granted() : now.hold())
            .with(now.history().started(view.context().now()));
    return Decision.of(new Fact.RunMoved(run, now, begun), new Fact.RunWritten(run))
        .then(() -> Requests.plan(view, run, submission));
  }

  private static Decision wait(RunView run, List<String> blockers) {
    List<String> told = blockers.size() > TOLD ? blockers.subList(0, TOLD) : blockers;
    Run now = run.now();
    // In another order they are no news.
    return now.stage() instanceof Stage.Queued queued
            && Set.copyOf(queued.behind()).equals(Set.copyOf(told))
        ? Decision.nothing()
        : Decision.of(
            new Fact.RunMoved(run, now, now.in(now.stage().behind(told))),
            new Fact.RunNoted(run, new RunNote.Waiting(told)));
  }
}
