package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.schema.Announces;
import io.sluice.worker.Tasks;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Doubt is about writes: what a provider announces decides what may be left of a call. */
final class AnnouncedWriteTest {
  private static final io.sluice.provider.Outcome DOUBT =
      new io.sluice.provider.Outcome.InDoubt("CUT", "the connection was cut");

  @TempDir private Path directory;
  private final ThingProvider things = new ThingProvider(Announces.ABSENCE);
  private boolean durable = true;

  @Test
  void aLookThatFailsLeavesNoDoubt() throws Exception {
    things.creates.addAll(Collections.nCopies(5, DOUBT));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.BY_NAME, "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(result.error().code().wire()).isEqualTo("CUT");
  }

  @Test
  void aWriteThatFailsDoes() throws Exception {
    things.announced = false;
    things.creates.add(DOUBT);

    assertThat(run(Tasks.create(RepeatClass.BY_NAME, "{}")).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(things.calls).doesNotContain("told absent");
  }

  @Test
  void aReadIsNeverInDoubt() throws Exception {
    ThingProvider silent = new ThingProvider();
    silent.reads.addAll(Collections.nCopies(5, DOUBT));

    InboxMessage.Result result = run(silent, Tasks.of(Action.READ, "{}", "{}", false));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
  }

  @Test
  void aFailedLookBeforeARepeatedDeleteDeletesNothing() throws Exception {
    things.reads.addAll(Collections.nCopies(5, DOUBT));

    InboxMessage.Result result = run(Tasks.of(Action.DELETE, "{}", "{}", true));

    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(things.calls).doesNotContain("delete thing-1");
  }

  @Test
  void thatNothingWasThereIsDurableBeforeTheWrite() throws Exception {
    things.announced = true;
    things.there = new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}"));

    run(Tasks.create(RepeatClass.BY_NAME, "{}"));

    assertThat(things.calls).containsSubsequence("create {}", "told absent", "wrote");
  }

  @Test
  void nothingIsWrittenWhenThatCannotBeMadeDurable() throws Exception {
    things.announced = true;
    durable = false;

    InboxMessage.Result result = run(Tasks.create(RepeatClass.BY_NAME, "{}"));

    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(result.error().code().wire()).isEqualTo("NOT_BEGUN");
    assertThat(things.calls).doesNotContain("wrote");
  }

  @Test
  void whatIsFoundAgainByOtherMeansIsNotReportedOnTheWay() throws Exception {
    things.announced = true;
    things.there = new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}"));

    run(Tasks.create(RepeatClass.TOKEN, "{}"));

    assertThat(things.calls).contains("wrote").doesNotContain("told absent");
  }

  @Test
  void tellsThatAnObjectExistedBefore() throws Exception {
    things.creates.add(
        new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}")).takenOver());
    things.there = new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}"));

    assertThat(run(Tasks.create(RepeatClass.PURE, "{}")).existed()).isTrue();
    assertThat(run(Tasks.create(RepeatClass.PURE, "{}")).existed()).isFalse();
  }

  @Test
  void aReplacementIsNotWhatItReplaces() throws Exception {
    things.creates.add(
        new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}")).takenOver());
    things.there = new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{}"));

    InboxMessage.Result result = run(Tasks.replacing("thing-1", "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.error().code().wire()).isEqualTo("REPLACES_ITSELF");
  }

  @Test
  void neverDeletesWhatExistedBefore() throws Exception {
    InboxMessage.Result result = run(Tasks.existing(Action.DELETE, "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.OK);
    assertThat(things.calls).isEmpty();
  }

  @Test
  void remembersThatItExistedWhenItIsUpdatedOrRead() throws Exception {
    things.there = new io.sluice.provider.Outcome.Done("thing-1", Tasks.json("{'name':'x'}"));

    assertThat(run(Tasks.existing(Action.UPDATE, "{'name':'n'}")).existed()).isTrue();
    assertThat(run(Tasks.existing(Action.READ, "{}")).existed()).isTrue();
  }

  private InboxMessage.Result run(Task task) throws Exception {
    return run(things, task);
  }

  private InboxMessage.Result run(ThingProvider provider, Task task) throws Exception {
    Gate gate =
        new Gate() {
          @Override
          public boolean mayCall() {
            return true;
          }

          @Override
          public boolean mayMakeAbsent() {
            provider.calls.add("told absent");
            return durable;
          }
        };
    return (InboxMessage.Result)
        Executions.of(directory, provider).execute(task, "w1-1", new Cancellation(), gate);
  }
}
