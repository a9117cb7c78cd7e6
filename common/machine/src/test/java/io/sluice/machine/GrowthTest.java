package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Input;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Abandon;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.ForceUnlock;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The amount of data kept does not depend on how long a workspace has been used. */
class GrowthTest {
  private static final int RUNS = 10_000;
  private final Given given = new Given();
  private final Map<String, Boolean> kept = new HashMap<>();

  @Test
  void tenThousandRunsOfAllOutcomesLeaveAHundred() {
    for (int i = 0; i < RUNS; i++) {
      play("r" + i, i % 8);
      tidy();
    }

    long submissions = kept.keySet().stream().filter(key -> key.endsWith("/!submission")).count();
    assertThat(given.state.runs()).hasSizeLessThanOrEqualTo(100);
    assertThat(submissions).isLessThanOrEqualTo(10);
    assertThat(kept).as("records of the topic runs").hasSizeLessThan(150);
    assertThat(given.state.nextDue()).isEmpty();
    assertThat(given.state.idle()).isTrue();
  }

  @Test
  void refusedRunsAloneAreTidiedUpToo() {
    for (int i = 0; i < 500; i++) {
      given.when(submitted("r" + i, 100));
      given.when(new PlanRefused("r" + i, List.of("no")));
      tidy();
    }

    assertThat(kept).hasSizeLessThanOrEqualTo(100);
    assertThat(kept.keySet()).noneMatch(key -> key.endsWith("/!submission"));
  }

  @Test
  void largeDocumentsOfFailedRunsAreBoundedByTheirSize() {
    for (int i = 0; i < 9; i++) {
      given.when(submitted("r" + i, 3_000_000));
      given.planned("r" + i, create("t.a", RepeatClass.PURE));
      given.when(failed("r" + i, "t.a", 1, "c", ErrorClass.USER));
      tidy();
    }

    assertThat(kept.keySet().stream().filter(key -> key.endsWith("/!submission")).count())
        .isEqualTo(2);
  }

  @Test
  void aCrowdOfRunsIsRefused() {
    for (int i = 0; i < 1_100; i++) {
      given.when(submitted("r" + i, 10));
      tidy();
    }

    assertThat(given.run("r1099").ended()).isTrue();
    assertThat(given.run("r1099").reasons().getFirst()).contains("1000 runs");
    assertThat(given.run("r5").ended()).isFalse();
  }

  private void play(String run, int how) {
    if (how == 7) {
      given.when(new StateEdit(run, "w", "nothing", List.of(), List.of(), Map.of(), "someone"));
      return;
    }
    given.when(submitted(run, 1_000));
    switch (how) {
      case 0 -> given.when(new PlanRefused(run, List.of("no")));
      case 1 -> {
        given.planned(run, create("t.a"));
        given.when(ok(run, "t.a", 1, "c", "i"));
      }
      case 2 -> {
        given.planned(run, create("t.a"), create("t.b", "t.a"));
        given.when(failed(run, "t.a", 1, "c", ErrorClass.USER));
      }
      case 3 -> {
        given.when(new Cancel(run, false, "someone"));
        given.when(new Input.Unanswered(run, null, 1, given.context()));
      }
      case 4 -> {
        given.planned(run, create("t.p", RepeatClass.PURE));
        given.when(new Abandon(run, "someone"));
      }
      case 5 -> {
        given.when(new ForceUnlock(run, "someone"));
        given.when(new PlanRefused(run, List.of("too late")));
      }
      default -> {
        given.planned(run, create("t.p", RepeatClass.PURE));
        given.when(new Input.Quarantined(run, "it threw", given.context()));
      }
    }
  }

  /** As a shell does: while it is wanted. */
  private void tidy() {
    for (int i = 0; i < 20; i++) {
      Instant due = given.state.nextDue().orElse(null);
      if (due == null || due.isAfter(given.now)) {
        break;
      }
      given.due();
    }
    given.later(Duration.ofSeconds(1));
    for (Change change : given.written) {
      if (change.topic() == Change.Topic.RUNS) {
        if (change.value() == null) {
          kept.remove(change.key("w"));
        } else {
          kept.put(change.key("w"), true);
        }
      }
    }
    given.written.clear();
  }

  private static Submitted submitted(String run, int bytes) {
    RunOptions options = new RunOptions(0, null, List.of(), false, null, null, false, false);
    return new Submitted(
        run,
        "w",
        RunKind.APPLY,
        Json.object().put("text", "x".repeat(bytes)),
        options,
        null,
        "someone");
  }
}
