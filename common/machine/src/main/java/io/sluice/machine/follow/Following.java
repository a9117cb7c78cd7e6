package io.sluice.machine.follow;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.WorkspaceState.Followed;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.OpenDoubts;
import io.sluice.machine.run.Stage;
import io.sluice.model.record.NodeStatus;

/**
 * What follows from a decision. Handlers say which runs they touched; what becomes of those, who is
 * granted what they gave up and what is tidied up is decided here, in the one order there is.
 */
public final class Following {
  private Following() {}

  public static void follow(Draft draft) {
    if (!draft.follows) {
      draft.followed(Followed.HELD_BACK);
      return;
    }
    for (RunEdit run = draft.nextTouched(); run != null; run = draft.nextTouched()) {
      settle(draft, run);
      grant(draft);
    }
    grant(draft);
    if (draft.tidies) {
      Sweeping.sweep(draft);
      grant(draft);
    }
    if (draft.state.followed() == Followed.ALL) {
      fillStarved(draft);
    } else {
      settleAll(draft);
      draft.followed(Followed.ALL);
    }
  }

  /** After a takeover, or an input of which nothing was to follow: all that may leave leaves. */
  private static void settleAll(Draft draft) {
    for (RunState run : draft.state.activeRuns()) {
      settle(draft, draft.edit(run));
      grant(draft);
    }
    draft.holdsChanged();
    grant(draft);
  }

  /** Runs that wait for places of a provider get what others have left. */
  private static void fillStarved(Draft draft) {
    if (!draft.state.starved()) {
      return;
    }
    for (RunState run : draft.state.activeRuns()) {
      if (run.starved()) {
        settle(draft, draft.edit(run));
        grant(draft);
      }
    }
  }

  private static void grant(Draft draft) {
    while (draft.takeHoldsChanged()) {
      ClaimQueue.grant(draft);
    }
  }

  /** After anything that changed a run: sends what may leave, and ends it when nothing is left. */
  private static void settle(Draft draft, RunEdit run) {
    if (run.now().ended()) {
      return;
    }
    if (run.now().lingers()) {
      if (!run.now().awaitsPlan() && run.run.outstanding() == 0) {
        Endings.end(draft, run);
      }
      return;
    }
    switch (run.now().stage()) {
      case Stage.Executing executing -> settleGoing(draft, run);
      case Stage.Planning planning -> {
        if (run.now().stopping()) {
          Endings.finish(draft, run, run.now().control().reasons());
        }
      }
      case Stage.Queued queued -> {
        if (run.now().stopping()) {
          Endings.end(draft, run);
        }
      }
      case Stage.AwaitingApproval awaiting -> {
        if (run.now().stopping() && run.run.outstanding() == 0) {
          Endings.end(draft, run);
        }
      }
      case Stage.Ended ended -> {}
    }
  }

  private static void settleGoing(Draft draft, RunEdit run) {
    Releasing.fill(draft, run);
    if (run.run.outstanding() > 0) {
      return;
    }
    if (run.now().stopping()) {
      Endings.end(draft, run);
    } else if (run.now().replan()) {
      OpenDoubts.record(draft, run.run);
      if (run.run.count(NodeStatus.IN_DOUBT) > 0) {
        Endings.end(draft, run);
      } else {
        Replanning.again(draft, run);
      }
    } else if (run.run.count(NodeStatus.READY) + run.run.count(NodeStatus.WAITING) == 0) {
      if (run.now().reading() && !run.now().onlyReads() && allSucceeded(run.run)) {
        Replanning.afterReads(draft, run);
      } else {
        Endings.end(draft, run);
      }
    }
  }

  private static boolean allSucceeded(RunState run) {
    return run.count(NodeStatus.FAILED)
            + run.count(NodeStatus.SKIPPED)
            + run.count(NodeStatus.CANCELLED)
            + run.count(NodeStatus.IN_DOUBT)
        == 0;
  }
}
