package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.Waves;
import io.sluice.machine.run.Run;
import io.sluice.machine.transition.Command;
import io.sluice.model.Address;
import io.sluice.model.message.Control;
import io.sluice.model.message.Control.Standing;
import io.sluice.model.message.Order.Abandon;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.Discard;
import io.sluice.model.message.Order.ForceUnlock;
import io.sluice.model.message.Order.Pause;
import io.sluice.model.message.Order.Resume;
import io.sluice.model.message.Order.SetParallelism;
import io.sluice.model.record.RunRecord.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What people do to a run while it goes on. */
public final class Controls {
  private static final int SHOWN = 50;

  private Controls() {}

  public static Decision cancel(View view, Cancel cancel) {
    return known(view, cancel.run(), run -> cancel(view, run, cancel));
  }

  private static Decision cancel(View view, RunView run, Cancel cancel) {
    Stop stop = run.now().stop();
    boolean harder = cancel.force() && stop == Stop.CANCELLED;
    Decision cancelled = Decision.nothing();
    if (stop == null || stop == Stop.FAILURE || harder) {
      Stop how = cancel.force() ? Stop.INTERRUPTED : Stop.CANCELLED;
      cancelled =
          Decision.of(
                  because(run, "cancelled by " + cancel.by()),
                  new Fact.RunNoted(run, new RunNote.Cancelled(cancel.by(), cancel.force())))
              .then(() -> stop(view, run, how, "the run was cancelled"));
    }
    return cancelled.and(new Fact.RunTouched(run));
  }

  /** Ends a run whose plan is not approved. */
  public static Decision discard(View view, Discard discard) {
    RunView asked = view.run(discard.run());
    if (asked != null && asked.run().keepsAnswers()) {
      return Waves.fetched(view, asked);
    }
    return known(
        view,
        discard.run(),
        run ->
            run.now().awaitsApproval()
                ? because(run, "discarded by " + discard.by())
                    .then(() -> stop(view, run, Stop.CANCELLED, "its plan was discarded"))
                    .and(new Fact.RunTouched(run))
                : noted(run, new RunNote.NothingToDiscard()));
  }

  public static Decision pause(View view, Pause pause) {
    return known(
        view,
        pause.run(),
        run ->
            run.now().paused() || run.now().stopping()
                ? Decision.nothing()
                : paused(run, true)
                    .and(control(view, run, Standing.PAUSED))
                    .and(noted(run, new RunNote.Paused(pause.by()))));
  }

  public static Decision resume(View view, Resume resume) {
    return known(view, resume.run(), run -> resume(run, resume));
  }

  private static Decision resume(RunView run, Resume resume) {
    if (!run.now().paused()) {
      return Decision.nothing();
    }
    Decision resumed = paused(run, false);
    if (!run.now().stopping()) {
      resumed = resumed.and(new Fact.Ordered(new Command.ClearControl(run.run().id)));
    }
    return resumed.and(noted(run, new RunNote.Resumed(resume.by()))).and(new Fact.RunTouched(run));
  }

  public static Decision parallelism(View view, SetParallelism set) {
    int places = set.parallelism();
    return known(
        view,
        set.run(),
        run ->
            places <= 0
                ? Decision.nothing()
                : Decision.of(
                    Fact.moved(run, now -> now.with(now.control().withPlaces(places))),
                    new Fact.RunNoted(run, new RunNote.Parallelism(places)),
                    new Fact.RunTouched(run)));
  }

  /**
   * Gives the claim up. Addresses that are out stay closed to all other runs until workers report
   * on them.
   */
  public static Decision forceUnlock(View view, ForceUnlock unlock) {
    return known(view, unlock.run(), run -> forceUnlock(view, run, unlock.by()));
  }

  private static Decision forceUnlock(View view, RunView run, String by) {
    Run now = run.now();
    boolean planning = now.awaitsPlan();
    Run unlocked = now.with(now.control().because(List.of("unlocked by " + by)));
    Fact given =
        new Fact.RunMoved(run, now, planning ? unlocked : unlocked.with(now.hold().givenUp()));
    RunNote note = new RunNote.Unlocked(by, planning, outstanding(run.run()));
    return given
        .then(() -> stop(view, run, Stop.UNLOCKED, "the run was force-unlocked"))
        .and(new Fact.RunNoted(run, note), new Fact.RunTouched(run), new Fact.HoldsChanged());
  }

  /**
   * Ends the run at once; what is out is interrupted and left in doubt, to be looked at by a later
   * run.
   */
  public static Decision abandon(View view, Abandon abandon) {
    RunView run = view.run(abandon.run());
    if (run == null) {
      return new Fact.UnknownRunNoted(abandon.run(), new RunNote.NoSuchRun());
    }
    Run now = run.now();
    if (now.ended()) {
      return Decision.nothing();
    }
    String why = "abandoned by " + abandon.by();
    boolean planning = now.awaitsPlan();
    Decision stopped;
    if (!now.told()) {
      stopped =
          Decision.of(
                  because(run, why),
                  new Fact.RunNoted(run, new RunNote.Abandoned(abandon.by(), planning)))
              .then(
                  () ->
                      NodeOutcomes.stop(view, run, Stop.UNLOCKED, "the run was abandoned")
                          .and(control(view, run, Standing.INTERRUPTED)));
    } else if (planning) {
      stopped = noted(run, new RunNote.HeldByPlanner());
    } else {
      stopped =
          Fact.moved(run, told -> told.with(told.control().stopped(Stop.UNLOCKED)))
              .and(control(view, run, Standing.INTERRUPTED));
    }
    return stopped.then(() -> giveUp(view, run, why));
  }

  /** An input of the run could not be applied, or what it released could not be written. */
  public static Decision quarantine(View view, String id, String cause) {
    RunView run = view.run(id);
    if (run == null || run.now().ended()) {
      return Decision.nothing();
    }
    String why = "quarantined: " + cause;
    Decision stopped =
        run.now().told()
            ? Decision.nothing()
            : because(run, why)
                .then(() -> stop(view, run, Stop.QUARANTINED, "the run is quarantined"))
                .and(new Fact.RunNoted(run, new RunNote.Quarantined(cause)));
    return stopped.then(() -> giveUp(view, run, why));
  }

  private static Decision giveUp(View view, RunView run, String why) {
    if (!run.now().awaitsPlan()) {
      return Endings.giveUp(view, run, why);
    }
    return run.now().told() ? Decision.nothing() : Endings.end(view, run);
  }

  public static Decision troubled(View view, String cause) {
    List<Fact> troubled = new ArrayList<>();
    for (RunState run : view.state().activeRuns()) {
      troubled.add(new Fact.RunNoted(view.run(run), new RunNote.Troubled(cause)));
    }
    return Decision.all(troubled);
  }

  public static Decision unserved(View view, String id, String pool) {
    RunView run = view.run(id);
    return run == null || !run.run().active()
        ? Decision.nothing()
        : noted(run, new RunNote.Unserved(pool));
  }

  /** Stops the run, and has its workers stop or interrupt what they have. */
  private static Decision stop(View view, RunView run, Stop how, String why) {
    return NodeOutcomes.stop(view, run, how, why)
        .and(
            control(
                view, run, how == Stop.INTERRUPTED ? Standing.INTERRUPTED : Standing.CANCELLED));
  }

  private static Decision control(View view, RunView run, Standing standing) {
    return run.now().isQueued()
        ? Decision.nothing()
        : new Fact.Ordered(
            new Command.SetControl(new Control(run.run().id, view.workspace(), standing)));
  }

  private static Fact because(RunView run, String why) {
    return Fact.moved(run, now -> now.with(now.control().because(List.of(why))));
  }

  private static Fact paused(RunView run, boolean paused) {
    return Fact.moved(run, now -> now.with(now.control().withPaused(paused)));
  }

  private static Decision noted(RunView run, RunNote note) {
    return new Fact.RunNoted(run, note);
  }

  private static List<String> outstanding(RunState run) {
    return run.outstandingAddresses().stream().map(Address::text).sorted().limit(SHOWN).toList();
  }

  private static Decision known(View view, String id, Function<RunView, Decision> decider) {
    RunView run = view.run(id);
    if (run == null) {
      return new Fact.UnknownRunNoted(id, new RunNote.NoSuchRun());
    }
    return run.now().told() ? Decision.nothing() : decider.apply(run);
  }
}
