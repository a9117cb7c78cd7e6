package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.task.Attempt;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tasks that left with a plan may be carried out, whatever becomes of the plan. */
class DepartedTest {
  private static final String TOKEN = Attempt.token("w", "r", "t.a", 1);

  private final Given given = new Given();

  @Test
  void aPlanThatCannotBeAppliedLeavesWhatLeftWithItInDoubt() {
    given.when(submitted("r"));
    part("p", create("t.a"), create("t.b", "t.a"));

    Transition bad = quarantined(plan("p", 2));

    assertThat(Shown.all(bad))
        .containsExactly(
            "+ node t.a IN_DOUBT@1 recovering",
            "+ state t.a IN_DOUBT token",
            "+ run r QUARANTINED NEEDS_ATTENTION stop=QUARANTINED",
            "+ part !unresolved/0",
            "control r CANCELLED",
            "! RUN_QUARANTINED",
            "! NODE_IN_DOUBT t.a",
            "! RUN_ENDED");
    assertThat(given.record("t.a").orElseThrow().token()).isEqualTo(TOKEN);
  }

  @Test
  void theNextRunGoesOnByTheTokenThatLeft() {
    given.when(submitted("r"));
    part("p", create("t.a"));
    quarantined(plan("p", 1));
    given.when(inDoubt("r", "t.a", 1, "c"));

    Transition next = given.running("next", create("t.a"));

    assertThat(Shown.sent(next)).contains("task t.a@1 recovering");
    assertThat(tasks(next).getFirst().token()).isEqualTo(TOKEN);
  }

  @Test
  void whatCannotBeRepeatedIsClosedUntilAPersonSettlesIt() {
    given.when(submitted("r"));
    part("p", create("t.a", RepeatClass.NONE));

    quarantined(plan("p", 1));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.state.closed()).containsExactly(new Address("t.a"));
    assertThat(given.restarted().state.closed()).containsExactly(new Address("t.a"));
  }

  @Test
  void aRunThatWasCancelledWhileItWasPlannedRemembersItToo() {
    given.when(submitted("r"));
    given.when(new Cancel("r", false, "someone"));
    part("p", create("t.a"));

    quarantined(plan("p", 1));

    assertThat(given.run("r").active()).isFalse();
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
  }

  @Test
  void theSamePlanOnceMoreChangesNothing() {
    given.when(submitted("r"));
    part("p", create("t.a"));
    quarantined(plan("p", 1));

    assertThat(given.when(plan("p", 1))).isEqualTo(Transition.NONE);
    assertThat(quarantined(plan("p", 1))).isEqualTo(Transition.NONE);
  }

  @Test
  void whatLeftWithAPartThatNeverCameMayExist() {
    given.when(submitted("r"));

    given.when(plan("p", 1));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.record("t.a#orphan/" + TOKEN).orElseThrow())
        .satisfies(
            doubt -> {
              assertThat(doubt.status()).isEqualTo(RecordStatus.IN_DOUBT);
              assertThat(doubt.token()).isEqualTo(TOKEN);
              assertThat(doubt.type()).isEqualTo("t");
              assertThat(doubt.runId()).isEqualTo("r");
            });
  }

  @Test
  void whatLeftWithAPlanThatNobodyWaitedForMayExist() {
    lateAnswer();

    assertThat(given.record("t.a#orphan/" + TOKEN)).isPresent();
    given.when(inDoubt("r", "t.a", 1, "c"));
    assertThat(given.record("t.a#orphan/" + TOKEN)).isPresent();
  }

  @Test
  void itsSuccessTakesThePlaceOfTheDoubt() {
    lateAnswer();

    given.when(ok("r", "t.a", 1, "c", "i"));

    assertThat(given.record("t.a#orphan/" + TOKEN)).isEmpty();
    assertThat(given.record("t.a#orphan/c")).isPresent();
  }

  @Test
  void itsFailureEndsTheDoubt() {
    lateAnswer();

    given.when(failed("r", "t.a", 1, "c", ErrorClass.PERMANENT));

    assertThat(given.records.all()).isEmpty();
  }

  @Test
  void anObjectThatIsThereIsReadBeforeAnythingElse() {
    given.existing("t.a", "i");

    lateAnswer();

    assertThat(given.record("t.a").orElseThrow().refreshDue()).isTrue();
    assertThat(given.record("t.a#orphan/" + TOKEN)).as("a replace makes another").isPresent();
  }

  @Test
  void aDoubtAboutWhatTheRunNeverKnewIsRemembered() {
    given.when(submitted("r"));
    given.when(new Input.Quarantined("r", "its plan can't be read", given.context()));

    assertThat(given.shows(inDoubt("r", "t.a", 1, "c")))
        .containsExactly(
            "+ state t.a#orphan/" + TOKEN + " IN_DOUBT token",
            "+ run r QUARANTINED FAILED stop=QUARANTINED claim=WHOLE",
            "! ORPHAN_FOUND");
    assertThat(given.record("t.a#orphan/" + TOKEN).orElseThrow().token()).isEqualTo(TOKEN);
  }

  @Test
  void aDoubtAboutARunThatKnewItsAttemptsIsNoNews() {
    given.running("r", create("t.a"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(ok("r", "t.a", 2, "d", "i"));
    given.due();

    given.when(inDoubt("r", "t.a", 1, "c"));

    assertThat(given.records.all()).extracting(r -> r.address().text()).containsExactly("t.a");
  }

  /** The request is asked again, and the answer to the first comes all the same. */
  private void lateAnswer() {
    given.when(submitted("r"));
    given.when(new Input.Unanswered("r", null, 1, given.context()));
    part("late", create("t.a"));
    given.when(plan("late", 1));
  }

  private void part(String planId, Node... nodes) {
    given.when(new PlanPart("r", planId, 0, List.of(nodes), Map.of()));
  }

  private static Planned plan(String planId, int nodes) {
    return Planned.of(
        draft -> {
          draft.run = "r";
          draft.planId = planId;
          draft.parts = 1;
          draft.nodes = nodes;
          draft.hash = "hash";
          draft.version = 1;
          draft.released = List.of(new Released("t.a", 1, TOKEN));
          draft.round = 1;
        });
  }

  private Transition quarantined(Planned plan) {
    return given.when(new Input.Received(plan, given.context()).quarantined("it threw"));
  }
}
