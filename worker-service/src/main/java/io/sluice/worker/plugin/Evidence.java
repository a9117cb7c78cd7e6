package io.sluice.worker.plugin;

import io.sluice.provider.OperationContext;
import java.time.Duration;

/**
 * What is known of a creation besides its task, and where it is reported. It lasts as long as the
 * attempt, over all of its calls.
 */
public interface Evidence {
  /** Whether an attempt of this operation looked before it first called, and found nothing. */
  boolean isAbsent();

  /** Records durably that nothing was there; false if nothing may be made any more. */
  boolean tellAbsent();

  /** How long "not found" proves nothing yet, since an earlier call may go on. */
  Duration untilProven();

  void pause(Duration time) throws InterruptedException, OperationContext.Stopped;
}
