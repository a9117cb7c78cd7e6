package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.read;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.task.Attempt;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A plan whose ground moved, after nodes had left with it. */
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

  /** A plan that rests on a version of t.x. */
  private Transition planned(
      String run, String plan, long version, List<Released> released, Node... nodes) {
    given.when(new PlanPart(run, plan, 0, List.of(nodes), Map.of()));
    Map<Address, Long> basis = Map.of(new Address("t.x"), version);
    return given.when(new Planned(run, plan, 1, nodes.length, "h", given.offset, basis, released));
  }

  private static PlanRun request(Transition transition) {
    return transition.commands().stream()
        .filter(Command.RequestPlan.class::isInstance)
        .map(command -> (PlanRun) ((Command.RequestPlan) command).request())
        .findFirst()
        .orElseThrow();
  }
}
