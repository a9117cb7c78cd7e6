package io.sluice.cli.follow;

import io.sluice.model.message.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How long a run may wait for others that hold what it changes. */
final class Patience {
  private final Optional<Duration> longest;
  private @Nullable Instant held;

  /**
   * @param longest empty for as long as they last
   */
  Patience(Optional<Duration> longest) {
    this.longest = longest;
  }

  void accept(Event event) {
    switch (event.kind()) {
      case RUN_WAITING -> held = held == null ? event.at() : held;
      case RUN_PLANNING, RUN_PLANNED, RUN_ENDED -> held = null;
      default -> {}
    }
  }

  /** How long it was to wait, once it has waited for longer. */
  Optional<Duration> exceeded(Instant now) {
    Instant since = held;
    return since == null
        ? Optional.empty()
        : longest.filter(most -> Duration.between(since, now).compareTo(most) > 0);
  }
}
