package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApprovalTest {
  private final Given given = new Given();

  @Test
  void waitsForSomeoneToAgreeAndSaysToWhat() {
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, null)));

    Transition planned = given.planned("r", create("t.a"));

    assertThat(Shown.sent(planned)).containsExactly("! RUN_PLANNED", "! RUN_AWAITING_APPROVAL");
    assertThat(eventsOf(planned).getLast().data())
        .hasToString(
            "{\"hash\":\"hash\",\"changes\":[{\"address\":\"t.a\",\"action\":\"CREATE\"}]}");
    assertThat(sent(given.when(new Approve("r", "hash", "someone")))).containsExactly("t.a@1");
  }

  @Test
  void anotherPlanThanTheOneThatIsThereIsNotApproved() {
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, null)));
    given.planned("r", create("t.a"));

    assertThat(events(given.when(new Approve("r", "other", "someone"))))
        .containsExactly(EventKind.WARNING);
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);
  }

  @Test
  void whatWasApprovedBeforehandGoesAtOnce() {
    given.when(submitted("r", options(null, RunOptions.Approval.GIVEN, "hash")));

    assertThat(sent(given.planned("r", create("t.a")))).containsExactly("t.a@1");
  }

  @Test
  void aPlanThatDiffersFromTheApprovedOneStopsTheRunAndIsShown() {
    given.when(submitted("r", options(null, RunOptions.Approval.GIVEN, "other")));

    Transition planned = given.planned("r", create("t.a"), create("t.b"));

    assertThat(Shown.sent(planned)).containsExactly("! RUN_PLANNED", "! REFUSED", "! RUN_ENDED");
    assertThat(eventsOf(planned).get(1).text())
        .startsWith("the plan under the claim (hash) is not the approved one (other)")
        .endsWith("\n  create t.a\n  create t.b");
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("r").refusals())
        .containsExactly(
            new Refusal.PlanDiffers(
                "hash", "other", List.of(new Address("t.a"), new Address("t.b"))));
  }

  @Test
  void withApprovalRequiredTheDifferentPlanWaits() {
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, "other")));

    assertThat(events(given.planned("r", create("t.a"))))
        .containsExactly(EventKind.RUN_PLANNED, EventKind.RUN_AWAITING_APPROVAL);
  }

  @Test
  void isPlannedAgainIfSomethingMovedWhileItWaited() {
    given.existing("t.a", "i");
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, null)));
    Node change = update("t.a", RepeatClass.TOKEN, "i");
    given.when(new PlanPart("r", "p", 0, List.of(change), Map.of(new Address("t.a"), 1L)));
    given.when(
        Planned.of(
            draft -> {
              draft.run = "r";
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "h";
              draft.version = given.offset;
            }));
    given.when(ok("long ago", "t.a", 1, "c", "i"));

    assertThat(Shown.sent(given.when(new Approve("r", "h", "someone"))))
        .containsExactly("! RUN_CHANGED", "! RUN_PLANNING", "plan r window=0");
  }

  @Test
  void cancelledWhileItWaitsItHasDoneNothing() {
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, null)));
    given.planned("r", create("t.a"));

    given.when(new Cancel("r", false, "someone"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
  }
}
