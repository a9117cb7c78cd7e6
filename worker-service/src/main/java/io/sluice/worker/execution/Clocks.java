package io.sluice.worker.execution;

import io.sluice.model.message.Task;
import io.sluice.model.plan.PluginWork;
import io.sluice.provider.Deadline;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long things may last and how long they have to wait, on this worker's monotonic clock from
 * the receipt of the task: no two clocks have to agree. The moments that older writers send are
 * taken by the wall clock.
 *
 * @param receivedAt on the monotonic clock
 */
record Clocks(Task task, long receivedAt) {

  /** How long "not found" still proves nothing; zero or less when it does. */
  Duration untilProven() {
    Duration in = task.recoverIn();
    if (in != null) {
      return fromReceipt(in);
    }
    Instant at = task.recoverAfter();
    return at == null ? Duration.ZERO : Duration.between(Instant.now(), at);
  }

  /** No later than the machine counts with, whatever this worker or the plan is set to. */
  Deadline deadline(Duration usual) {
    Task.CallLimit limit = task.limit();
    Duration call = limit == null ? own(usual) : shorter(own(limit.call()), limit.call());
    Duration left = budget();
    return Deadline.after(left == null ? call : shorter(call, left));
  }

  /** A real provider knows best how long it takes: an answer that nobody awaits is lost. */
  private Duration own(Duration otherwise) {
    if (task.plugin() != null) {
      return PluginWork.LONGEST_CALL;
    }
    Duration own = task.timeouts().of(task.action());
    return own == null ? otherwise : own;
  }

  private @Nullable Duration budget() {
    Duration lasting = task.budget().lasting();
    if (lasting != null) {
      return fromReceipt(lasting);
    }
    Instant deadline = task.budget().deadline();
    return deadline == null ? null : Duration.between(Instant.now(), deadline);
  }

  private Duration fromReceipt(Duration time) {
    return time.minusNanos(System.nanoTime() - receivedAt);
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
