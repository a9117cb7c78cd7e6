package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.transition.Command;
import io.sluice.model.Address;
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
import io.sluice.model.record.RunRecord.Stop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people do to a run while it goes on. */
public final class Controls {
  private static final String HELD_BY_PLANNER =
      "its claim is released when the planner has answered or skipped its request";

  private Controls() {}

  public static void cancel(Draft draft, Cancel cancel) {
    RunEdit run = known(draft, cancel.run());
    if (run == null) {
      return;
    }
    boolean harder = cancel.force() && run.now().stop() == Stop.CANCELLED;
    if (run.now().stop() == null || run.now().stop() == Stop.FAILURE || harder) {
      Stop how = cancel.force() ? Stop.INTERRUPTED : Stop.CANCELLED;
      run.because(List.of("cancelled by " + cancel.by()));
      draft.tell(
          run,
          EventKind.RUN_CANCELLING,
          (cancel.force() ? "Aborted by " : "Cancelled by ") + cancel.by());
      stop(draft, run, how, "the run was cancelled");
    }
    draft.touch(run);
  }

  /** Ends a run whose plan is not approved. */
  public static void discard(Draft draft, Discard discard) {
    RunEdit run = known(draft, discard.run());
    if (run == null) {
      return;
    }
    if (!run.now().awaitsApproval()) {
      draft.tell(
          run,
          EventKind.WARNING,
          "There is no plan to discard: the run does not wait for approval");
      return;
    }
    run.because(List.of("discarded by " + discard.by()));
    stop(draft, run, Stop.CANCELLED, "its plan was discarded");
    draft.touch(run);
  }

  public static void pause(Draft draft, Pause pause) {
    RunEdit run = known(draft, pause.run());
    if (run != null && !run.now().paused() && !run.now().stopping()) {
      run.pause(true);
      control(draft, run, Standing.PAUSED);
      draft.tell(run, EventKind.RUN_PAUSED, "Paused by " + pause.by());
    }
  }

  public static void resume(Draft draft, Resume resume) {
    RunEdit run = known(draft, resume.run());
    if (run != null && run.now().paused()) {
      run.pause(false);
      if (!run.now().stopping()) {
        draft.send(new Command.ClearControl(run.run.id));
      }
      draft.tell(run, EventKind.RUN_RESUMED, "Resumed by " + resume.by());
      draft.touch(run);
    }
  }

  public static void parallelism(Draft draft, SetParallelism set) {
    RunEdit run = known(draft, set.run());
    if (run != null && set.parallelism() > 0) {
      run.to(run.now().with(run.now().control().withPlaces(set.parallelism())));
      draft.tell(run, EventKind.RUN_CHANGED, "Parallelism is " + set.parallelism() + " now");
      draft.touch(run);
    }
  }

  /**
   * Gives the claim up. Addresses that are out stay closed to all other runs until workers report
   * on them.
   */
  public static void forceUnlock(Draft draft, ForceUnlock unlock) {
    RunEdit run = known(draft, unlock.run());
    if (run == null) {
      return;
    }
    run.because(List.of("unlocked by " + unlock.by()));
    boolean planning = run.now().awaitsPlan();
    List<String> kept = outstanding(run.run);
    if (!planning) {
      run.hold(run.now().hold().givenUp());
    }
    stop(draft, run, Stop.UNLOCKED, "the run was force-unlocked");
    draft.tell(
        run,
        EventKind.RUN_CHANGED,
        "Unlocked by "
            + unlock.by()
            + (planning ? "; " + HELD_BY_PLANNER : "")
            + (kept.isEmpty() ? "" : "; still out: " + String.join(", ", kept)));
    draft.touch(run);
    draft.holdsChanged();
  }

  /**
   * Ends the run at once; what is out is interrupted and left in doubt, to be looked at by a later
   * run.
   */
  public static void abandon(Draft draft, Abandon abandon) {
    RunEdit run = draft.edit(abandon.run());
    if (run == null) {
      draft.tellUnknown(abandon.run(), EventKind.REFUSED, "There is no run " + abandon.run());
      return;
    }
    if (run.now().ended()) {
      return;
    }
    String why = "abandoned by " + abandon.by();
    if (!run.now().told()) {
      run.because(List.of(why));
      draft.tell(
          run,
          EventKind.RUN_CHANGED,
          "Abandoned by " + abandon.by() + (run.now().awaitsPlan() ? "; " + HELD_BY_PLANNER : ""));
      stop(draft, run, Stop.UNLOCKED, Standing.INTERRUPTED, "the run was abandoned");
    } else if (!run.now().awaitsPlan()) {
      run.stop(Stop.UNLOCKED);
      control(draft, run, Standing.INTERRUPTED);
    }
    if (run.now().told() && run.now().awaitsPlan()) {
      draft.tell(run, EventKind.WARNING, "The run has ended; " + HELD_BY_PLANNER);
    }
    giveUp(draft, run, why);
  }

  /** An input of the run could not be applied, or what it released could not be written. */
  public static void quarantine(Draft draft, String id, String cause) {
    RunEdit run = draft.edit(id);
    if (run == null || run.now().ended()) {
      return;
    }
    String why = "quarantined: " + cause;
    if (!run.now().told()) {
      run.because(List.of(why));
      stop(draft, run, Stop.QUARANTINED, "the run is quarantined");
      draft.tell(run, EventKind.RUN_QUARANTINED, "An input could not be applied: " + cause);
    }
    giveUp(draft, run, why);
  }

  private static void giveUp(Draft draft, RunEdit run, String why) {
    if (!run.now().awaitsPlan()) {
      Endings.giveUp(draft, run, why);
    } else if (!run.now().told()) {
      Endings.end(draft, run);
    }
  }

  public static void troubled(Draft draft, String cause) {
    for (RunState run : draft.state.activeRuns()) {
      draft.tell(draft.edit(run), EventKind.WARNING, "The workspace needs attention: " + cause);
    }
  }

  public static void unserved(Draft draft, String run, String pool) {
    RunEdit waiting = draft.edit(run);
    if (waiting != null && waiting.run.active()) {
      draft.tell(
          waiting,
          EventKind.WARNING,
          "No worker serves pool %s; the run waits. Start one with: sluice serve worker --pool %s"
              .formatted(pool, pool));
    }
  }

  /** Nothing more leaves; what waits to be tried again is given up. */
  static void stop(Draft draft, RunEdit run, Stop how, String why) {
    stop(draft, run, how, how == Stop.INTERRUPTED ? Standing.INTERRUPTED : Standing.CANCELLED, why);
  }

  private static void stop(Draft draft, RunEdit run, Stop how, Standing standing, String why) {
    NodeOutcomes.stop(draft, run, how, why);
    if (how != Stop.FAILURE && how != Stop.REFUSED) {
      control(draft, run, standing);
    }
  }

  private static void control(Draft draft, RunEdit run, Standing standing) {
    if (!run.now().isQueued()) {
      draft.send(
          new Command.SetControl(new Control(run.run.id, draft.state.workspace(), standing)));
    }
  }

  private static List<String> outstanding(RunState run) {
    return run.outstandingAddresses().stream().map(Address::text).sorted().limit(50).toList();
  }

  private static @Nullable RunEdit known(Draft draft, String id) {
    RunEdit run = draft.edit(id);
    if (run == null) {
      draft.tellUnknown(id, EventKind.REFUSED, "There is no run " + id);
      return null;
    }
    return run.now().told() ? null : run;
  }
}
