package io.sluice.state.silence;

import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;

/** Which silences an owner looks for. */
@FunctionalInterface
public interface Silences {
  /**
   * @param unsent whether the task of a run's node is still to be sent
   */
  List<Silence> of(Watch watch, BiPredicate<String, String> unsent);

  /** All that there are, each looked for at this interval. */
  static Silences every(Duration interval) {
    return (watch, unsent) ->
        List.of(
            new SilentAttempts(watch, interval, unsent), new UnansweredRequests(watch, interval));
  }
}
