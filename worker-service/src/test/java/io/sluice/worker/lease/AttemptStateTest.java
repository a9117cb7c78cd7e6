package io.sluice.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.RepeatClass;
import io.sluice.model.message.Task;
import io.sluice.worker.Tasks;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AttemptStateTest {
  private static final Task TASK = Tasks.create(RepeatClass.NONE, "{}");

  private static final AttemptState WAITING = new AttemptState.Waiting(TASK, 7, false);
  private static final AttemptState CALLING = new AttemptState.Calling(TASK, 7, false);

  private static final List<AttemptState> STATES =
      List.of(
          new AttemptState.Claimed(),
          WAITING,
          CALLING,
          new AttemptState.Ended((AttemptState.Begun) CALLING),
          new AttemptState.GivenUp(),
          new AttemptState.Abandoned());

  private static final List<AttemptEvent> EVENTS =
      List.of(
          new AttemptEvent.Begin(TASK, 7),
          new AttemptEvent.Lease(),
          new AttemptEvent.Call(false),
          new AttemptEvent.GiveUp(),
          new AttemptEvent.End(),
          new AttemptEvent.Abandon());

  /** What becomes of each state; "-" is illegal, "=" comes too late. */
  private static final Map<String, List<String>> BECOMES =
      Map.of(
          "Claimed", List.of("Waiting", "-", "-", "-", "-", "Abandoned"),
          "Waiting", List.of("-", "Waiting", "Calling", "-", "Ended", "Abandoned"),
          "Calling", List.of("-", "Calling", "-", "GivenUp", "Ended", "-"),
          "Ended", List.of("=", "=", "=", "=", "=", "="),
          "GivenUp", List.of("=", "=", "=", "=", "=", "="),
          "Abandoned", List.of("=", "=", "=", "=", "=", "="));

  @Test
  void takesTheLegalStepsOnly() {
    Map<String, List<String>> found =
        STATES.stream()
            .collect(
                Collectors.toMap(
                    state -> state.getClass().getSimpleName(),
                    state -> EVENTS.stream().map(event -> after(state, event)).toList()));

    assertThat(found).isEqualTo(BECOMES);
  }

  private static String after(AttemptState state, AttemptEvent event) {
    try {
      AttemptState next = state.next(event);
      return next == state ? "=" : next.getClass().getSimpleName();
    } catch (IllegalStateException e) {
      return "-";
    }
  }

  @Test
  void neverReleasesAClaimUnderWhichACallMayHaveBegun() {
    assertThatThrownBy(() -> CALLING.next(new AttemptEvent.Abandon()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Calling can't take Abandon");
  }

  @Test
  void keepsItsLeaseOnTheWayToTheCall() {
    AttemptState leased = WAITING.next(new AttemptEvent.Lease());

    assertThat(leased.next(new AttemptEvent.Call(false)))
        .isEqualTo(new AttemptState.Calling(TASK, 7, true));
    assertThat(WAITING.next(new AttemptEvent.Call(true)))
        .isEqualTo(new AttemptState.Calling(TASK, 7, true));
    assertThat(WAITING.next(new AttemptEvent.Call(false))).isEqualTo(CALLING);
  }

  @Test
  void remembersWhetherItCalledWhenItHasEnded() {
    AttemptState called = CALLING.next(new AttemptEvent.End());
    AttemptState never = WAITING.next(new AttemptEvent.End());

    assertThat(called.begun()).isEqualTo(CALLING);
    assertThat(never.begun()).isEqualTo(WAITING);
  }
}
