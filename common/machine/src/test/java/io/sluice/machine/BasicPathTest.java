package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import org.junit.jupiter.api.Test;

class BasicPathTest {
  private final Given given = new Given();

  @Test
  void asksForAPlanAsSoonAsTheClaimIsGranted() {
    Transition transition = given.when(submitted("r"));

    assertThat(transition.commands())
        .filteredOn(Command.RequestPlan.class::isInstance)
        .singleElement()
        .satisfies(
            command -> {
              var request = (PlanRequest.PlanRun) ((Command.RequestPlan) command).request();
              assertThat(request.run()).isEqualTo("r");
              assertThat(request.window()).isEqualTo(10);
              assertThat(request.claim()).isEmpty();
            });
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.PLANNING);
  }

  @Test
  void releasesDependentOnlyAfterEveryDependencyCommitted() {
    given.running("r", create("t.a"), create("t.b"), create("t.c", "t.a", "t.b"));

    assertThat(sent(given.when(ok("r", "t.a", 1, "c1", "i1")))).isEmpty();
    assertThat(sent(given.when(ok("r", "t.b", 1, "c2", "i2")))).containsExactly("t.c@1");
  }

  @Test
  void readsADataSourceAsForTheFirstTimeEachTime() {
    given.existing("t.d", "before").existing("t.a", "i");

    Transition released =
        given.running(
            "r",
            Given.node("t.d", Action.READ, RepeatClass.PURE),
            Given.update("t.a", RepeatClass.TOKEN, "i"));

    assertThat(Given.tasks(released))
        .extracting(task -> task.address().text() + " " + (task.prior() != null))
        .containsExactlyInAnyOrder("t.d false", "t.a true");
  }

  @Test
  void endsWhenEverythingIsCommitted() {
    given.running("r", create("t.a"));

    Transition end = given.when(ok("r", "t.a", 1, "c", "i"));

    assertThat(events(end)).containsExactly(EventKind.NODE_SUCCEEDED, EventKind.RUN_ENDED);
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.run("r").counts().added()).isEqualTo(1);
    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("i");
  }

  @Test
  void leavesTheStateAsItIsUntilTheTransitionIsFolded() {
    given.running("r", create("t.a"), create("t.b", "t.a"));
    var before = given.state.run("r");

    Input input = new Input.Received(ok("r", "t.a", 1, "c", "i"), given.context());
    Transition first = Tried.on(given.machine, given.state, input);

    assertThat(given.state.run("r")).isEqualTo(before);
    assertThat(given.status("r", "t.a")).contains(NodeStatus.DISPATCHED);
    assertThat(given.record("t.a")).isEmpty();
    assertThat(Tried.on(given.machine, given.state, input)).isEqualTo(first);
  }

  @Test
  void sweepsWhatAnEndedRunLeaves() {
    given.running("r", create("t.a"));
    given.when(ok("r", "t.a", 1, "c", "i"));
    assertThat(given.state.nextDue()).isPresent();

    given.due();

    assertThat(given.state.nextDue()).isEmpty();
    assertThat(given.state.node("r", "t.a")).isEmpty();
    assertThat(given.state.idle()).isTrue();
  }
}
