package io.sluice.machine;

import static io.sluice.machine.Given.START;
import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.delete;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.read;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.started;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.task.InitialRelease;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.machine.view.LocksView;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InDoubtTest {
  private final Given given = new Given();

  @Test
  void goesOnWithTheSameTokenWhereTheClassAllowsIt() {
    for (RepeatClass repeat :
        List.of(RepeatClass.PURE, RepeatClass.BY_NAME, RepeatClass.TOKEN, RepeatClass.SEARCH)) {
      Given one = new Given();
      one.running("r", create("t.a", repeat));
      String token = one.state.node("r", "t.a").orElseThrow().token();

      Transition doubt = one.when(inDoubt("r", "t.a", 1, "c"));

      assertThat(Shown.sent(doubt))
          .as(repeat.name())
          .containsExactly("! NODE_RECOVERING t.a", "task t.a@2 recovering");
      assertThat(tasks(doubt).getFirst().token()).isEqualTo(token);
    }
  }

  @Test
  void aStepWhoseFailureHasAnIdIsNotInDoubtWhateverWasLostBefore() {
    String step = "step.t.a";
    given.running("r", Given.node(step, Action.STEP, RepeatClass.TOKEN));
    given.when(inDoubt("r", step, 1, "c"));

    given.when(Given.tainted("r", step, 2, "d", "what it began"));

    assertThat(given.status("r", step)).contains(NodeStatus.FAILED);
    assertThat(given.record(step)).isEmpty();
  }

  @Test
  void searchesOnlyWhenTheEarlierCallIsOverAndItsEffectVisible() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));

    Transition lost = given.lost("w");

    assertThat(tasks(lost).getFirst().recoverAfter()).isEqualTo(START.plusSeconds(300 + 30));
  }

  @Test
  void countsFromTheEndOfACallThatIsKnownToBeOver() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));

    Task again =
        tasks(given.later(Duration.ofSeconds(9)).when(over(inDoubt("r", "t.a", 1, "c"))))
            .getFirst();

    assertThat(again.recoverAfter()).isEqualTo(START.plusSeconds(9 + 5 + 30));
    assertThat(again.callers()).isEmpty();
  }

  @Test
  void tellsWhoseCallsMayGoOn() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    assertThat(tasks(given.lost("w")).getFirst().callers()).containsExactly("c");
    given.when(started("r", "t.a", 2, "d", "x"));

    // That the second is over says nothing of the first.
    Task third = tasks(given.when(over(inDoubt("r", "t.a", 2, "d")))).getFirst();

    assertThat(third.callers()).containsExactly("c", "d");
    assertThat(given.state.node("r", "t.a").orElseThrow().callers()).containsExactly("c", "d");
  }

  @Test
  void aClaimThatIsNotBelievedIsNamedToWhoeverLooksForItsWork() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.later(Duration.ofSeconds(20)).when(started("r", "t.a", 1, "d", "x"));

    Task again = tasks(given.when(over(inDoubt("r", "t.a", 1, "c")))).getFirst();

    assertThat(again.callers()).containsExactly("d", "c");
    // That the one is over proves nothing of the other.
    assertThat(again.recoverAfter()).isEqualTo(START.plusSeconds(20 + 300 + 30));
  }

  @Test
  void soIsTheSecondClaimOfAnAttemptThatLooks() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.lost("w");
    given.when(started("r", "t.a", 2, "d", "x"));
    given.when(started("r", "t.a", 2, "e", "y"));

    assertThat(tasks(given.lost("x")).getFirst().callers()).containsExactly("c", "e", "d");
  }

  @Test
  void soIsWhoReportsOnWhatAnotherHasGivenBack() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(new GaveUp("r", "t.a", 1, "c", "not accepted", false));
    given.when(started("r", "t.a", 1, "d", "x"));

    Task again = tasks(given.when(inDoubt("r", "t.a", 1, "d"))).getFirst();

    assertThat(again.callers()).containsExactly("d");
  }

  @Test
  void silenceAfterAClaimThatWasGivenBackNamesNobodyElse() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(new GaveUp("r", "t.a", 1, "c", "not accepted", false));
    given.when(started("r", "t.a", 1, "d", "x"));

    Transition silent = given.when(new Input.SilentAttempt("r", "t.a", 1, given.context()));

    assertThat(tasks(silent).getFirst().callers()).containsExactly("d");
  }

  @Test
  void whatAClaimThatIsNotBelievedSawMissingWasMissing() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.when(new Started("r", "t.a", 1, "d", "x", Phase.CALLING, true));

    assertThat(tasks(given.lost("w")).getFirst().absent()).isTrue();
  }

  @Test
  void ofVeryManyClaimsItIsOnlyKnownThatSomebodyMayHaveCalled() {
    given.running("r", create("t.a", RepeatClass.SEARCH));
    given.when(started("r", "t.a", 1, "c", "w"));
    for (int claim = 0; claim < 100; claim++) {
      given.when(started("r", "t.a", 1, "d" + claim, "x"));
    }

    assertThat(tasks(given.lost("w")).getFirst().callers())
        .hasSize(33)
        .endsWith(Task.UNKNOWN_CALLER);
  }

  private static Result over(Result doubt) {
    return Result.of(
        draft -> {
          draft.run = doubt.run();
          draft.node = doubt.node();
          draft.attempt = doubt.attempt();
          draft.claimId = doubt.claimId();
          draft.outcome = doubt.outcome();
          draft.error = doubt.error();
          draft.calls = doubt.calls();
          draft.tookMs = doubt.tookMs();
          draft.worker = doubt.worker();
          draft.underWay = Duration.ofSeconds(5);
        });
  }

  @Test
  void aCreateThatCanNotBeRepeatedWaitsForAPerson() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b", "t.a"), create("t.c"));
    given.when(ok("r", "t.c", 1, "d", "j"));

    assertThat(given.shows(inDoubt("r", "t.a", 1, "c")))
        .containsExactly(
            "+ node t.a IN_DOUBT@1 recovering",
            "+ state t.a IN_DOUBT token",
            "+ run r ENDED NEEDS_ATTENTION",
            "+ part !unresolved/0",
            "! NODE_IN_DOUBT t.a",
            "! RUN_ENDED");
    assertThat(given.state.closed()).containsExactly(new Address("t.a"));
    assertThat(LocksView.of(given.state).closed()).hasSize(1);
    assertThat(given.run("r").counts().inDoubt()).isEqualTo(1);
  }

  @Test
  void anUpdateInDoubtKeepsWhatWasKnownAndIsReadFirst() {
    given.existing("t.a", "i");
    given.running("r", update("t.a", RepeatClass.NONE, "i"));

    assertThat(Shown.written(given.when(inDoubt("r", "t.a", 1, "c"))))
        .startsWith("+ node t.a IN_DOUBT@1 recovering", "+ state t.a IN_DOUBT i token refreshDue");
  }

  @Test
  void aDeleteInDoubtStaysInStateWithItsToken() {
    given.existing("t.a", "i");
    Node delete = delete("t.a", "t.a", "i");
    given.running("r", classed(delete, RepeatClass.NONE));

    assertThat(Shown.written(given.when(inDoubt("r", "t.a", 1, "c"))))
        .startsWith("+ node t.a IN_DOUBT@1 recovering", "+ state t.a IN_DOUBT i token refreshDue");
  }

  @Test
  void aFailedLookProvesNothing() {
    given.running("r", create("t.a"));
    given.when(inDoubt("r", "t.a", 1, "c"));

    assertThat(given.shows(failed("r", "t.a", 2, "d", ErrorClass.PERMANENT)))
        .contains("+ node t.a IN_DOUBT@2 recoveries=1 recovering", "+ state t.a IN_DOUBT token");
  }

  @Test
  void aLaterPlanBeginsWithRecoveryByTheTokenThatWasLeft() {
    given.existing("t.a", null, RecordStatus.IN_DOUBT);

    Transition planned = given.running("r", create("t.a"));

    assertThat(tasks(planned))
        .singleElement()
        .satisfies(
            task -> {
              assertThat(task.token()).isEqualTo("token-0");
              assertThat(task.recovering()).isTrue();
            });
    assertThat(Shown.written(given.when(ok("r", "t.a", 1, "c", "i"))))
        .startsWith("+ state t.a OK i");
  }

  @Test
  void aClosedAddressIsRefusedWithWhatDependsOnItAndNothingElse() {
    aCreateThatCanNotBeRepeatedWaitsForAPerson();

    given.when(submitted("s"));
    Transition planned = given.planned("s", create("t.a"), create("t.b", "t.a"), create("t.d"));

    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_PLANNED", "! NODE_FAILED t.a", "! NODE_SKIPPED t.b", "task t.d@1");
    assertThat(eventsOf(planned).get(1).text())
        .contains("has been in doubt since run r", "sluice runs resolve");
    given.when(ok("s", "t.d", 1, "c", "k"));
    assertThat(given.run("s").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("s").counts().failed()).isEqualTo(1);
  }

  @Test
  void whatNobodyKnowsTheIdOfIsNotDeletedButWaitsForAPerson() {
    given.running("r", create("t.a"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(failed("r", "t.a", 2, "d", ErrorClass.PERMANENT));

    given.when(submitted("s"));
    Transition planned =
        given.planned("s", delete("t.a", "t.a", null), delete("t.b", "t.b", "i", "t.a"));

    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_PLANNED", "! NODE_FAILED t.a", "! NODE_SKIPPED t.b", "! RUN_ENDED");
    assertThat(eventsOf(planned).get(1).text())
        .contains("its id is not known", "runs resolve", "state rm");
    assertThat(given.record("t.a").orElseThrow().status()).isEqualTo(RecordStatus.IN_DOUBT);
    given.when(new Resolve("r", "t.a", Resolution.ADOPT, "i", "someone"));
    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("i");
    assertThat(sent(given.running("u", delete("t.a", "t.a", "i")))).containsExactly("t.a@1");
  }

  @Test
  void whatNobodyKnowsTheIdOfDoesNotLeaveWithThePlan() {
    given.existing("t.a", null, RecordStatus.IN_DOUBT);
    PlanRun request =
        PlanRun.of(
            draft -> {
              draft.run = "r";
              draft.workspace = "w";
              draft.epoch = 1;
              draft.version = 1;
              draft.kind = RunKind.APPLY;
              draft.document = Json.object();
              draft.options = RunOptions.DEFAULT;
              draft.window = 10;
            });

    assertThat(
            new InitialRelease(MachineSettings.DEFAULT)
                .choose(
                    request,
                    List.of(delete("t.a", "t.a", null)),
                    Map.of(),
                    Set.of(),
                    given.records::find))
        .isEmpty();
  }

  @Test
  void aCreateInDoubtStandsBesideTheObjectWhoseUpdateIsInDoubt() {
    given.existing("t.a", "i", RecordStatus.IN_DOUBT);
    Node create = Given.replacing(create("t.a"), null, "t.a#delete", true);
    Node delete =
        Given.replacing(
            delete("t.a#delete", "t.a", "i", "t.a"),
            new Node.Prior(new Address("t.a"), "i", 1),
            "t.a",
            true);
    given.when(submitted("r"));
    Transition planned = given.planned("r", create, delete);
    assertThat(Shown.sent(planned)).contains("task t.a@1");

    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(failed("r", "t.a", 2, "d", ErrorClass.PERMANENT));

    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("i");
    assertThat(given.record("t.a#orphan/doubt").orElseThrow().status())
        .isEqualTo(RecordStatus.IN_DOUBT);
  }

  @Test
  void whatThePlannerHoldsBackIsNotBegun() {
    given.when(submitted("s"));
    Transition planned =
        given.planned(
            given.plan("s", "p", 3, Map.of(), false, new Held("t.a", "it is in doubt")),
            create("t.a"),
            create("t.b", "t.a"),
            create("t.c"));

    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_PLANNED", "! NODE_FAILED t.a", "! NODE_SKIPPED t.b", "task t.c@1");
  }

  @Test
  void aReadIsNeverInDoubt() {
    given.existing("t.a", "i");
    given.running("r", read("t.a", "i"));

    assertThat(sent(given.when(inDoubt("r", "t.a#read", 1, "c")))).containsExactly("t.a#read@2");
  }

  static Node classed(Node node, RepeatClass repeat) {
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
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = repeat;
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
