package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.schema.Announces;
import io.sluice.worker.Tasks;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a provider throws is its bug: the node ends, and the worker goes on. */
final class BrokenProviderTest {
  @TempDir private Path directory;
  private final ThingProvider things = new ThingProvider();

  static Stream<Throwable> bugs() {
    return Stream.of(
        new NoClassDefFoundError("a jar that is not there"),
        new AssertionError("never"),
        new StackOverflowError(),
        new ExceptionInInitializerError("static"),
        new IllegalStateException("plain"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aCallThatBreaksLeavesItsNodeInDoubt(Throwable bug) throws Exception {
    things.inCreate = () -> throwing(bug);

    InboxMessage.Result result = run(Tasks.create(RepeatClass.TOKEN, "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(result.error().code().wire()).isEqualTo("PROVIDER_BUG");
    assertThat(result.error().message()).contains(bug.getClass().getSimpleName());
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aConfigurationThatBreaksHasCertainlyMadeNothing(Throwable bug) throws Exception {
    things.inConfigure = () -> throwing(bug);

    InboxMessage.Result result = run(Tasks.create(RepeatClass.TOKEN, "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(result.error().code().wire()).isEqualTo("PROVIDER_BUG");
    assertThat(result.calls()).isZero();
  }

  @Test
  void whatBreaksBeforeTheAnnouncedWriteHasCertainlyMadeNothing() throws Exception {
    ThingProvider announcing = new ThingProvider(Announces.WRITING);
    announcing.inCreate = () -> throwing(new AssertionError("while looking"));

    InboxMessage.Result result = run(announcing, Tasks.create(RepeatClass.TOKEN, "{}"));

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void anExpressionThatBreaksHasCertainlyMadeNothing() throws Exception {
    TaskExecution execution =
        Executions.of(
            directory,
            things,
            (expression, given) -> {
              throw new StackOverflowError();
            });

    InboxMessage.Result result =
        (InboxMessage.Result)
            execution.execute(
                Tasks.create(RepeatClass.NONE, "{'name':{'$expr':'f(1)'}}"),
                "w1-1",
                new Cancellation(),
                () -> true);

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.error().message()).contains("StackOverflowError");
    assertThat(things.calls).isEmpty();
  }

  @Test
  void withoutMemoryTheWholeProcessIsInQuestion() {
    things.inCreate = () -> throwing(new OutOfMemoryError("heap"));

    assertThatThrownBy(() -> run(Tasks.create(RepeatClass.TOKEN, "{}")))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(Fate.isOfTheProcess(new OutOfMemoryError())).isTrue();
    assertThat(Fate.isOfTheProcess(new NoClassDefFoundError())).isTrue();
    assertThat(Fate.isOfTheProcess(new StackOverflowError())).isFalse();
    assertThat(Fate.isOfTheProcess(new AssertionError())).isFalse();
  }

  private InboxMessage.Result run(Task task) throws Exception {
    return run(things, task);
  }

  private InboxMessage.Result run(ThingProvider provider, Task task) throws Exception {
    return (InboxMessage.Result)
        Executions.of(directory, provider).execute(task, "w1-1", new Cancellation(), () -> true);
  }

  private static void throwing(Throwable bug) {
    if (bug instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) bug;
  }
}
