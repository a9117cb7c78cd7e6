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
import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.follow.Following;
import io.sluice.machine.graph.Followed;
import io.sluice.machine.graph.View;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import java.util.Map;
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

  /**
   * Applies the input to the state and returns what it changed and what to send, for a shell that
   * discards its state if it can't commit. If this throws, the state is as it was before.
   */
  public Transition advance(WorkspaceState state, Input input) {
    Step step = step(state, input);
    boolean done = false;
    try {
      Transition transition = decided(step, input);
      done = true;
      return transition;
    } finally {
      if (!done) {
        step.rollBack();
      }
    }
  }

  Step step(WorkspaceState state, Input input) {
    return new Step(state, settings, tasks, input.context());
  }

  static Transition decided(Step step, Input input) {
    boolean heldBack =
        input instanceof Input.Received received && received.follow() == Input.Follow.NOTHING;
    step.take(decide(step, input));
    step.take(
        heldBack
            ? new Fact.FollowedBy(Followed.HELD_BACK)
            : Following.follow(step, input instanceof Input.Due));
    return step.close();
  }

  private static Decision decide(View view, Input input) {
    return switch (input) {
      case Input.Received received -> received(view, received);
      case Input.WorkerLost lost -> Attempts.workerLost(view, lost.incarnation());
      case Input.Due due -> Timers.due(view);
      case Input.SilentAttempt silent -> Attempts.silent(view, silent);
      case Input.Unanswered unanswered -> Unanswered.unanswered(view, unanswered);
      case Input.Unserved unserved -> Controls.unserved(view, unserved.run(), unserved.pool());
      case Input.Troubled troubled -> Controls.troubled(view, troubled.cause());
      case Input.Quarantined bad -> {
        InboxMessage.Planned answer = bad.answer();
        yield (answer == null ? Decision.nothing() : Planning.unapplied(view, answer))
            .then(() -> Controls.quarantine(view, bad.run(), bad.cause()));
      }
    };
  }

  private static Decision received(View view, Input.Received received) {
    Decision decision = decide(view, received.message());
    for (Map.Entry<String, String> misfit : new TreeMap<>(received.misfits()).entrySet()) {
      decision = decision.then(() -> Controls.quarantine(view, misfit.getKey(), misfit.getValue()));
    }
    return decision;
  }

  private static Decision decide(View view, InboxMessage message) {
    return switch (message) {
      case InboxMessage.Submitted submitted -> Submissions.submitted(view, submitted);
      case InboxMessage.PlanPart part -> PlanParts.arrived(view, part);
      case InboxMessage.Planned planned -> Planning.planned(view, planned);
      case InboxMessage.PlanRefused refused -> Planning.refused(view, refused);
      case InboxMessage.Started started -> Attempts.started(view, started);
      case InboxMessage.Result result -> Results.result(view, result);
      case InboxMessage.Redelivered redelivered -> Attempts.redelivered(view, redelivered);
      case InboxMessage.Dropped dropped -> Attempts.dropped(view, dropped);
      case InboxMessage.Deferred deferred -> Attempts.deferred(view, deferred);
      case InboxMessage.GaveUp gaveUp -> Attempts.gaveUp(view, gaveUp);
      case Order.Cancel cancel -> Controls.cancel(view, cancel);
      case Order.Pause pause -> Controls.pause(view, pause);
      case Order.Resume resume -> Controls.resume(view, resume);
      case Order.Approve approve -> Planning.approve(view, approve);
      case Order.SetParallelism set -> Controls.parallelism(view, set);
      case Order.ForceUnlock unlock -> Controls.forceUnlock(view, unlock);
      case Order.Resolve resolve -> Resolutions.resolve(view, resolve);
      case Order.Discard discard -> Controls.discard(view, discard);
      case Order.Abandon abandon -> Controls.abandon(view, abandon);
      // The partition's owner skips the offset; no workspace is concerned.
      case Order.InboxSkip skip -> Decision.nothing();
      case Order.Retry retry -> Submissions.retry(view, retry);
      case InboxMessage.Expanded expanded -> Expansions.expanded(view, expanded);
      case Order.StateEdit edit -> Surgery.edit(view, edit);
    };
  }
}
