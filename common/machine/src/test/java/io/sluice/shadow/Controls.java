package io.sluice.shadow;

import io.sluice.machine.transition.Command;
import io.sluice.model.Address;
import io.sluice.model.TaskError;
import io.sluice.model.message.Control;
import io.sluice.model.message.Control.Standing;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order.Abandon;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.Discard;
import io.sluice.model.message.Order.ForceUnlock;
import io.sluice.model.message.Order.Pause;
import io.sluice.model.message.Order.Resume;
import io.sluice.model.message.Order.SetParallelism;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people do to a run while it goes on. */
final class Controls {
  private static final String HELD_BY_PLANNER =
      "its claim is released when the planner has answered or skipped its request";

  private Controls() {}

  static void cancel(Draft draft, Cancel cancel) {
    RunDraft run = known(draft, cancel.run());
    if (run == null) {
      return;
    }
    boolean harder = cancel.force() && run.stop == Stop.CANCELLED;
    if (run.stop == null || run.stop == Stop.FAILURE || harder) {
      Stop how = cancel.force() ? Stop.INTERRUPTED : Stop.CANCELLED;
      run.reasons = List.of("cancelled by " + cancel.by());
      draft.tell(
          run,
          EventKind.RUN_CANCELLING,
          (cancel.force() ? "Aborted by " : "Cancelled by ") + cancel.by());
      stop(draft, run, how, "the run was cancelled");
    }
    Endings.settle(draft, run);
  }

  /** A plan that nobody approves. */
  static void discard(Draft draft, Discard discard) {
    RunDraft run = known(draft, discard.run());
    if (run == null) {
      return;
    }
    if (run.phase != RunPhase.AWAITING_APPROVAL) {
      draft.tell(
          run,
          EventKind.WARNING,
          "There is no plan to discard: the run does not wait for approval");
      return;
    }
    run.reasons = List.of("discarded by " + discard.by());
    stop(draft, run, Stop.CANCELLED, "its plan was discarded");
    Endings.settle(draft, run);
  }

  static void pause(Draft draft, Pause pause) {
    RunDraft run = known(draft, pause.run());
    if (run != null && !run.paused && !run.stopping()) {
      run.paused = true;
      control(draft, run, Standing.PAUSED);
      draft.tell(run, EventKind.RUN_PAUSED, "Paused by " + pause.by());
    }
  }

  static void resume(Draft draft, Resume resume) {
    RunDraft run = known(draft, resume.run());
    if (run != null && run.paused) {
      run.paused = false;
      if (!run.stopping()) {
        draft.send(new Command.ClearControl(run.run.id));
      }
      draft.tell(run, EventKind.RUN_RESUMED, "Resumed by " + resume.by());
      Endings.settle(draft, run);
    }
  }

  static void parallelism(Draft draft, SetParallelism set) {
    RunDraft run = known(draft, set.run());
    if (run != null && set.parallelism() > 0) {
      run.parallelism = set.parallelism();
      draft.tell(run, EventKind.RUN_CHANGED, "Parallelism is " + set.parallelism() + " now");
      Endings.settle(draft, run);
    }
  }

  /** Gives the claim up. Addresses that are out stay closed to everyone until they are heard of. */
  static void forceUnlock(Draft draft, ForceUnlock unlock) {
    RunDraft run = known(draft, unlock.run());
    if (run == null) {
      return;
    }
    run.reasons = List.of("unlocked by " + unlock.by());
    boolean planning = run.awaitsPlan();
    List<String> kept = outstanding(run.run);
    if (!planning) {
      run.claim = null;
    }
    stop(draft, run, Stop.UNLOCKED, "the run was force-unlocked");
    draft.tell(
        run,
        EventKind.RUN_CHANGED,
        "Unlocked by "
            + unlock.by()
            + (planning ? "; " + HELD_BY_PLANNER : "")
            + (kept.isEmpty() ? "" : "; still out: " + String.join(", ", kept)));
    Endings.settle(draft, run);
    ClaimQueue.grant(draft);
  }

  /**
   * Ends the run at once; what is out is interrupted and left in doubt, to be looked at by a later
   * run.
   */
  static void abandon(Draft draft, Abandon abandon) {
    RunDraft run = draft.edit(abandon.run());
    if (run == null) {
      draft.tellUnknown(abandon.run(), EventKind.REFUSED, "There is no run " + abandon.run());
      return;
    }
    if (run.ended()) {
      return;
    }
    String why = "abandoned by " + abandon.by();
    if (!run.told()) {
      run.reasons = List.of(why);
      draft.tell(
          run,
          EventKind.RUN_CHANGED,
          "Abandoned by " + abandon.by() + (run.awaitsPlan() ? "; " + HELD_BY_PLANNER : ""));
      stop(draft, run, Stop.UNLOCKED, Standing.INTERRUPTED, "the run was abandoned");
    } else if (!run.awaitsPlan()) {
      run.stop = Stop.UNLOCKED;
      control(draft, run, Standing.INTERRUPTED);
    }
    if (run.told() && run.awaitsPlan()) {
      draft.tell(run, EventKind.WARNING, "The run has ended; " + HELD_BY_PLANNER);
    }
    giveUp(draft, run, why);
  }

  /** An input of the run could not be applied, or what it released could not be written. */
  static void quarantine(Draft draft, String id, String cause) {
    RunDraft run = draft.edit(id);
    if (run == null || run.ended()) {
      return;
    }
    String why = "quarantined: " + cause;
    if (!run.told()) {
      run.reasons = List.of(why);
      stop(draft, run, Stop.QUARANTINED, "the run is quarantined");
      draft.tell(run, EventKind.RUN_QUARANTINED, "An input could not be applied: " + cause);
    }
    giveUp(draft, run, why);
  }

  private static void giveUp(Draft draft, RunDraft run, String why) {
    if (!run.awaitsPlan()) {
      Endings.giveUp(draft, run, why);
    } else if (!run.told()) {
      Endings.finish(draft, run, run.reasons);
      ClaimQueue.grant(draft);
    }
  }

  static void troubled(Draft draft, String cause) {
    for (RunState run : draft.state.activeRuns()) {
      draft.tell(draft.edit(run), EventKind.WARNING, "The workspace needs attention: " + cause);
    }
  }

  static void unserved(Draft draft, String run, String pool) {
    RunDraft waiting = draft.edit(run);
    if (waiting != null && waiting.run.active()) {
      draft.tell(
          waiting,
          EventKind.WARNING,
          "No worker serves pool %s; the run waits. Start one with: sluice serve worker --pool %s"
              .formatted(pool, pool));
    }
  }

  /** Nothing more leaves; what waits to be tried again is given up. */
  static void stop(Draft draft, RunDraft run, Stop how, String why) {
    stop(draft, run, how, how == Stop.INTERRUPTED ? Standing.INTERRUPTED : Standing.CANCELLED, why);
  }

  private static void stop(Draft draft, RunDraft run, Stop how, Standing standing, String why) {
    run.stop = how;
    List<NodeEntry> waiting = new ArrayList<>();
    for (NodeEntry entry : run.run.entries.values()) {
      boolean had = entry.standing == NodeStatus.WAITING || entry.standing == NodeStatus.READY;
      // Whatever the planner answers about a placeholder, nothing has left with it.
      boolean asked = entry.node != null && entry.outstanding() && !entry.sent();
      if (entry.record != null && (had || asked)) {
        waiting.add(entry);
      }
    }
    waiting.sort(Comparator.comparing(entry -> entry.id));
    for (NodeEntry entry : waiting) {
      if (entry.outstanding()) {
        Failures.drop(draft, run, entry, why);
        continue;
      }
      TaskError error = entry.standing == NodeStatus.WAITING ? entry.known().error() : null;
      if (how == Stop.FAILURE && error != null && !entry.known().recovering()) {
        Failures.fail(draft, run, entry, error);
      } else {
        Failures.drop(draft, run, entry, why);
      }
    }
    if (how != Stop.FAILURE && how != Stop.REFUSED) {
      control(draft, run, standing);
    }
  }

  private static void control(Draft draft, RunDraft run, Standing standing) {
    if (run.phase != RunPhase.QUEUED) {
      draft.send(
          new Command.SetControl(new Control(run.run.id, draft.state.workspace(), standing)));
    }
  }

  private static List<String> outstanding(RunState run) {
    return run.entries.values().stream()
        .filter(entry -> entry.node != null && entry.outstanding())
        .map(NodeEntry::planned)
        .map(node -> node.address().live())
        .map(Address::text)
        .sorted()
        .limit(50)
        .toList();
  }

  private static @Nullable RunDraft known(Draft draft, String id) {
    RunDraft run = draft.edit(id);
    if (run == null) {
      draft.tellUnknown(id, EventKind.REFUSED, "There is no run " + id);
      return null;
    }
    return run.told() ? null : run;
  }
}
