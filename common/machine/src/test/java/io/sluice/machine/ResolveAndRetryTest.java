package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.options;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Control;
import io.sluice.model.message.Control.Standing;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.message.Order.Resolve;
import io.sluice.model.message.Order.Retry;
import io.sluice.model.message.Task;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResolveAndRetryTest {
  private final Given given = new Given();

  private void inDoubtAfterItsRun() {
    given.running("r", create("t.a", RepeatClass.NONE));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.due();
  }

  @Test
  void adoptsTheObjectAndHasItReadNextTime() {
    inDoubtAfterItsRun();

    assertThat(given.shows(new Resolve("r", "t.a", Resolution.ADOPT, "i-7", "someone")))
        .containsExactly(
            "+ state t.a OK i-7 refreshDue",
            "- node t.a",
            "- part !unresolved/0",
            "+ run r ENDED NEEDS_ATTENTION",
            "! RUN_CHANGED t.a");
    assertThat(given.state.closed()).isEmpty();
  }

  @Test
  void aCallThatHangsIsInterruptedAndItsAttemptAlone() {
    given.running("r", create("t.a", RepeatClass.NONE));
    Resolve interrupt = new Resolve("r", "t.a", Resolution.INTERRUPT, null, "someone");
    assertThat(events(given.when(interrupt))).containsExactly(EventKind.WARNING);
    given.when(Given.started("r", "t.a", 1, "c", "w"));

    List<Command> told = given.when(interrupt).commands();

    assertThat(told)
        .contains(
            new Command.SetControl(
                new Control("r", "w", Standing.RUNNING, new Control.Call("t.a", 1))),
            new Command.ClearControl("r"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    assertThat(given.state.closed()).hasSize(1);
  }

  @Test
  void toAdoptAnIdIsNeeded() {
    inDoubtAfterItsRun();

    for (String none : new String[] {null, " "}) {
      Resolve nameless = new Resolve("r", "t.a", Resolution.ADOPT, none, "someone");
      assertThat(events(given.when(nameless))).containsExactly(EventKind.WARNING);
    }
    assertThat(given.state.closed()).as("it is as much in doubt as before").hasSize(1);
  }

  @Test
  void opensTheAddressForTheNextApply() {
    inDoubtAfterItsRun();

    given.when(new Resolve("r", "t.a", Resolution.RETRY, null, "someone"));

    assertThat(given.state.closed()).isEmpty();
    assertThat(given.record("t.a")).isEmpty();
    Task task = tasks(given.running("s", create("t.a", RepeatClass.NONE))).getFirst();
    assertThat(task.recovering()).isFalse();
  }

  @Test
  void retriesInARunThatStillGoesOnWithANewToken() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b"));
    String token = given.state.node("r", "t.a").orElseThrow().token();
    given.when(inDoubt("r", "t.a", 1, "c"));

    Transition retried = given.when(new Resolve("r", "t.a", Resolution.RETRY, null, "someone"));

    assertThat(sent(retried)).containsExactly("t.a@2");
    assertThat(tasks(retried).getFirst().token()).isNotEqualTo(token);
  }

  @Test
  void abandonedInARunThatStillGoesOnItFails() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b"), create("t.c", "t.a"));
    given.when(inDoubt("r", "t.a", 1, "c"));

    assertThat(events(given.when(new Resolve("r", "t.a", Resolution.ABANDON, null, "someone"))))
        .containsExactly(EventKind.RUN_CHANGED, EventKind.NODE_FAILED, EventKind.NODE_SKIPPED);
  }

  @Test
  void whatIsNotInDoubtCanNotBeResolved() {
    given.running("r", create("t.a"));

    assertThat(events(given.when(new Resolve("r", "t.a", Resolution.RETRY, null, "someone"))))
        .containsExactly(EventKind.WARNING);
    assertThat(events(given.when(new Resolve("x", "t.a", Resolution.RETRY, null, "someone"))))
        .containsExactly(EventKind.REFUSED);
  }

  @Test
  void aFailedRunIsDoneAgainUnderANewIdWithoutTheOldApproval() {
    given.when(submitted("r", options(OnFailure.STOP, RunOptions.Approval.GIVEN, "hash")));
    given.planned("r", create("t.a"));
    given.when(failed("r", "t.a", 1, "c", ErrorClass.USER));

    assertThat(given.shows(new Retry("r", "s", "someone")))
        .containsExactly(
            "+ submission s",
            "+ run s PLANNING claim=WHOLE",
            "! RUN_SUBMITTED",
            "! RUN_PLANNING",
            "plan s window=0");
    assertThat(given.run("s").options().approval()).isEqualTo(RunOptions.Approval.REQUIRED);
    assertThat(given.run("s").options().approvedHash()).isNull();
    assertThat(given.run("s").options().onFailure()).isEqualTo(OnFailure.STOP);
  }

  @Test
  void thereIsNothingToRetryOfARunThatSucceededOrGoesOn() {
    given.running("r", create("t.a"));
    assertThat(eventsOf(given.when(new Retry("r", "s", "someone"))).getFirst().text())
        .contains("has not ended");
    given.when(ok("r", "t.a", 1, "c", "i"));
    assertThat(eventsOf(given.when(new Retry("r", "s", "someone"))).getFirst().text())
        .contains("has succeeded");
  }
}
