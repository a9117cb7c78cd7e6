package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.read;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.task.Attempt;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A plan whose basis changed after nodes had left with it. */
class ReplanTest {
  private final Given given = new Given().existing("t.x", "i");

  @Test
  void attemptsGoOnWhereAnEarlierPlanOfTheRunStopped() {
    given.when(submitted("a"));
    planned("a", "p", 7, List.of(new Released("t.y", 1, "token-1")), create("t.y"));
    assertThat(given.run("a").replan()).isTrue();

    Transition dropped = given.when(new Dropped("a", "t.y", 1, "c", "paused"));

    assertThat(request(dropped).attempted()).isEqualTo(1);
    Transition again = planned("a", "q", 1, List.of(), create("t.y"));
    assertThat(sent(again)).containsExactly("t.y@2");
    assertThat(tasks(again).getFirst().token()).isEqualTo(Attempt.token("w", "a", "t.y", 2));
  }

  @Test
  void readsOfALaterPlanAreNewAttempts() {
    given.when(submitted("a"));
    given.planned(given.plan("a", "p", 1, Map.of(), true), read("t.x", "i"));
    given.when(ok("a", "t.x#read", 1, "c", "i"));

    Transition moved = planned("a", "q", 7, List.of(), create("t.y"));

    assertThat(request(moved).attempted()).isEqualTo(1);
    Transition again = given.planned(given.plan("a", "r", 1, Map.of(), true), read("t.x", "i"));
    assertThat(sent(again)).containsExactly("t.x#read@2");
  }

  @Test
  void aDoubtOutlivesThePlanThatItAroseUnder() {
    given.when(submitted("a"));
    planned("a", "p", 7, List.of(new Released("t.y", 1, "token-1")), create("t.y"));

    given.when(inDoubt("a", "t.y", 1, "c"));

    assertThat(given.record("t.y").orElseThrow().token()).isEqualTo("token-1");
    Transition again = planned("a", "q", 1, List.of(), create("t.y"));
    assertThat(Shown.sent(again)).contains("task t.y@2 recovering");
    assertThat(tasks(again).getFirst().token()).isEqualTo("token-1");
  }

  @Test
  void whatAPersonHasToSettleEndsARunThatWasToBePlannedAgain() {
    given.when(submitted("a"));
    Node none = create("t.y", RepeatClass.NONE);
    planned("a", "p", 7, List.of(new Released("t.y", 1, "token-1")), none);

    given.when(inDoubt("a", "t.y", 1, "c"));

    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.state.closed()).containsExactly(new Address("t.y"));
  }

  @Test
  void aDoubtThatTheNextPlanNeverCameToIsLeftToAPerson() {
    given.when(submitted("a", options(OnFailure.STOP, Approval.GIVEN, null)));
    planned("a", "p", 7, List.of(new Released("t.y", 1, "token-1")), create("t.y"));
    given.when(inDoubt("a", "t.y", 1, "c"));

    given.planned(
        given.plan("a", "q", 2, Map.of(), false, new Held("t.z", "it is in doubt")),
        create("t.y"),
        create("t.z"));

    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
    assertThat(given.status("a", "t.y")).contains(NodeStatus.IN_DOUBT);
    assertThat(given.record("t.y").orElseThrow().token()).isEqualTo("token-1");
    given.when(new Resolve("a", "t.y", Resolution.ABANDON, null, "someone"));
    assertThat(given.record("t.y")).isEmpty();
  }

  /** An update of which its worker finds out that only a new object would do. */
  private static Result needsReplacement(String node, int attempt) {
    Result failed = failed("a", node, attempt, "c", ErrorClass.PERMANENT);
    return Result.of(
        draft -> {
          draft.run = "a";
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = "c";
          draft.outcome = Outcome.FAILED;
          draft.error = TaskError.of(CoreCode.NEEDS_REPLACEMENT, "t.x has to be replaced");
          draft.calls = 1;
          draft.tookMs = failed.tookMs();
        });
  }

  @Test
  void whatTurnsOutToNeedANewObjectIsPlannedAgainWhenTheRestIsDone() {
    given.when(submitted("a", options(OnFailure.STOP, Approval.GIVEN, "h")));
    planned("a", "p", 1, List.of(), update("t.x", RepeatClass.TOKEN, "i"), create("t.y"));

    Transition found = given.when(needsReplacement("t.x", 1));

    assertThat(given.run("a").stop()).as("nothing else stops for it").isNull();
    assertThat(Shown.all(found))
        .contains("! NODE_DEFERRED t.x")
        .doesNotContain("! NODE_FAILED t.x");
    Transition rest = given.when(ok("a", "t.y", 1, "c", "new"));
    assertThat(request(rest).options().approval()).isEqualTo(Approval.GIVEN);
    long version = given.record("t.x").orElseThrow().version();
    Transition again = planned("a", "q", version, List.of(), create("t.z"));
    assertThat(sent(again)).as("whoever approves whatever comes has approved it").hasSize(1);
    given.when(ok("a", "t.z", 3, "c", "other"));
    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void whatNobodyWasShownWaitsForAPerson() {
    given.when(submitted("a", options(OnFailure.CONTINUE, Approval.REQUIRED, "h")));
    planned("a", "p", 1, List.of(), update("t.x", RepeatClass.TOKEN, "i"));

    Transition found = given.when(needsReplacement("t.x", 1));

    assertThat(request(found).options().approvedHash()).isNull();
    assertThat(request(found).window()).as("nothing leaves with it").isZero();
    long version = given.record("t.x").orElseThrow().version();
    Transition again = planned("a", "q", version, List.of(), create("t.z"));
    assertThat(sent(again)).isEmpty();
    assertThat(given.run("a").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);
    assertThat(sent(given.when(new Approve("a", "h", "someone")))).hasSize(1);
  }

  @Test
  void whereSomethingElseFailedTheRunEnds() {
    given.when(submitted("a"));
    planned("a", "p", 1, List.of(), update("t.x", RepeatClass.TOKEN, "i"), create("t.y"));
    given.when(needsReplacement("t.x", 1));

    given.when(failed("a", "t.y", 1, "c", ErrorClass.PERMANENT));

    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("a").failed()).hasSize(2);
  }

  /** A plan that rests on a version of t.x. */
  private Transition planned(
      String run, String plan, long version, List<Released> released, Node... nodes) {
    given.when(new PlanPart(run, plan, 0, List.of(nodes), Map.of()));
    Map<Address, Long> basis = Map.of(new Address("t.x"), version);
    return given.when(
        Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = plan;
              draft.parts = 1;
              draft.nodes = nodes.length;
              draft.hash = "h";
              draft.version = given.offset;
              draft.basis = basis;
              draft.released = released;
            }));
  }

  private static PlanRun request(Transition transition) {
    return transition.commands().stream()
        .filter(Command.RequestPlan.class::isInstance)
        .map(command -> (PlanRun) ((Command.RequestPlan) command).request())
        .findFirst()
        .orElseThrow();
  }
}
