package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.ErrorClass;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.Pause;
import io.sluice.model.message.Order.Resume;
import io.sluice.model.message.Order.SetParallelism;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopAndGoTest {
  private final Given given = new Given();

  @Test
  void aCancelledRunReleasesNothingMoreAndEndsWhenNothingIsOut() {
    given.running("r", create("t.a"), create("t.b", "t.a"));

    assertThat(given.shows(new Cancel("r", false, "someone")))
        .containsExactly(
            "+ run r STOPPING stop=CANCELLED claim=PLAN",
            "! RUN_CANCELLING",
            "control r CANCELLED");
    assertThat(given.shows(ok("r", "t.a", 1, "c", "i")))
        .containsExactly(
            "+ state t.a OK i",
            "+ node t.a SUCCEEDED@1 by c",
            "+ run r ENDED CANCELLED stop=CANCELLED",
            "! NODE_SUCCEEDED t.a",
            "! RUN_ENDED",
            "control r cleared");
  }

  @Test
  void byForceItInterruptsWhatRunsWhichThenIsInDoubt() {
    given.running("r", create("t.a"));
    given.when(new Cancel("r", false, "someone"));

    assertThat(given.shows(new Cancel("r", true, "someone")))
        .containsExactly(
            "+ run r STOPPING stop=INTERRUPTED claim=PLAN",
            "! RUN_CANCELLING",
            "control r INTERRUPTED");
    given.when(inDoubt("r", "t.a", 1, "c"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.record("t.a").orElseThrow().token()).isNotNull();
  }

  @Test
  void aDroppedNodeOfACancelledRunCertainlyDidNothing() {
    given.running("r", create("t.a"));
    given.when(new Cancel("r", false, "someone"));

    given.when(new Dropped("r", "t.a", 1, "c", "cancelled"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(given.run("r").counts().cancelled()).isEqualTo(1);
  }

  @Test
  void aRunThatWaitsForItsClaimEndsAtOnce() {
    given.when(submitted("a"));
    given.when(submitted("b"));

    assertThat(given.shows(new Cancel("b", false, "someone")))
        .contains("+ run b ENDED CANCELLED stop=CANCELLED", "! RUN_ENDED");
  }

  @Test
  void aRunThatIsPlannedEndsAtOnceAndHoldsWhatLeftWithTheAnswerUntilItIsHeardOf() {
    given.when(submitted("r"));
    given.when(submitted("next"));
    assertThat(given.shows(new Cancel("r", false, "someone")))
        .containsExactly(
            "+ run r ENDED CANCELLED stop=CANCELLED claim=WHOLE",
            "! RUN_CANCELLING",
            "control r CANCELLED",
            "! RUN_ENDED");

    given.when(new PlanPart("r", "p", 0, List.of(create("t.a")), Map.of()));
    given.when(
        Planned.of(
            draft -> {
              draft.run = "r";
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "h";
              draft.version = given.offset;
              draft.released = List.of(new Released("t.a", 1, "tok"));
            }));
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.QUEUED);
    assertThat(given.shows(ok("r", "t.a", 1, "c", "i")))
        .containsExactly(
            "+ state t.a OK i",
            "+ node t.a SUCCEEDED@1 by c",
            "+ run r ENDED CANCELLED stop=CANCELLED",
            "+ run next PLANNING claim=WHOLE",
            "! NODE_SUCCEEDED t.a",
            "control r cleared",
            "! RUN_PLANNING",
            "plan next window=10");
  }

  @Test
  void aPausedRunTakesBackWhatHasNotBegunAndGoesOnLater() {
    given.running("r", create("t.a"));

    assertThat(given.shows(new Pause("r", "someone")))
        .containsExactly("+ run r PAUSED claim=PLAN", "control r PAUSED", "! RUN_PAUSED");
    assertThat(sent(given.when(new Dropped("r", "t.a", 1, "c", "paused")))).isEmpty();
    assertThat(given.shows(new Resume("r", "someone")))
        .containsExactly(
            "+ node t.a DISPATCHED@2",
            "+ run r RUNNING claim=PLAN",
            "control r cleared",
            "! RUN_RESUMED",
            "task t.a@2");
  }

  @Test
  void pausedWhileItIsPlannedNothingLeaves() {
    given.when(submitted("r"));
    given.when(new Pause("r", "someone"));

    assertThat(sent(given.planned("r", create("t.a")))).isEmpty();
    assertThat(sent(given.when(new Resume("r", "someone")))).containsExactly("t.a@1");
  }

  @Test
  void pausedWhileItWaitsItIsPlannedWithoutAnythingLeaving() {
    given.when(submitted("a"));
    given.when(submitted("b"));
    given.when(new Pause("b", "someone"));

    assertThat(Shown.sent(given.when(new PlanRefused("a", List.of("no")))))
        .contains("plan b window=0");
  }

  @Test
  void withOnFailureStopNothingMoreLeaves() {
    given.when(submitted("r", options(OnFailure.STOP, RunOptions.Approval.GIVEN, null)));
    given.when(new SetParallelism("r", 2, "someone"));
    given.planned("r", create("t.a"), create("t.b"), create("t.c"));

    assertThat(Shown.sent(given.when(failed("r", "t.a", 1, "c", ErrorClass.PERMANENT))))
        .containsExactly("! NODE_FAILED t.a");
    given.when(ok("r", "t.b", 1, "d", "i"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").counts().skipped()).isEqualTo(1);
    assertThat(given.record("t.b")).isPresent();
  }

  @Test
  void withOnFailureContinueOtherChainsGoOn() {
    given.running("r", create("t.a"), create("t.b", "t.a"), create("t.c"), create("t.d", "t.c"));
    given.when(failed("r", "t.a", 1, "c", ErrorClass.PERMANENT));

    assertThat(sent(given.when(ok("r", "t.c", 1, "d", "i")))).containsExactly("t.d@1");
  }

  @Test
  void stopGivesUpWhatWaitsToBeTriedAgain() {
    given.when(submitted("r", options(OnFailure.STOP, RunOptions.Approval.GIVEN, null)));
    given.planned("r", create("t.a"), create("t.b"));
    given.when(failed("r", "t.b", 1, "c", ErrorClass.TRANSIENT));

    given.when(failed("r", "t.a", 1, "c", ErrorClass.USER));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").counts().failed()).isEqualTo(2);
  }
}
