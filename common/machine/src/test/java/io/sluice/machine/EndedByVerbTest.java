package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.started;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.Order.Abandon;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.ForceUnlock;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever has died, a command can end a run, and the run gives up what it holds in finite time.
 */
class EndedByVerbTest {
  private final Given given = new Given();

  static Stream<InboxMessage> verbs() {
    return Stream.of(
        new Cancel("r", false, "someone"),
        new Cancel("r", true, "someone"),
        new ForceUnlock("r", "someone"),
        new Abandon("r", "someone"));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void whileItIsPlanned(InboxMessage verb) {
    given.when(submitted("r"));
    given.when(submitted("next"));

    assertThat(Given.events(given.when(verb))).contains(EventKind.RUN_ENDED);

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(given.run("next").phase())
        .as("tasks may have left with an answer")
        .isEqualTo(RunPhase.QUEUED);
    Transition passed = given.when(new Input.Unanswered("r", null, 1, given.context()));
    assertThat(Given.events(passed)).doesNotContain(EventKind.RUN_ENDED);
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.PLANNING);
    assertThat(given.run("r").active()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void whileItIsPlannedAndThePlannerRefuses(InboxMessage verb) {
    given.when(submitted("r"));
    given.when(submitted("next"));
    given.when(verb);

    given.when(new PlanRefused("r", List.of("it makes no sense"), 1));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.PLANNING);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void whileItWaits(InboxMessage verb) {
    given.when(submitted("before"));
    given.when(submitted("r"));

    given.when(verb);

    assertThat(given.run("r").active()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void whileItAwaitsApproval(InboxMessage verb) {
    given.when(submitted("r", options(OnFailure.CONTINUE, RunOptions.Approval.REQUIRED, null)));
    given.planned("r", create("t.a"));
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);

    given.when(verb);

    assertThat(given.run("r").active()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void whileThePlannerIsAskedAboutAPlaceholder(InboxMessage verb) {
    given.running("r", node("t.x[*]", Action.EXPAND, RepeatClass.PURE));

    given.when(verb);

    assertThat(given.run("r").active()).isFalse();
  }

  @Test
  void abandonedItLeavesWhatIsOutInDoubt() {
    given.running(
        "r", create("t.a"), create("t.n", RepeatClass.NONE), create("t.p", RepeatClass.PURE));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(submitted("next"));

    Transition abandoned = given.when(new Abandon("r", "someone"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.run("r").active()).isFalse();
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.PLANNING);
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
    assertThat(given.status("r", "t.p")).contains(NodeStatus.CANCELLED);
    assertThat(given.state.closed()).extracting(Object::toString).containsExactly("t.n");
    assertThat(Shown.sent(abandoned))
        .as("workers still have to interrupt its calls, and to give its tasks back")
        .contains("control r INTERRUPTED")
        .doesNotContain("control r cleared");
    Given again = given.restarted();
    assertThat(again.state.closed()).extracting(Object::toString).containsExactly("t.n");
    assertThat(sent(given.planned("next", create("t.a")))).containsExactly("t.a@1");
  }

  @Test
  void abandoningAgainDoesNotWaitForWhatLeftWithALateAnswer() {
    given.when(submitted("r"));
    given.when(new Abandon("r", "someone"));
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
    assertThat(given.run("r").active()).isTrue();
    assertThat(given.restarted().run("r").active()).isTrue();

    assertThat(Shown.sent(given.when(new Abandon("r", "someone"))))
        .contains("control r INTERRUPTED")
        .doesNotContain("control r cleared");

    assertThat(given.run("r").active()).isFalse();
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.record("t.a").orElseThrow().token()).isEqualTo("tok");
  }

  @Test
  void aQuarantinedRunEndsThoughItsResultNeverComes() {
    given.running("r", create("t.a"), create("t.b", "t.a"));
    given.when(started("r", "t.a", 1, "c", "lives"));
    given.when(submitted("next", "t.b"));

    given.when(new Input.Quarantined("r", "inbox offset 7 is parked", given.context()));

    assertThat(given.run("r").active()).isFalse();
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.QUARANTINED);
    assertThat(given.state.leaseHolders()).isEmpty();
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.PLANNING);
  }

  @Test
  void aQuarantineWhileItIsPlannedEndsItToo() {
    given.when(submitted("r"));
    given.when(submitted("next"));

    given.when(new Input.Quarantined("r", "it threw", given.context()));

    assertThat(given.run("r").phase()).isEqualTo(RunPhase.QUARANTINED);
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    given.when(new Input.Unanswered("r", null, 1, given.context()));
    assertThat(given.run("r").active()).isFalse();
    assertThat(given.run("next").phase()).isEqualTo(RunPhase.PLANNING);
  }

  @Test
  void aSuccessIsTakenThoughNothingMayFollow() {
    given.running("a", create("t.x"), create("t.y", "t.x"));
    given.running("b", create("t.z"));

    Transition alone =
        given.when(
            new Input.Received(ok("a", "t.x", 1, "c", "i"), given.context()).alone(Map.of()));

    assertThat(Shown.all(alone))
        .containsExactly(
            "+ state t.x OK i",
            "+ node t.x SUCCEEDED@1 by c",
            "+ run a RUNNING claim=PLAN",
            "! NODE_SUCCEEDED t.x");
    assertThat(given.state.nextDue())
        .as("what follows must not be forgotten")
        .contains(java.time.Instant.EPOCH);
    assertThat(sent(given.due())).containsExactly("t.y@1");
    assertThat(given.state.nextDue()).isEmpty();
  }

  @Test
  void theRunThatDidNotFitIsBlamedAndNotTheOneThatFreedItsPlace() {
    given.when(submitted("a", "t.x"));
    given.when(submitted("b", "t.z"));
    given.planned("a", create("t.x"));
    given.planned("b", create("t.z"));

    given.when(
        new Input.Received(ok("a", "t.x", 1, "c", "i"), given.context())
            .alone(Map.of("b", "its task can't travel")));

    assertThat(given.record("t.x")).isPresent();
    assertThat(given.run("b").phase()).isEqualTo(RunPhase.QUARANTINED);
    assertThat(given.run("a").phase()).isNotEqualTo(RunPhase.QUARANTINED);
    given.due();
    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void aLateSuccessEndsTheDoubtOfAnUnlockedRunThatStillHasSomethingOut() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b", RepeatClass.NONE));
    given.when(started("r", "t.a", 1, "claim-a", "worker-a"));
    given.when(started("r", "t.b", 1, "claim-b", "worker-b"));
    given.when(new ForceUnlock("r", "someone"));
    given.lost("worker-a");
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);

    given.when(ok("r", "t.a", 1, "claim-a", "object"));

    assertThat(given.status("r", "t.a")).contains(NodeStatus.SUCCEEDED);
    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("object");
    assertThat(given.state.closed()).isEmpty();
  }
}
