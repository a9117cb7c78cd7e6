package io.sluice.cli.follow;

import io.sluice.cli.deployment.Deployment;
import io.sluice.model.message.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a run of which nothing was heard for long: it may have ended, or never begun, without a
 * word. The first look comes after some seconds, later ones ever less often.
 */
final class Quiet {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** What was sent a moment ago may still be on its way, and says more than what is found. */
  private static final Duration LATE = Duration.ofSeconds(3);

  private final Deployment deployment;
  private final Whereabouts whereabouts;
  private long since = System.nanoTime();
  private Duration patience = FIRST;
  private volatile @Nullable Event found;

  Quiet(Deployment deployment, Whereabouts whereabouts) {
    this.deployment = deployment;
    this.whereabouts = whereabouts;
  }

  void heard() {
    since = System.nanoTime();
    patience = FIRST;
  }

  /** The end of the run, once it was found. */
  Optional<Event> end() {
    if (found == null && System.nanoTime() - since > patience.toNanos()) {
      since = System.nanoTime();
      patience = patience.compareTo(LONGEST) < 0 ? patience.multipliedBy(2) : patience;
      deployment.learn(
          query -> {
            Optional<Event> ended = whereabouts.end(query, Long.MAX_VALUE);
            ended.ifPresent(this::foundOut);
            return List.of();
          });
    }
    return Optional.ofNullable(found);
  }

  private void foundOut(Event ended) {
    try {
      Thread.sleep(LATE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    found = ended;
  }
}
