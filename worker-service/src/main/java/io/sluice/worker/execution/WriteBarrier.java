package io.sluice.worker.execution;

import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Task;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.schema.Announces;
import org.jspecify.annotations.Nullable;

/**
 * What a call passes right before it writes: here it can still be stopped with nothing done, and
 * that it found nothing becomes durable where nothing else could tell its object from another's.
 */
final class WriteBarrier implements OperationContext.Writing {
  private final Task task;
  private final Announces announces;
  private final ResultMessages messages;
  private final TaskExecution.Call attempt;
  private final Deadline deadline;
  private boolean toldAbsent;

  WriteBarrier(
      Task task,
      Announces announces,
      ResultMessages messages,
      TaskExecution.Call attempt,
      Deadline deadline) {
    this.task = task;
    this.announces = announces;
    this.messages = messages;
    this.attempt = attempt;
    this.deadline = deadline;
  }

  @Override
  public synchronized void begins(@Nullable Boolean absent) throws ProviderFailure {
    if (messages.writesNow()) {
      return;
    }
    if (attempt.cancellation().isCancelled()) {
      throw ProviderFailure.notDone(
          "CANCELLED", "cancelled before anything was written: " + attempt.cancellation().reason());
    }
    if (deadline.passed()) {
      throw ProviderFailure.notDone(
          "TIMEOUT", "the time-out has passed before anything was written");
    }
    if (Boolean.TRUE.equals(absent) && mustTell() && !toldAbsent) {
      if (!attempt.gate().mayMakeAbsent()) {
        throw ProviderFailure.notDone(
            "NOT_BEGUN", "the worker stopped before anything was written");
      }
      toldAbsent = true;
    }
    messages.writes();
  }

  private boolean mustTell() {
    return announces == Announces.ABSENCE
        && task.repeat() == RepeatClass.BY_NAME
        && task.action() == Action.CREATE;
  }
}
