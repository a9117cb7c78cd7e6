package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.client.RunFollower.Ended;
import io.sluice.client.RunFollower.Outcome;
import io.sluice.client.RunFollower.Patience;
import io.sluice.client.RunFollower.Refused;
import io.sluice.client.RunFollower.Silent;
import io.sluice.client.RunFollower.StillRunning;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFollowerTest {
  private static final Patience PATIENT = new Patience(Duration.ofHours(1), Duration.ofHours(1));
  private static final Event WAITING = event(EventKind.RUN_WAITING);
  private static final Event ENDED = event(EventKind.RUN_ENDED);
  private static final Event REFUSED = event(EventKind.REFUSED);

  private final List<Event> seen = new ArrayList<>();

  private static Event event(EventKind kind) {
    return new Event("r", "w", 1, kind, null, null, null, kind.name(), null, Instant.EPOCH);
  }

  @SafeVarargs
  private Outcome following(Patience patience, List<Event>... polls) {
    Deque<List<Event>> left = new ArrayDeque<>(List.of(polls));
    return new RunFollower(() -> {}, patience)
        .toTheEnd(() -> left.isEmpty() ? List.of() : left.poll(), seen::add);
  }

  @Test
  void endsWithAllEventsOnceTheRunHasEnded() {
    assertThat(following(PATIENT, List.of(WAITING), List.of(), List.of(ENDED, WAITING)))
        .isEqualTo(new Ended(List.of(WAITING, ENDED)));
    assertThat(seen).containsExactly(WAITING, ENDED);
  }

  @Test
  void endsWithTheRefusal() {
    assertThat(following(PATIENT, List.of(REFUSED, ENDED))).isEqualTo(new Refused(REFUSED));
  }

  @Test
  void isSilentWhereNoEventComesInTime() {
    assertThat(following(new Patience(Duration.ZERO, Duration.ofHours(1)), List.of()))
        .isEqualTo(new Silent());
  }

  @Test
  void givesUpOnARunThatTakesTooLong() {
    assertThat(following(new Patience(Duration.ofHours(1), Duration.ZERO), List.of(WAITING)))
        .isEqualTo(new StillRunning());
  }

  @Test
  void failsWhenTheDeploymentHasEnded() {
    Runnable gone =
        () -> {
          throw new IllegalStateException("gone");
        };
    assertThatThrownBy(() -> new RunFollower(gone, PATIENT).toTheEnd(List::of, seen::add))
        .hasMessage("gone");
  }
}
