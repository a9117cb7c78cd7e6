package io.sluice.worker.lease;

import io.sluice.model.message.Task;
import org.jspecify.annotations.Nullable;

/**
 * Where an attempt stands.
 *
 * <pre>
 * Claimed --Begin--> Waiting --Call--> Calling --End--> Ended
 *    |                  |  \            |    \
 *    |                  |   \--End--> Ended   \--GiveUp--> GivenUp
 *    \--Abandon--\      |
 *              Abandoned &lt;--Abandon--/
 * </pre>
 *
 * A lease is a property of what waits or calls: the claim is settled, and the owner of the
 * workspace counts on a report. What comes too late for an attempt that is over changes nothing.
 */
sealed interface AttemptState {
  /** What this becomes; itself where the event comes too late. */
  AttemptState next(AttemptEvent event);

  /** The task under way, or the one whose result was on its way; null where no call can follow. */
  default @Nullable Begun begun() {
    return null;
  }

  /** The claim is held, and the task in it is not begun. */
  record Claimed() implements AttemptState {
    @Override
    public AttemptState next(AttemptEvent event) {
      return switch (event) {
        case AttemptEvent.Begin(Task task, long at) -> new Waiting(task, at, false);
        case AttemptEvent.Abandon abandon -> new Abandoned();
        case AttemptEvent.Lease lease -> throw illegal(this, event);
        case AttemptEvent.Call call -> throw illegal(this, event);
        case AttemptEvent.GiveUp giveUp -> throw illegal(this, event);
        case AttemptEvent.End end -> throw illegal(this, event);
      };
    }
  }

  /** The task was taken on, and no result of it is known. */
  sealed interface Begun extends AttemptState {
    Task task();

    /** On the monotonic clock. */
    long begunAt();

    /** Whether the workspace's owner knows that this worker holds the task. */
    boolean leased();

    /** Whether a provider may have been called. */
    boolean called();

    @Override
    default Begun begun() {
      return this;
    }
  }

  /** On its way to the call: values are resolved, and the provider's turn is waited for. */
  record Waiting(Task task, long begunAt, boolean leased) implements Begun {
    @Override
    public boolean called() {
      return false;
    }

    @Override
    public AttemptState next(AttemptEvent event) {
      return switch (event) {
        case AttemptEvent.Lease lease -> new Waiting(task, begunAt, true);
        case AttemptEvent.Call(boolean onLease) -> new Calling(task, begunAt, leased || onLease);
        case AttemptEvent.End end -> new Ended(this);
        case AttemptEvent.Abandon abandon -> new Abandoned();
        case AttemptEvent.Begin begin -> throw illegal(this, event);
        case AttemptEvent.GiveUp giveUp -> throw illegal(this, event);
      };
    }
  }

  /** From here on a loss makes doubt. */
  record Calling(Task task, long begunAt, boolean leased) implements Begun {
    @Override
    public boolean called() {
      return true;
    }

    @Override
    public AttemptState next(AttemptEvent event) {
      return switch (event) {
        case AttemptEvent.Lease lease -> new Calling(task, begunAt, true);
        case AttemptEvent.GiveUp giveUp -> new GivenUp();
        case AttemptEvent.End end -> new Ended(this);
        case AttemptEvent.Begin begin -> throw illegal(this, event);
        case AttemptEvent.Call call -> throw illegal(this, event);
        case AttemptEvent.Abandon abandon -> throw illegal(this, event);
      };
    }
  }

  /** There is a result, or the attempt broke: only the report is left to do. */
  record Ended(Begun before) implements AttemptState {
    @Override
    public Begun begun() {
      return before;
    }

    @Override
    public AttemptState next(AttemptEvent event) {
      return this;
    }
  }

  /** The lease was announced, and given back before anything was called. */
  record GivenUp() implements AttemptState {
    @Override
    public AttemptState next(AttemptEvent event) {
      return this;
    }
  }

  /** The claim was released: another worker may have the task by now. */
  record Abandoned() implements AttemptState {
    @Override
    public AttemptState next(AttemptEvent event) {
      return this;
    }
  }

  private static IllegalStateException illegal(AttemptState state, AttemptEvent event) {
    return new IllegalStateException(
        state.getClass().getSimpleName() + " can't take " + event.getClass().getSimpleName());
  }
}
