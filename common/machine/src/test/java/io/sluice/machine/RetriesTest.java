package io.sluice.machine;

import static io.sluice.machine.Given.START;
import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Command;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private static final RetryPolicy TWICE =
      new RetryPolicy(2, Duration.ofSeconds(4), Duration.ofSeconds(60));
  private final Given given = new Given();

  @Test
  void triesAgainWithTheSameTokenWhenItsTimeHasCome() {
    given.running("r", create("t.a"));
    String token = given.state.node("r", "t.a").orElseThrow().token();
    given.when(failed("r", "t.a", 1, "c", ErrorClass.THROTTLED));

    assertThat(given.state.nextDue()).contains(START.plusMillis(1));
    assertThat(given.later(Duration.ofMillis(1)).due().commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Command.SendTask.class,
            send -> {
              assertThat(send.task().attempt()).isEqualTo(2);
              assertThat(send.task().token()).isEqualTo(token);
              assertThat(send.task().recovering()).isFalse();
            });
  }

  @Test
  void theTimeOfARetrySurvivesARestart() {
    given.running("r", create("t.a"));
    given.when(failed("r", "t.a", 1, "c", ErrorClass.TRANSIENT));

    Given again = given.restarted();

    assertThat(again.state.nextDue()).contains(START.plusMillis(1));
    assertThat(sent(again.due())).as("too early").isEmpty();
    assertThat(sent(again.later(Duration.ofMillis(1)).due())).containsExactly("t.a@2");
  }

  @Test
  void endsWithinItsAttempts() {
    given.running("r", with(create("t.a"), 0, TWICE, List.of()), create("t.b", "t.a"));
    given.when(failed("r", "t.a", 1, "c", ErrorClass.TRANSIENT));
    given.later(Duration.ofMinutes(1)).due();

    assertThat(Shown.all(given.when(failed("r", "t.a", 2, "d", ErrorClass.TRANSIENT))))
        .containsExactly(
            "+ node t.a FAILED@2 failures=1",
            "+ run r ENDED FAILED",
            "! NODE_FAILED t.a",
            "! NODE_SKIPPED t.b",
            "! RUN_ENDED");
  }

  @Test
  void deferredAndDroppedUseUpNoAttempt() {
    given.running("r", with(create("t.a"), 0, TWICE, List.of()));
    for (int attempt = 1; attempt < 20; attempt += 2) {
      given.when(new Deferred("r", "t.a", attempt, "c", "busy", given.now));
      given.due();
      assertThat(sent(given.when(new Dropped("r", "t.a", attempt + 1, "c", "stop"))))
          .containsExactly("t.a@" + (attempt + 2));
    }
    assertThat(given.state.node("r", "t.a").orElseThrow().failures()).isZero();
  }

  @Test
  void theProviderSaysHowLongAtLeast() {
    given.running("r", create("t.a"));
    Result throttled = failed("r", "t.a", 1, "c", ErrorClass.THROTTLED);
    given.when(
        Result.of(
            draft -> {
              draft.run = "r";
              draft.node = "t.a";
              draft.attempt = 1;
              draft.claimId = "c";
              draft.outcome = Outcome.FAILED;
              draft.error =
                  new TaskError(
                      ErrorClass.THROTTLED,
                      ErrorCode.of("429"),
                      "slow down",
                      Duration.ofSeconds(90));
              draft.calls = 1;
              draft.tookMs = 5;
              draft.worker = throttled.worker();
            }));

    assertThat(given.state.nextDue()).contains(START.plusSeconds(90));
  }

  @Test
  void aPermanentFailureIsNotTriedAgain() {
    for (ErrorClass how :
        List.of(ErrorClass.USER, ErrorClass.PERMANENT, ErrorClass.FENCED, ErrorClass.FATAL)) {
      Given one = new Given();
      one.running("r", create("t.a"));

      assertThat(Shown.written(one.when(failed("r", "t.a", 1, "c", how))))
          .as(how.name())
          .contains("+ node t.a FAILED@1");
    }
  }

  @Test
  void aFailureThatKnowsAnIdLeavesATaintedRecord() {
    given.running("r", create("t.a"));
    Result failed = failed("r", "t.a", 1, "c", ErrorClass.PERMANENT);

    assertThat(
            given.shows(
                Result.of(
                    draft -> {
                      draft.run = "r";
                      draft.node = "t.a";
                      draft.attempt = 1;
                      draft.claimId = "c";
                      draft.outcome = Outcome.FAILED;
                      draft.id = "i-1";
                      draft.error = failed.error();
                      draft.calls = 1;
                      draft.tookMs = 5;
                    })))
        .containsExactly(
            "+ state t.a TAINTED i-1",
            "+ node t.a FAILED@1",
            "+ run r ENDED FAILED",
            "! NODE_FAILED t.a",
            "! RUN_ENDED");
  }

  @Test
  void anObjectWhoseProvisionerFailedIsTainted() {
    given.running(
        "r", create("t.a"), Given.node("t.a#provisioner", Action.STEP, RepeatClass.NONE, "t.a"));
    given.when(Given.ok("r", "t.a", 1, "c", "i-1"));
    assertThat(given.record("t.a").orElseThrow().status()).isEqualTo(RecordStatus.OK);

    given.when(failed("r", "t.a#provisioner", 1, "c", ErrorClass.USER));

    assertThat(given.status("r", "t.a#provisioner")).contains(NodeStatus.FAILED);
    assertThat(given.record("t.a").orElseThrow().status()).isEqualTo(RecordStatus.TAINTED);
  }
}
