package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.machine.view.LocksView;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Order;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private final Given given = new Given();

  @Test
  void aLostWorkerThatHadNotCalledLeavesNoDoubt() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(new Started("r", "t.a", 1, "c", "w", Phase.WAITING));

    assertThat(Shown.all(given.lost("w")))
        .containsExactly("+ node t.a DISPATCHED@2", "+ run r RUNNING claim=PLAN", "task t.a@2");
    assertThat(given.run("r").counts().lostWorkers()).isEqualTo(1);
  }

  @Test
  void aLostWorkerThatCalledLeavesDoubtByClass() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b"));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(started("r", "t.b", 1, "d", "w"));
    assertThat(given.state.leaseHolders()).containsExactly("w");

    assertThat(Shown.sent(given.lost("w")))
        .containsExactly("! NODE_IN_DOUBT t.a", "! NODE_RECOVERING t.b", "task t.b@2 recovering");
    assertThat(given.state.leaseHolders()).isEmpty();
  }

  @Test
  void whatIsSentIsToldApartFromWhatAWorkerHas() {
    given.running("r", create("t.a"), create("t.b"));
    given.when(started("r", "t.a", 1, "c", "w"));

    LocksView.Holder held = LocksView.of(given.state).held().getFirst();
    assertThat(held.out()).containsExactly("t.a", "t.b");
    assertThat(held.sent()).isEqualTo(Map.of("default", List.of("t.b")));
  }

  @Test
  void losingAWorkerTwiceChangesNothing() {
    given.running("r", create("t.a"));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.lost("w");

    assertThat(given.lost("w")).isEqualTo(Transition.NONE);
  }

  @Test
  void aRedeliveryOfWhatIsOnlyCalledOnALeaseProvesThatNothingBegan() {
    given.running("r", create("t.a", RepeatClass.NONE));

    assertThat(given.shows(new Redelivered("r", "t.a", 1, "c", "count 2")))
        .containsExactly(
            "+ node t.a DISPATCHED@2 recoveries=1", "+ run r RUNNING claim=PLAN", "task t.a@2");
  }

  @Test
  void aRedeliveryUnderALeaseIsOnlyCounted() {
    given.running("r", create("t.a"));
    given.when(started("r", "t.a", 1, "c", "w"));

    assertThat(given.shows(new Redelivered("r", "t.a", 1, "d", "count 2")))
        .containsExactly("+ run r RUNNING claim=PLAN");
    assertThat(given.run("r").counts().redelivered()).isEqualTo(1);
  }

  @Test
  void whatIsGivenUpGoesToTheNext() {
    given.running("r", create("t.a"));
    given.when(started("r", "t.a", 1, "c", "w"));

    assertThat(sent(given.when(new GaveUp("r", "t.a", 1, "c", "SIGTERM", true))))
        .containsExactly("t.a@2");
  }

  @Test
  void whatWasNotAcceptedStaysOutForWhoeverGetsIt() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(started("r", "t.a", 1, "c", "w"));

    assertThat(given.shows(new GaveUp("r", "t.a", 1, "c", "not accepted", false)))
        .containsExactly("+ node t.a DISPATCHED@1", "+ run r RUNNING claim=PLAN");
    assertThat(Shown.written(given.when(ok("r", "t.a", 1, "d", "i"))))
        .startsWith("+ state t.a OK i");
  }

  @Test
  void nothingIsSentAgainUntilTheGroupHasPassedIt() {
    given.running("r", create("t.a"));
    given.later(Duration.ofHours(5));
    assertThat(given.state.nextDue()).isEmpty();

    Transition silent = given.when(new Input.SilentAttempt("r", "t.a", 1, given.context()));

    assertThat(Shown.sent(silent))
        .containsExactly("! NODE_RECOVERING t.a", "task t.a@2 recovering");
  }

  @Test
  void asksAPersonInTheEnd() {
    given.running("r", create("t.a"));
    for (int attempt = 1; attempt <= 10; attempt++) {
      given.when(inDoubt("r", "t.a", attempt, "c" + attempt));
    }

    assertThat(given.status("r", "t.a")).contains(NodeStatus.DISPATCHED);
    given.when(inDoubt("r", "t.a", 11, "c11"));
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);
  }

  @Test
  void whatWasGivenBackMakesNoLeaseAgain() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(new GaveUp("r", "t.a", 1, "c", "not accepted", false));

    assertThat(given.when(started("r", "t.a", 1, "c", "w"))).isEqualTo(Transition.NONE);
    assertThat(Shown.written(given.when(started("r", "t.a", 1, "d", "v"))))
        .containsExactly("+ node t.a DISPATCHED@1 recovering");
    assertThat(given.state.leaseHolders()).isEmpty();
  }

  @Test
  void whatWasGivenBackAndCameToNobodyElseIsDoneAgain() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(new GaveUp("r", "t.a", 1, "c", "not accepted", false));

    Transition silent = given.when(new Input.SilentAttempt("r", "t.a", 1, given.context()));

    assertThat(Shown.sent(silent)).containsExactly("task t.a@2");
  }

  @Test
  void whereTwoHaveSaidThatTheyCallNothingIsCertain() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(started("r", "t.a", 1, "d", "v"));
    given.when(new GaveUp("r", "t.a", 1, "c", "not accepted", false));

    given.when(new Input.SilentAttempt("r", "t.a", 1, given.context()));

    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
  }

  @Test
  void whatWasGivenBackByOneMayHaveBeenDoneByAnother() {
    given.running("r", create("t.a"));
    given.when(new InboxMessage.Deferred("r", "t.a", 1, "c", "busy", given.now.plusSeconds(30)));

    assertThat(given.shows(inDoubt("r", "t.a", 1, "d")))
        .containsExactly(
            "+ node t.a WAITING@1 recovering due +30000ms", "+ run r RUNNING claim=PLAN");
    given.when(new Order.ForceUnlock("r", "someone"));
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
    assertThat(given.record("t.a").orElseThrow().token()).isNotNull();
  }
}
