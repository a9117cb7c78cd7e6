package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.claim.Claim;
import io.sluice.machine.transition.Transition;
import io.sluice.machine.view.LocksView;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.Order.ForceUnlock;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  private final Given given = new Given();

  @Test
  void disjointRunsGoAtOnceAndAnOverlappingOneWaitsAndSaysForWhom() {
    assertThat(given.shows(submitted("a", "t.x")))
        .containsExactly(
            "+ submission a",
            "+ run a PLANNING claim=LISTED",
            "! RUN_SUBMITTED",
            "! RUN_PLANNING",
            "plan a window=10 [t.x]");
    assertThat(given.shows(submitted("b", "t.y")))
        .containsExactly(
            "+ submission b",
            "+ run b PLANNING claim=LISTED",
            "! RUN_SUBMITTED",
            "! RUN_PLANNING",
            "plan b window=10 [t.y]");
    assertThat(given.shows(submitted("c", "t.x", "t.y")))
        .containsExactly(
            "+ submission c",
            "+ run c QUEUED waits for [a, b]",
            "! RUN_SUBMITTED",
            "! RUN_WAITING");

    LocksView locks = LocksView.of(given.state);
    assertThat(locks.held()).extracting(LocksView.Holder::run).containsExactly("a", "b");
    assertThat(locks.waiting())
        .singleElement()
        .satisfies(waiter -> assertThat(waiter.waitingFor()).containsExactly("a", "b"));
  }

  @Test
  void anotherOrderOfThoseAheadIsNoNews() {
    given.when(submitted("z", "t.z"));
    given.when(submitted("y", "t.y"));
    given.when(submitted("a", "t.y"));
    given.when(submitted("whole"));
    given.when(new PlanRefused("y", List.of("it makes no sense"), 1));
    assertThat(given.run("whole").waitingFor()).containsExactly("z", "a");

    assertThat(given.shows(submitted("q", "t.z")))
        .containsExactly(
            "+ submission q",
            "+ run q QUEUED waits for [z, whole]",
            "! RUN_SUBMITTED",
            "! RUN_WAITING");
  }

  @Test
  void nobodyIsOvertakenByWhatOverlapsWithIt() {
    given.when(submitted("a", "t.x"));
    given.when(submitted("whole"));
    given.when(submitted("c", "t.x"));
    given.when(submitted("d", "t.z"));

    assertThat(given.run("c").waitingFor()).containsExactly("a", "whole");
    assertThat(given.run("d").waitingFor()).containsExactly("whole");
  }

  @Test
  void narrowsToWhatThePlanTouchesAndReads() {
    given.when(submitted("a"));
    given.when(submitted("b", "t.y"));
    assertThat(given.run("b").phase()).isEqualTo(RunPhase.QUEUED);

    Transition planned = given.planned("a", create("t.x"));

    assertThat(given.run("a").claim()).isEqualTo(RunRecord.ClaimScope.PLAN);
    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_PLANNED", "task t.x@1", "! RUN_PLANNING", "plan b window=10 [t.y]");
  }

  @Test
  void queuesAgainWithTheWiderSetAndAtItsAge() {
    given.when(submitted("a", "t.x"));

    Transition planned = given.planned("a", create("t.x"), create("t.y"));

    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_CHANGED", "! RUN_PLANNING", "plan a window=10 [t.x, t.y]");
    assertThat(given.run("a").widenings()).isEqualTo(1);
    assertThat(given.run("a").claimed()).containsExactly("t.x", "t.y");

    given.planned(
        given.plan("a", "p2", 3, Map.of(), false), create("t.x"), create("t.y"), create("t.z"));
    assertThat(given.run("a").claimed()).as("the third time: everything").isEmpty();
    assertThat(given.run("a").claim()).isEqualTo(RunRecord.ClaimScope.WHOLE);
  }

  @Test
  void whatDependsOnAnAddressConflictsWithWhoeverWritesIt() {
    Node dependent = dependingOn(create("t.y"), "t.x[*]");
    given.running("a", dependent);
    given.when(submitted("b", "t.x"));

    assertThat(given.run("b").waitingFor()).containsExactly("a");
    assertThat(Claim.of(List.of(dependent)).conflictsWith(Claim.of(List.of(create("t.x[3]")))))
        .isTrue();
  }

  @Test
  void anAddressThatIsOutIsGrantedToNobodyAfterForceUnlock() {
    given.running("a", create("t.x"), create("t.z", "t.x"));
    given.when(submitted("b", "t.x"));
    given.when(submitted("c", "t.z"));

    Transition unlocked = given.when(new ForceUnlock("a", "someone"));

    assertThat(Shown.sent(unlocked))
        .containsExactly(
            "control a CANCELLED", "! RUN_CHANGED", "! RUN_PLANNING", "plan c window=10 [t.z]");
    assertThat(eventsOf(unlocked).getFirst().text())
        .isEqualTo("Unlocked by someone; still out: t.x");
    assertThat(given.run("b").waitingFor()).containsExactly("a");
    assertThat(LocksView.of(given.state).held().getFirst().scope()).isEqualTo("out");

    Transition result = given.when(ok("a", "t.x", 1, "c", "i"));
    assertThat(Shown.all(result))
        .containsExactly(
            "+ state t.x OK i",
            "+ node t.x SUCCEEDED@1 by c",
            "+ run a ENDED CANCELLED stop=UNLOCKED",
            "+ run b PLANNING claim=LISTED",
            "! NODE_SUCCEEDED t.x",
            "! RUN_ENDED",
            "control a cleared",
            "! RUN_PLANNING",
            "plan b window=10 [t.x]");
  }

  @Test
  void unlockingARunThatIsPlannedEndsItAndKeepsItsClaimUntilThePlannerIsHeardOf() {
    given.when(submitted("a"));
    given.when(submitted("b"));

    Transition unlocked = given.when(new ForceUnlock("a", "someone"));

    assertThat(events(unlocked)).containsExactly(EventKind.RUN_CHANGED, EventKind.RUN_ENDED);
    assertThat(given.run("a").outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(given.run("b").phase()).isEqualTo(RunPhase.QUEUED);
    assertThat(LocksView.of(given.state).held().getFirst().run()).isEqualTo("a");
    given.planned("a", create("t.x"));
    assertThat(given.run("b").phase()).isEqualTo(RunPhase.PLANNING);
  }

  @Test
  void theSameIdTwiceIsOneRun() {
    given.when(submitted("a"));

    assertThat(given.when(submitted("a"))).isEqualTo(Transition.NONE);
  }

  @Test
  void whatIsInDoubtStaysClosedWhenItsRunIsUnlocked() {
    given.running("a", create("t.x", RepeatClass.NONE), create("t.y"));
    given.when(inDoubt("a", "t.x", 1, "c"));
    given.when(new ForceUnlock("a", "someone"));

    given.when(submitted("b", "t.x"));
    given.when(new PlanPart("b", "p", 0, List.of(create("t.x", RepeatClass.NONE)), Map.of()));
    Transition planned =
        given.when(
            Planned.of(
                draft -> {
                  draft.run = "b";
                  draft.planId = "p";
                  draft.parts = 1;
                  draft.nodes = 1;
                  draft.hash = "h";
                  draft.version = 9;
                }));

    assertThat(given.run("a").ended()).isFalse();
    assertThat(Shown.sent(planned)).contains("! NODE_FAILED t.x").doesNotContain("task t.x@1");
  }

  static Node dependingOn(Node node, String... addresses) {
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = node.after();
          draft.dependencies = Arrays.stream(addresses).map(Address::new).toList();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = node.retry();
          draft.weight = node.weight();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }
}
