package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.delete;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Input;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Order.Abandon;
import io.sluice.model.message.Task;
import io.sluice.model.record.RecordStatus;
import org.junit.jupiter.api.Test;

/** An object that existed before Sluice keeps that mark for as long as it has a record. */
class ExistedTest {
  private final Given given = new Given();

  @Test
  void itIsRememberedThroughUpdatesAndToldToWhoeverDeletes() {
    given.running("a", create("t.a", RepeatClass.BY_NAME));
    given.when(existed(ok("a", "t.a", 1, "c", "i")));
    assertThat(given.record("t.a").orElseThrow().existed()).isTrue();

    given.running("b", update("t.a", RepeatClass.BY_NAME, "i"));
    given.when(ok("b", "t.a", 1, "c", "i"));
    assertThat(given.record("t.a").orElseThrow().existed()).isTrue();

    Task task = tasks(given.running("d", delete("t.a#delete", "t.a", "i"))).getFirst();
    assertThat(task.prior().existed()).isTrue();

    assertThat(given.when(ok("d", "t.a#delete", 1, "c", "i")).toString())
        .contains("left in place (it existed before)")
        .contains("\"left\":true");
    assertThat(given.run("d").counts().left()).isEqualTo(1);
    assertThat(given.run("d").counts().destroyed()).isZero();
  }

  @Test
  void asideAndOrphanedItStaysSo() {
    given.existing("t.a", "i");
    given.records.put(given.record("t.a").orElseThrow().withExisted(true));
    given.running("a", create("t.a"));
    given.when(ok("a", "t.a", 1, "c", "other"));
    assertThat(given.record("t.a#deposed/i").orElseThrow().existed()).isTrue();
    assertThat(given.record("t.a").orElseThrow().existed()).isFalse();

    given.when(existed(ok("a", "t.a", 9, "late", "third")));
    assertThat(given.record("t.a#orphan/late").orElseThrow().existed()).isTrue();
  }

  @Test
  void whatIsImportedIsOurs() {
    given.existing("t.a", "i", RecordStatus.OK);
    given.records.put(given.record("t.a").orElseThrow().withExisted(true));
    given.running("a", Given.node("t.a", io.sluice.model.Action.IMPORT, RepeatClass.BY_NAME));

    given.when(ok("a", "t.a", 1, "c", "i"));

    assertThat(given.record("t.a").orElseThrow().existed()).isFalse();
  }

  @Test
  void whatAWorkerSawBeforeItsFirstCallHoldsForTheToken() {
    given.running("r", create("t.a", RepeatClass.BY_NAME));
    given.when(new Started("r", "t.a", 1, "c", "w", Phase.CALLING, true));

    Task again = tasks(given.lost("w")).getFirst();
    assertThat(again.recovering()).isTrue();
    assertThat(again.absent()).isTrue();

    given.when(new Started("r", "t.a", 2, "d", "w2", Phase.CALLING, null));
    Task third = tasks(given.restarted().lost("w2")).getFirst();
    assertThat(third.attempt()).isEqualTo(3);
    assertThat(third.absent()).isTrue();
  }

  @Test
  void aLaterRunThatGoesOnWithTheTokenKnowsItToo() {
    given.running("r", create("t.a", RepeatClass.BY_NAME));
    given.when(new Started("r", "t.a", 1, "c", "w", Phase.CALLING, true));
    given.when(new Abandon("r", "someone"));

    Task task = tasks(given.running("next", create("t.a", RepeatClass.BY_NAME))).getFirst();

    assertThat(task.recovering()).isTrue();
    assertThat(task.absent()).isTrue();
    given.when(ok("next", "t.a", 1, "d", "i"));
    assertThat(given.record("t.a").orElseThrow().absent()).isFalse();
  }

  @Test
  void aRedeliveryAloneIsNoSign() {
    given.running("r", create("t.a", RepeatClass.BY_NAME));

    Task again =
        tasks(given.when(new Input.SilentAttempt("r", "t.a", 1, given.context()))).getFirst();

    assertThat(again.recovering()).isTrue();
    assertThat(again.absent()).isFalse();
  }

  private static Result existed(Result result) {
    return Result.of(
        draft -> {
          draft.run = result.run();
          draft.node = result.node();
          draft.attempt = result.attempt();
          draft.claimId = result.claimId();
          draft.outcome = result.outcome();
          draft.id = result.id();
          draft.attributes = result.attributes();
          draft.sensitivePaths = result.sensitivePaths();
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
          draft.existed = true;
        });
  }
}
