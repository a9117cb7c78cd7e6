package io.sluice.machine.rule;

import io.sluice.model.TaskError;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.time.Delays;
import java.time.Duration;

/** How long a node waits before it is tried again. */
public final class RetryDelay {
  private RetryDelay() {}

  /** Full jitter below a bound that doubles; never earlier than the provider asked for. */
  static Duration of(RetryPolicy policy, int failures, TaskError error, long jitter) {
    long base = Math.max(1, Delays.shortened(policy.base()).toMillis());
    long max = Math.max(base, Delays.shortened(policy.max()).toMillis());
    long bound = Math.min(max, base << Math.min(failures - 1, 30));
    Duration spread = Duration.ofMillis(Math.floorMod(jitter, bound) + 1);
    Duration asked = error.retryAfter() == null ? null : Delays.shortened(error.retryAfter());
    return asked != null && asked.compareTo(spread) > 0 ? asked : spread;
  }
}
