package io.sluice.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static Event event(EventKind kind, long seconds) {
    return new Event(
        "r", "w", seconds, kind, null, null, null, "", null, START.plusSeconds(seconds));
  }

  @Test
  void endsOnceOthersHaveHeldForLonger() {
    Patience patience = new Patience(Optional.of(Duration.ofSeconds(3)));
    patience.accept(event(EventKind.RUN_WAITING, 1));
    patience.accept(event(EventKind.RUN_WAITING, 3));

    assertThat(patience.exceeded(START.plusSeconds(4))).isEmpty();
    assertThat(patience.exceeded(START.plusSeconds(5))).contains(Duration.ofSeconds(3));
  }

  @Test
  void doesNotCountWhatTheRunItselfTakes() {
    Patience patience = new Patience(Optional.of(Duration.ofSeconds(3)));
    patience.accept(event(EventKind.RUN_WAITING, 1));
    patience.accept(event(EventKind.RUN_PLANNING, 2));

    assertThat(patience.exceeded(START.plusSeconds(60))).isEmpty();
  }

  @Test
  void lastsForEverWhereNobodySaysOtherwise() {
    Patience patience = new Patience(Optional.empty());
    patience.accept(event(EventKind.RUN_WAITING, 1));

    assertThat(patience.exceeded(START.plusSeconds(86_400))).isEmpty();
  }
}
