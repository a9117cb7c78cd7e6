package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.delete;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.claim.Claim;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.Order.Approve;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Blocks inside module calls that the run expands, and what an expansion deletes. */
class LatePartsTest {
  private static final String FIRST = "module.m[*].t.x";
  private static final String OUTPUT = "module.m[*].output.id";

  private final Given given = new Given();

  private static Node part(String id, String... after) {
    return node(id, Action.EXPAND, RepeatClass.PURE, after);
  }

  private static Node resting(Node node, String... on) {
    return Given.with(
        node,
        0,
        null,
        List.of(on).stream().map(every -> Reference.instances(new Address(every))).toList());
  }

  private static Expanded expanded(String part, int attempt, Node... nodes) {
    return beyond(part, attempt, List.of(), nodes);
  }

  private static Expanded beyond(String part, int attempt, List<String> gone, Node... nodes) {
    return new Expanded("r", part, "e" + attempt, List.of(nodes), null, attempt, false, null, gone);
  }

  private static ExpandNode request(Transition transition) {
    return transition.commands().stream()
        .filter(Command.RequestPlan.class::isInstance)
        .map(command -> (ExpandNode) ((Command.RequestPlan) command).request())
        .reduce((before, last) -> last)
        .orElseThrow();
  }

  @Test
  void thePlannerIsAskedWithTheConfigurationAndTheInstancesThatItRestsOn() {
    given.existing("module.m[\"old\"].t.x", "o").existing("module.m[\"left\"].t.x", "l");
    given.running("r", part(FIRST), resting(part("module.m[*].t.y", FIRST), FIRST));

    Transition first =
        given.when(
            expanded(
                FIRST,
                1,
                create("module.m[\"a\"].t.x"),
                delete("module.m[\"old\"].t.x", "module.m[\"old\"].t.x", "o")));
    assertThat(sent(first)).containsExactly("module.m[\"a\"].t.x@1");
    Transition second = given.when(ok("r", "module.m[\"a\"].t.x", 1, "c", "i"));

    assertThat(request(second).document()).isEqualTo(Json.object());
    assertThat(request(second).values().get(FIRST).properties())
        .extracting(each -> each.getKey())
        .containsExactly("module.m[\"a\"].t.x", "module.m[\"left\"].t.x");
  }

  @Test
  void surplusOfEachBlockGoesInTheOrderOfTheBlocks() {
    given.existing("module.m[\"a\"].t.x", "x").existing("module.m[\"a\"].t.y", "y");
    given.running("r", part(FIRST), part("module.m[*].t.y", FIRST));
    given.when(expanded(FIRST, 1, delete("module.m[\"a\"].t.x", "module.m[\"a\"].t.x", "x")));

    Transition second =
        given.when(
            expanded(
                "module.m[*].t.y", 1, delete("module.m[\"a\"].t.y", "module.m[\"a\"].t.y", "y")));

    assertThat(sent(second)).containsExactly("module.m[\"a\"].t.y@1");
    assertThat(sent(given.when(ok("r", "module.m[\"a\"].t.y", 1, "c", null))))
        .containsExactly("module.m[\"a\"].t.x@1");
  }

  @Test
  void anOutputIsHandedOutAsAValueAlsoByTheNextOwner() {
    Node user =
        Given.with(
            create("t.z", OUTPUT),
            0,
            null,
            List.of(new Reference("module.m.id", OUTPUT, new Address(OUTPUT), "")));
    Node later =
        Given.with(
            create("t.later", "t.z"),
            0,
            null,
            List.of(new Reference("module.m.id", OUTPUT, new Address(OUTPUT), "")));
    given.running("r", part(OUTPUT), user, later);
    JsonNode value = Json.object().put("a", "i");

    Transition known =
        given.when(new Expanded("r", OUTPUT, "e", List.of(), null, 1, false, value, List.of()));

    assertThat(tasks(known).getFirst().values()).containsEntry("module.m.id", value);
    Transition restored = given.restarted().when(ok("r", "t.z", 1, "c", "z"));
    assertThat(tasks(restored).getFirst().values()).containsEntry("module.m.id", value);
  }

  @Test
  void aPartHoldsTheWholeCallAndWhatDependsOnOneReadsIt() {
    Claim part = Claim.of(List.of(part(FIRST)));
    Claim inside = Claim.writing(Set.of(new Address("module.m[\"k\"].t.other")));
    Claim beside = Claim.writing(Set.of(new Address("module.mm[\"k\"].t.x")));
    Claim dependent = Claim.of(List.of(create("t.z").dependingOn(List.of(new Address(FIRST)))));

    assertThat(part.conflictsWith(inside)).isTrue();
    assertThat(part.conflictsWith(beside)).isFalse();
    assertThat(part.mayWrite(new Address("module.m[\"k\"].t.x"))).isTrue();
    assertThat(dependent.conflictsWith(inside)).isTrue();
    assertThat(dependent.conflictsWith(beside)).isFalse();
  }

  private void shown(Node... nodes) {
    given.when(submitted("r", options(null, RunOptions.Approval.REQUIRED, "hash")));
    given.planned("r", nodes);
  }

  private static Expanded tooMuch(int attempt) {
    return beyond(
        "t.x[*]", attempt, List.of("t.x[1]"), create("t.x[0]"), delete("t.x[1]", "t.x[1]", "i1"));
  }

  @Test
  void whatThePlanDidNotNameWaitsForApprovalWhenNothingElseGoesOn() {
    given.existing("t.x[1]", "i1");
    shown(part("t.x[*]"), create("t.beside"));

    Transition paused = given.when(tooMuch(1));
    assertThat(sent(paused)).isEmpty();
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.RUNNING);
    assertThat(given.state.node("r", "t.x[*]").orElseThrow().status())
        .isEqualTo(NodeStatus.WAITING);

    Transition quiet = given.when(ok("r", "t.beside", 1, "c", "b"));
    assertThat(Shown.sent(quiet)).contains("! RUN_AWAITING_APPROVAL");
    assertThat(eventsOf(quiet).getLast().text())
        .isEqualTo(
            "Waiting for someone to approve what the plan did not show: it would delete or replace"
                + " t.x[1]");
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);
    assertThat(given.run("r").beyond().waiting()).containsExactly("t.x[1]");
    assertThat(given.due().commands()).isEmpty();
  }

  @Test
  void onlyAnApprovalOfWhatTurnedOutCountsAndThenThePlannerIsAskedAgain() {
    given.existing("t.x[1]", "i1");
    shown(part("t.x[*]"));
    given.when(tooMuch(1));

    given.when(new Approve("r", "hash", "someone"));
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);

    Given again = given.restarted();
    String hash = again.run("r").toApprove();
    Transition approved = again.when(new Approve("r", hash, "someone"));
    assertThat(again.run("r").phase()).isEqualTo(RunPhase.RUNNING);
    assertThat(request(approved).attempt()).isEqualTo(2);

    assertThat(sent(again.when(tooMuch(2)))).contains("t.x[0]@1");
    again.when(ok("r", "t.x[0]", 1, "c", "i0"));
    again.when(ok("r", "t.x[1]", 1, "d", null));
    assertThat(again.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void whatGoesBeyondTheApprovalIsAskedAboutAgain() {
    given.existing("t.x[1]", "i1").existing("t.x[2]", "i2");
    shown(part("t.x[*]"));
    given.when(tooMuch(1));
    String first = given.run("r").toApprove();
    given.when(new Approve("r", first, "someone"));

    given.when(beyond("t.x[*]", 2, List.of("t.x[2]"), delete("t.x[2]", "t.x[2]", "i2")));

    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);
    given.when(new Approve("r", first, "someone"));
    assertThat(given.run("r").phase()).isEqualTo(RunPhase.AWAITING_APPROVAL);
    assertThat(given.run("r").beyond().waiting()).containsExactly("t.x[2]");
    assertThat(given.run("r").beyond().approved()).containsExactly("t.x[1]");
  }

  @Test
  void cancelledWhileItWaitsNothingGoes() {
    given.existing("t.x[1]", "i1");
    shown(part("t.x[*]"));
    given.when(tooMuch(1));

    given.when(new Cancel("r", false, "someone"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
    assertThat(given.record("t.x[1]")).isPresent();
  }

  @Test
  void nobodyIsAskedWhoHasDecidedOrWasShownNoPlan() {
    for (RunOptions options :
        List.of(
            options(null, RunOptions.Approval.GIVEN, "hash"),
            options(null, RunOptions.Approval.GIVEN, null))) {
      Given one = new Given();
      one.existing("t.x[1]", "i1");
      one.when(submitted("r", options));
      one.planned("r", part("t.x[*]"));

      assertThat(sent(one.when(tooMuch(1)))).contains("t.x[0]@1");
    }
  }
}
