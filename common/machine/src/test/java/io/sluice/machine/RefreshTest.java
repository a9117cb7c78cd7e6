package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.read;
import static io.sluice.machine.Given.replacing;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefreshTest {
  private final Given given = new Given().existing("t.a", "i").existing("t.b", "j");

  private static Result found(String node, String claim, String of) {
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = node + "#read";
          draft.attempt = 1;
          draft.claimId = claim;
          draft.outcome = Outcome.OK;
          draft.id = "i";
          draft.attributes = Json.object().put("id", "i").put("of", of);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "w";
        });
  }

  private static Result gone(String node) {
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = node + "#read";
          draft.attempt = 1;
          draft.claimId = "g";
          draft.outcome = Outcome.OK;
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "w";
        });
  }

  private Transition reading(RunKind kind) {
    given.when(new Submitted("r", "w", kind, Json.object(), RunOptions.DEFAULT, null, "x"));
    return given.planned(
        given.plan("r", "reads", 2, Map.of(), true), read("t.a", "i"), read("t.b", "j"));
  }

  @Test
  void readsInParallelThenPlansOnWhatWasFoundUnderTheSameClaim() {
    assertThat(Shown.sent(reading(RunKind.APPLY)))
        .containsExactly("! RUN_CHANGED", "task t.a#read@1", "task t.b#read@1");
    assertThat(given.run("r").claim()).isEqualTo(RunRecord.ClaimScope.WHOLE);

    assertThat(given.shows(found("t.a", "c", "another")))
        .containsExactly(
            "+ state t.a OK i drifted [of]",
            "+ node t.a#read SUCCEEDED@1 by c",
            "+ run r RUNNING claim=WHOLE refresh=READING",
            "! NODE_SUCCEEDED t.a#read");
    Transition last = given.when(gone("t.b"));
    assertThat(Shown.all(last))
        .containsExactly(
            "- state t.b",
            "- node t.a#read",
            "- node t.b#read",
            "- part reads/0",
            "+ run r PLANNING claim=WHOLE refresh=DONE",
            "! NODE_SUCCEEDED t.b#read",
            "! RUN_PLANNING",
            "plan r window=10 refreshed");
    assertThat(eventsOf(last).getFirst().data().path("found").asText()).isEqualTo("gone");

    Transition planned =
        given.planned(
            given.plan("r", "p", 1, Map.of(), false), update("t.a", RepeatClass.TOKEN, "i"));
    assertThat(sent(planned)).containsExactly("t.a@1");
    assertThat(Shown.written(given.when(ok("r", "t.a", 1, "c", "i"))))
        .startsWith("+ state t.a OK i", "+ node t.a SUCCEEDED@1 by c");
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void tellsWhatWasFound() {
    reading(RunKind.APPLY);

    Event changed = eventsOf(given.when(found("t.a", "c", "another"))).getFirst();
    assertThat(changed.text()).isEqualTo("t.a: changed outside (of)");
    assertThat(changed.data().path("found").asText()).isEqualTo("changed");
    assertThat(changed.data().path("fields").get(0).asText()).isEqualTo("of");
  }

  /** The plan that is drawn after a look rests on what was found, which state does not have. */
  @Test
  void aLookTellsTheWholeObject() {
    reading(RunKind.DRIFT);

    Transition look = given.when(found("t.a", "c", "another"));
    assertThat(Shown.written(look)).noneMatch(line -> line.contains("state t.a"));
    var object = eventsOf(look).getFirst().data().path("object");
    assertThat(object.path("attributes").path("of").asText()).isEqualTo("another");
    assertThat(object.path("id").asText()).isEqualTo("i");
    var gone = eventsOf(given.when(gone("t.b"))).getFirst().data();
    assertThat(gone.path("object").has("version")).isTrue();
    assertThat(gone.path("object").has("attributes")).isFalse();
  }

  @Test
  void ofALargeObjectALookTellsTheNamesOfItsAttributes() {
    reading(RunKind.DRIFT);

    var data = eventsOf(given.when(found("t.a", "c", "x".repeat(200_000)))).getFirst().data();
    assertThat(data.has("object")).isFalse();
    assertThat(data.path("fields").get(0).asText()).isEqualTo("of");
  }

  @Test
  void anUnchangedObjectWritesNothing() {
    reading(RunKind.APPLY);

    assertThat(given.shows(found("t.a", "c", "t.a")))
        .containsExactly(
            "+ node t.a#read SUCCEEDED@1 by c",
            "+ run r RUNNING claim=WHOLE refresh=READING",
            "! NODE_SUCCEEDED t.a#read");
  }

  @Test
  void aReadThatFailsEndsTheRunBeforeAnythingIsChanged() {
    reading(RunKind.APPLY);
    given.when(failed("r", "t.a#read", 1, "c", ErrorClass.PERMANENT));

    given.when(found("t.b", "d", "t.b"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").failed()).extracting(NodeSummary::node).containsExactly("t.a#read");
  }

  @Test
  void cancelledWhileItReadsItIsNotPlanned() {
    reading(RunKind.APPLY);
    given.when(new Cancel("r", false, "someone"));
    given.when(found("t.a", "c", "t.a"));
    given.when(gone("t.b"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
  }

  @Test
  void aRefreshEndsWhenEverythingIsRead() {
    reading(RunKind.REFRESH);
    given.when(found("t.a", "c", "another"));
    given.when(gone("t.b"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.run("r").counts().changed()).isEqualTo(1);
    assertThat(given.run("r").counts().destroyed()).isEqualTo(1);
    assertThat(given.record("t.b")).isEmpty();
  }

  @Test
  void driftTellsAndWritesNothing() {
    reading(RunKind.DRIFT);

    assertThat(Shown.written(given.when(found("t.a", "c", "another"))))
        .containsExactly(
            "+ node t.a#read SUCCEEDED@1 by c", "+ run r RUNNING claim=PLAN refresh=READING");
    given.when(gone("t.b"));
    assertThat(given.record("t.b")).isPresent();
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.run("r").counts().destroyed()).isEqualTo(1);
  }

  @Test
  void aRunThatOnlyReadsTakesNoPlanThatChangesAnything() {
    given.when(
        new Submitted("r", "w", RunKind.DRIFT, Json.object(), RunOptions.DEFAULT, null, "x"));

    given.planned("r", create("t.c"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
  }

  @Test
  void theReadsSurviveARestart() {
    reading(RunKind.APPLY);
    given.when(found("t.a", "c", "t.a"));

    Transition last = given.restarted().when(gone("t.b"));

    assertThat(Shown.sent(last)).endsWith("plan r window=10 refreshed");
  }

  @Test
  void importsAreOrdinaryTasks() {
    given.when(
        new Submitted("s", "w", RunKind.IMPORT, Json.object(), RunOptions.DEFAULT, null, "x"));
    Node node =
        replacing(
            node("t.new", Action.IMPORT, RepeatClass.PURE),
            new Node.Prior(new Address("t.new"), "i-9", 0),
            null,
            false);
    Transition planned = given.planned(given.plan("s", "p", 1, Map.of(), false), node);

    assertThat(tasks(planned).getFirst().prior().id()).isEqualTo("i-9");
    assertThat(Shown.written(given.when(ok("s", "t.new", 1, "c", "i-9"))))
        .startsWith("+ state t.new OK i-9");
    assertThat(given.run("s").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void aLateWordOfAReadIsNotTakenForTheChangeAfterIt() {
    reading(RunKind.APPLY);
    given.when(found("t.a", "c", "another"));
    given.when(gone("t.b"));
    given.planned(given.plan("r", "p", 1, Map.of(), false), update("t.a", RepeatClass.TOKEN, "i"));

    assertThat(given.shows(found("t.a", "c", "another")))
        .containsExactly("+ run r RUNNING claim=PLAN refresh=DONE");
    assertThat(given.run("r").counts().duplicates()).isEqualTo(1);
  }
}
