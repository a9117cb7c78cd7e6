package io.sluice.worker.execution;

import io.github.resilience4j.core.IntervalFunction;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.worker.throttling.Admission;
import io.sluice.worker.throttling.Guard;
import io.sluice.worker.throttling.Turn;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls a provider under its guard. Only what is certainly not done is called again, within the
 * task's budget and only after short waits; a longer one goes back to the machine.
 *
 * @param gate asked once, right before the first call: until then nothing is in doubt
 */
record GuardedCall(Guard guard, Work operation, ResultMessages messages, Gate gate) {
  /** What is called. */
  interface Work {
    OperationContext context();

    Task task();

    /**
     * @param turn hears every answer
     */
    Operation.Performed perform(Turn turn);
  }

  /** A wait above this is not held here. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  /** What a provider gets after its deadline to say so itself. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final Duration STUBBORN = Duration.ofSeconds(5);

  private static final IntervalFunction BOUND =
      IntervalFunction.ofExponentialBackoff(Duration.ofMillis(200), 2.0);

  /** How it ended. */
  sealed interface Ended {
    record Performed(Operation.Performed performed) implements Ended {}

    /** Certainly nothing was done; it may be done later. */
    record Postponed(Duration after, String reason) implements Ended {}

    /** It was stopped before it called. */
    record Withdrawn(String reason) implements Ended {}
  }

  Ended run() throws InterruptedException {
    int most = Math.max(1, operation.task().budget().calls());
    Operation.Performed last = null;
    for (int call = 1; ; call++) {
      OperationContext context = operation.context();
      switch (guard.admit(context.cancellation(), context.deadline().remaining())) {
        case Admission.Later later -> {
          return last == null ? later(later) : given(last);
        }
        case Admission.Withdrawn withdrawn -> {
          return last == null ? new Ended.Withdrawn(withdrawn.reason()) : given(last);
        }
        case Admission.Admitted(Turn turn) -> {
          try (turn) {
            if (context.deadline().passed()) {
              return last == null ? tooLate() : given(last);
            }
            if (last == null && !gate.mayCall()) {
              return new Ended.Withdrawn("the task was taken back before it began");
            }
            messages.called();
            long began = System.nanoTime();
            last = certain(called(turn));
            gate.called(last.outcome(), Duration.ofNanos(System.nanoTime() - began));
          }
        }
      }
      if (call >= most
          || !(last.outcome() instanceof Outcome.Failed failed)
          || !certainlyNotDone(failed)
          || !waited(context, failed.retryAfter(), call)) {
        return given(last);
      }
    }
  }

  /** Doubt is about writes: a call that has written nothing, or only reads, leaves none. */
  private Operation.Performed certain(Operation.Performed performed) {
    if (messages.mayHaveWritten()) {
      return performed;
    }
    return switch (performed.outcome()) {
      case Outcome.InDoubt doubt ->
          performed.with(Outcome.transientFailure(doubt.code(), doubt.message()));
      case Outcome.Failed failed when failed.errorClass() == ErrorClass.IN_DOUBT ->
          performed.with(
              new Outcome.Failed(
                  ErrorClass.TRANSIENT,
                  failed.code(),
                  failed.message(),
                  failed.retryAfter(),
                  null));
      case Outcome.Failed failed -> performed;
      case Outcome.Done done -> performed;
      case Outcome.Gone gone -> performed;
    };
  }

  private static Ended tooLate() {
    Outcome late =
        Outcome.transientFailure("TIMEOUT", "its time-out passed before the call could begin");
    return new Ended.Performed(new Operation.Performed(late, false));
  }

  private Ended later(Admission.Later later) {
    String reason = "provider " + guard.name() + ": " + later.reason();
    if (later.deferrable()) {
      return new Ended.Postponed(later.after(), reason);
    }
    Outcome unwell =
        new Outcome.Failed(ErrorClass.TRANSIENT, "PROVIDER_UNWELL", reason, later.after(), null);
    return new Ended.Performed(new Operation.Performed(unwell, false));
  }

  /** Being asked to wait is not a failure, as long as it does not go on for ever. */
  private Ended given(Operation.Performed last) {
    Duration again = last.lookAgain();
    if (again != null) {
      return new Ended.Postponed(again, "an earlier attempt may still become visible");
    }
    if (last.outcome() instanceof Outcome.Failed failed
        && failed.partial() == null
        && failed.errorClass() == ErrorClass.THROTTLED
        && guard.patient()) {
      Duration asked = failed.retryAfter();
      Duration wait = asked == null || asked.compareTo(GRACE) < 0 ? GRACE : asked;
      return new Ended.Postponed(wait.plus(upTo(wait)), failed.message());
    }
    return new Ended.Performed(last);
  }

  private Operation.Performed called(Turn turn) {
    Cancellation cancellation = operation.context().cancellation();
    Thread caller = Thread.currentThread();
    Duration left = operation.context().deadline().remaining();
    CompletableFuture<Void> late =
        alarm(left.plus(GRACE), () -> cancellation.expire("the time-out has passed"));
    CompletableFuture<Void> stuck = alarm(left.plus(STUBBORN), caller::interrupt);
    try {
      return operation.perform(turn);
    } finally {
      late.complete(null);
      if (!stuck.complete(null)) {
        Thread.interrupted();
      }
    }
  }

  private static CompletableFuture<Void> alarm(Duration after, Runnable action) {
    CompletableFuture<Void> alarm = new CompletableFuture<>();
    var unused =
        alarm
            .orTimeout(Math.max(1, after.toMillis()), TimeUnit.MILLISECONDS)
            .exceptionally(
                late -> {
                  action.run();
                  return null;
                });
    return alarm;
  }

  private static boolean certainlyNotDone(Outcome.Failed failed) {
    boolean again =
        failed.errorClass() == ErrorClass.TRANSIENT || failed.errorClass() == ErrorClass.THROTTLED;
    return again && failed.partial() == null;
  }

  private static boolean waited(OperationContext context, @Nullable Duration asked, int call)
      throws InterruptedException {
    Duration wait =
        asked == null
            ? upTo(Duration.ofMillis(BOUND.apply(call)))
            : asked.plus(upTo(asked.dividedBy(4)));
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      return false;
    }
    try {
      context.pause(wait);
      return true;
    } catch (OperationContext.Stopped e) {
      return false;
    }
  }

  /** Full jitter. */
  private static Duration upTo(Duration bound) {
    return Duration.ofMillis(
        ThreadLocalRandom.current().nextLong(Math.max(1, bound.toMillis())) + 1);
  }
}
