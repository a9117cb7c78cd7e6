package io.sluice.machine;

import io.sluice.machine.decide.Attempts;
import io.sluice.machine.decide.Controls;
import io.sluice.machine.decide.Expansions;
import io.sluice.machine.decide.PlanParts;
import io.sluice.machine.decide.Planning;
import io.sluice.machine.decide.Resolutions;
import io.sluice.machine.decide.Results;
import io.sluice.machine.decide.Submissions;
import io.sluice.machine.decide.Surgery;
import io.sluice.machine.decide.Timers;
import io.sluice.machine.decide.Unanswered;
import io.sluice.machine.follow.Following;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import java.util.TreeMap;

/**
 * Decides what an input means for a workspace. Nothing else makes attempts, ends nodes or runs, or
 * grants claims. See docs/machine.md.
 */
public final class Machine {
  private final MachineSettings settings;
  private final TaskFactory tasks;

  public Machine(MachineSettings settings) {
    this.settings = settings;
    this.tasks = new TaskFactory(settings);
  }

  /** What the input leads to; the state stays as it is until the transition is folded. */
  public Transition apply(WorkspaceState state, Input input) {
    Draft draft = draft(state, input);
    try {
      decide(draft, input);
      return draft.close();
    } finally {
      draft.rollBack();
    }
  }

  /**
   * As {@link #apply}, and folds it: a third of the work, for a shell that throws its state away if
   * it can't commit. A transition that throws leaves the state as it was, here too.
   */
  public Transition advance(WorkspaceState state, Input input) {
    Draft draft = draft(state, input);
    boolean done = false;
    try {
      decide(draft, input);
      Transition transition = draft.close();
      done = true;
      return transition;
    } finally {
      if (!done) {
        draft.rollBack();
      }
    }
  }

  private Draft draft(WorkspaceState state, Input input) {
    boolean follows =
        !(input instanceof Input.Received received) || received.follow() == Input.Follow.ALL;
    state.decidedBy(settings);
    return new Draft(state, settings, tasks, input.moment(), follows);
  }

  private static void decide(Draft draft, Input input) {
    switch (input) {
      case Input.Received received -> {
        decide(draft, received.message());
        if (!received.misfits().isEmpty()) {
          new TreeMap<>(received.misfits())
              .forEach((run, cause) -> Controls.quarantine(draft, run, cause));
        }
      }
      case Input.WorkerLost lost -> Attempts.workerLost(draft, lost.incarnation());
      case Input.Due due -> Timers.due(draft);
      case Input.SilentAttempt silent -> Attempts.silent(draft, silent);
      case Input.Unanswered unanswered -> Unanswered.unanswered(draft, unanswered);
      case Input.Unserved unserved -> Controls.unserved(draft, unserved.run(), unserved.pool());
      case Input.Troubled troubled -> Controls.troubled(draft, troubled.cause());
      case Input.Quarantined bad -> {
        if (bad.answer() != null) {
          Planning.unapplied(draft, bad.answer());
        }
        Controls.quarantine(draft, bad.run(), bad.cause());
      }
    }
    Following.follow(draft);
  }

  private static void decide(Draft draft, InboxMessage message) {
    switch (message) {
      case InboxMessage.Submitted submitted -> Submissions.submitted(draft, submitted);
      case InboxMessage.PlanPart part -> PlanParts.arrived(draft, part);
      case InboxMessage.Planned planned -> Planning.planned(draft, planned);
      case InboxMessage.PlanRefused refused -> Planning.refused(draft, refused);
      case InboxMessage.Started started -> Attempts.started(draft, started);
      case InboxMessage.Result result -> Results.result(draft, result);
      case InboxMessage.Redelivered redelivered -> Attempts.redelivered(draft, redelivered);
      case InboxMessage.Dropped dropped -> Attempts.dropped(draft, dropped);
      case InboxMessage.Deferred deferred -> Attempts.deferred(draft, deferred);
      case InboxMessage.GaveUp gaveUp -> Attempts.gaveUp(draft, gaveUp);
      case Order.Cancel cancel -> Controls.cancel(draft, cancel);
      case Order.Pause pause -> Controls.pause(draft, pause);
      case Order.Resume resume -> Controls.resume(draft, resume);
      case Order.Approve approve -> Planning.approve(draft, approve);
      case Order.SetParallelism set -> Controls.parallelism(draft, set);
      case Order.ForceUnlock unlock -> Controls.forceUnlock(draft, unlock);
      case Order.Resolve resolve -> Resolutions.resolve(draft, resolve);
      case Order.Discard discard -> Controls.discard(draft, discard);
      case Order.Abandon abandon -> Controls.abandon(draft, abandon);
      // The partition's owner passes over the offset; no workspace is concerned.
      case Order.InboxSkip skip -> {}
      case Order.Retry retry -> Submissions.retry(draft, retry);
      case InboxMessage.Expanded expanded -> Expansions.expanded(draft, expanded);
      case Order.StateEdit edit -> Surgery.edit(draft, edit);
    }
  }
}
