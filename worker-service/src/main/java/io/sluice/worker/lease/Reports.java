package io.sluice.worker.lease;

import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.message.Control;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import org.jspecify.annotations.Nullable;

/** What an attempt reports of a task besides its result. */
record Reports(String claim, String incarnation) {
  InboxMessage redelivered(Task task, String reason) {
    return new InboxMessage.Redelivered(task.run(), task.node(), task.attempt(), claim, reason);
  }

  InboxMessage dropped(Task task, Control.Standing standing) {
    String reason = "the run is " + word(standing);
    return new InboxMessage.Dropped(task.run(), task.node(), task.attempt(), claim, reason);
  }

  InboxMessage started(Task task, Phase doing) {
    return started(task, doing, null);
  }

  /** A lease whose holder has looked and found nothing of that name. */
  InboxMessage startedOnAbsence(Task task) {
    return started(task, Phase.CALLING, true);
  }

  private InboxMessage started(Task task, Phase doing, @Nullable Boolean absent) {
    return new InboxMessage.Started(
        task.run(), task.node(), task.attempt(), claim, incarnation, doing, absent);
  }

  /** An unconfirmed task may come to another worker: then the same attempt goes on there. */
  InboxMessage gaveUp(Task task, String reason, boolean accepted) {
    return new InboxMessage.GaveUp(
        task.run(), task.node(), task.attempt(), claim, reason, accepted);
  }

  /** Before the call it is certain that nothing was done, and it would only break again. */
  InboxMessage broken(Task task, boolean called, Throwable fault) {
    String message = "the worker failed during the attempt: " + fault.getClass().getSimpleName();
    return InboxMessage.Result.of(
        draft -> {
          draft.run = task.run();
          draft.node = task.node();
          draft.attempt = task.attempt();
          draft.claimId = claim;
          draft.outcome = called ? Outcome.IN_DOUBT : Outcome.FAILED;
          draft.error =
              new TaskError(
                  called ? ErrorClass.IN_DOUBT : ErrorClass.PERMANENT,
                  CoreCode.WORKER_FAULT,
                  message,
                  null);
          draft.calls = called ? 1 : 0;
          draft.recovered = task.recovering();
        });
  }

  private static String word(Control.Standing standing) {
    return switch (standing) {
      case CANCELLED -> "cancelled";
      case INTERRUPTED -> "interrupted";
      case PAUSED -> "paused";
      case RUNNING -> "running";
    };
  }
}
