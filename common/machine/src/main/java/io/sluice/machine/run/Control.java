package io.sluice.machine.run;

import io.sluice.model.limit.Clipped;
import io.sluice.model.record.RunRecord.Stop;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a run may go on.
 *
 * @param stop why nothing more is released
 * @param reasons why it stops or how it ended, for people
 * @param parallelism nodes that may be out at once; 0 means the deployment's number
 * @param windows places for tasks of one provider configuration
 */
public record Control(
    boolean paused,
    @Nullable Stop stop,
    List<String> reasons,
    int parallelism,
    Map<String, Integer> windows) {
  public Control {
    reasons = List.copyOf(reasons);
    windows = Map.copyOf(windows);
  }

  public Control withPaused(boolean now) {
    return new Control(now, stop, reasons, parallelism, windows);
  }

  public Control stopped(Stop how) {
    return new Control(paused, how, reasons, parallelism, windows);
  }

  public Control because(List<String> why) {
    return new Control(paused, stop, why, parallelism, windows);
  }

  public Control withPlaces(int places) {
    return new Control(paused, stop, reasons, places, windows);
  }

  public Control withWindows(Map<String, Integer> places) {
    return new Control(paused, stop, reasons, parallelism, places);
  }

  Control stored() {
    return reasons.isEmpty() ? this : because(Clipped.reasons(reasons));
  }
}
