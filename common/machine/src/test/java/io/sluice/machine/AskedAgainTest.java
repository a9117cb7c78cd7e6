package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.graph.Awaited;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A request that the planner skipped is repeated, and answered once. */
class AskedAgainTest {
  private final Given given = new Given();

  @Test
  void aRequestThatWasPassedInSilenceIsAskedAgain() {
    given.when(submitted("r"));
    assertThat(asked()).containsExactly(new Awaited.Asked("r", null, 1, 1));

    Transition again = unanswered("r", null, 1);

    PlanRequest.PlanRun request = (PlanRequest.PlanRun) requests(again).getFirst();
    assertThat(request.round()).isEqualTo(2);
    assertThat(request.version()).isEqualTo(2);
    assertThat(asked()).containsExactly(new Awaited.Asked("r", null, 2, 2));
    assertThat(given.restarted().state.run("r").orElseThrow().round()).isEqualTo(2);
  }

  @Test
  void itIsAskedOnceForEachRound() {
    given.when(submitted("r"));
    unanswered("r", null, 1);

    assertThat(unanswered("r", null, 1)).isEqualTo(Transition.NONE);
  }

  @Test
  void aRunThatHasItsPlanIsNotAskedFor() {
    given.running("r", create("t.a"));

    assertThat(asked()).isEmpty();
    assertThat(unanswered("r", null, 1)).isEqualTo(Transition.NONE);
  }

  @Test
  void theFirstAnswerToTheCurrentRoundCounts() {
    given.when(submitted("r"));
    unanswered("r", null, 1);

    given.when(new PlanRefused("r", List.of("too late"), 1));
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.PLANNING);

    answer("p-2", 2, create("t.a"));
    assertThat(given.run("r").planId()).isEqualTo("p-2");
    answer("p-3", 2, create("t.b"));
    assertThat(given.run("r").planId()).isEqualTo("p-2");
  }

  @Test
  void anOldPlannerDoesNotRepeatTheRound() {
    given.when(submitted("r"));
    unanswered("r", null, 1);

    answer("p", 0, create("t.a"));

    assertThat(given.run("r").phase()).isEqualTo(RunPhase.RUNNING);
  }

  @Test
  void whatLeftWithALateAnswerIsNotTakenForALaterAttempt() {
    given.when(submitted("r"));
    unanswered("r", null, 1);
    given.when(new PlanPart("r", "late", 0, List.of(create("t.a")), Map.of()));
    Transition late =
        given.when(
            Planned.of(
                draft -> {
                  draft.run = "r";
                  draft.planId = "late";
                  draft.parts = 1;
                  draft.nodes = 1;
                  draft.hash = "hash";
                  draft.version = given.offset;
                  draft.released = List.of(new Released("t.a", 1, "token"));
                  draft.round = 1;
                }));
    assertThat(Shown.sent(late)).containsExactly("! WARNING");

    assertThat(sent(answer("p-2", 2, create("t.a")))).containsExactly("t.a@2");
    given.when(ok("r", "t.a", 1, "c", "made-by-the-late-one"));

    assertThat(given.status("r", "t.a")).contains(NodeStatus.DISPATCHED);
    assertThat(given.record("t.a#orphan/c")).as("a success is never ignored").isPresent();
    given.when(ok("r", "t.a", 2, "d", "made"));
    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("made");
  }

  @Test
  void partsOfPlansThatNobodyAcceptedAreBounded() {
    given.when(submitted("r"));
    for (int i = 0; i < 50; i++) {
      given.when(new PlanPart("r", "p-" + i, 0, List.of(create("t.a")), Map.of()));
    }
    assertThat(partsWritten(given)).isEqualTo(50);
    assertThat(kept()).isLessThanOrEqualTo(4);

    unanswered("r", null, 1);
    assertThat(kept()).isZero();
  }

  @Test
  void afterManySilencesTheRunIsRefused() {
    given.when(submitted("r"));
    for (int round = 1; round <= 100 && !given.run("r").ended(); round++) {
      unanswered("r", null, round);
    }

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("r").reasons().getFirst()).contains("planner").contains("11 times");
  }

  @Test
  void aPlaceholderIsAskedForAgain() {
    given.running("r", placeholder());
    Awaited.Asked first = asked().getFirst();
    assertThat(first.node()).isEqualTo("t.x[*]");

    Transition again = unanswered("r", "t.x[*]", first.round());

    PlanRequest.ExpandNode request = (PlanRequest.ExpandNode) requests(again).getFirst();
    assertThat(request.attempt()).isEqualTo(first.round() + 1);
    assertThat(unanswered("r", "t.x[*]", first.round())).isEqualTo(Transition.NONE);
    assertThat(given.when(expanded(first.round()))).as("late").isEqualTo(Transition.NONE);
    assertThat(sent(given.when(expanded(request.attempt())))).containsExactly("t.x[0]@1");
  }

  @Test
  void aPlaceholderThatNobodyAnswersForFails() {
    given.running("r", placeholder());
    for (int i = 0; i < 100 && !given.run("r").ended(); i++) {
      unanswered("r", "t.x[*]", asked().getFirst().round());
    }

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").failed().getFirst().code().wire()).isEqualTo("noAnswer");
  }

  private Transition unanswered(String run, String node, int round) {
    return given.when(new Input.Unanswered(run, node, round, given.context()));
  }

  private Transition answer(String planId, int round, Node... nodes) {
    given.when(new PlanPart("r", planId, 0, List.of(nodes), Map.of()));
    return given.when(
        Planned.of(
            draft -> {
              draft.run = "r";
              draft.planId = planId;
              draft.parts = 1;
              draft.nodes = nodes.length;
              draft.hash = "hash";
              draft.version = given.offset;
              draft.round = round;
            }));
  }

  private List<Awaited.Asked> asked() {
    List<Awaited.Asked> asked = new ArrayList<>();
    given.state.forEachUnanswered(asked::add);
    return asked;
  }

  private long kept() {
    Given restored = given.restarted();
    return partsWritten(restored);
  }

  private static List<PlanRequest> requests(Transition transition) {
    return transition.commands().stream()
        .filter(Command.RequestPlan.class::isInstance)
        .map(command -> ((Command.RequestPlan) command).request())
        .toList();
  }

  private static Node placeholder() {
    return node("t.x[*]", Action.EXPAND, RepeatClass.PURE);
  }

  private static Expanded expanded(int attempt) {
    return new Expanded("r", "t.x[*]", "e" + attempt, List.of(create("t.x[0]")), null, attempt);
  }

  private static long partsWritten(Given given) {
    return given.written.stream()
        .filter(change -> change instanceof Change.Part && change.value() != null)
        .count();
  }
}
