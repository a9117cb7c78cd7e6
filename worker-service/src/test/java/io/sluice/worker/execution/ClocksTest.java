package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Timeouts;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.worker.Tasks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time is counted from the receipt of a task; what clocks show does not matter. */
final class ClocksTest {
  private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");

  @TempDir private Path directory;
  private final ThingProvider things = new ThingProvider();

  @Test
  void notFoundProvesNothingBeforeItsTimeWhateverTheClocksShow() throws Exception {
    things.found = new Outcome.Gone();
    Task task = timed(Duration.ofMinutes(2), LONG_AGO, null, null, Map.of());

    InboxMessage told = run(task, System.nanoTime());

    assertThat(told)
        .isInstanceOfSatisfying(
            InboxMessage.Deferred.class,
            deferred ->
                assertThat(deferred.lasting())
                    .isBetween(Duration.ofSeconds(100), Duration.ofMinutes(2)));
    assertThat(things.calls).containsExactly("find token-1");
  }

  @Test
  void itProvesSomethingOnceThatTimeHasPassedSinceTheReceipt() throws Exception {
    things.found = new Outcome.Gone();
    Instant never = Instant.parse("2999-01-01T00:00:00Z");
    Task task = timed(Duration.ofMinutes(2), never, null, null, Map.of());

    run(task, System.nanoTime() - Duration.ofMinutes(3).toNanos());

    assertThat(things.calls).contains("create {}");
  }

  @Test
  void noCallLastsLongerThanTheMachineCountsWith() throws Exception {
    Task.CallLimit limit = new Task.CallLimit(Duration.ofSeconds(3), Duration.ZERO);

    run(timed(null, null, limit, null, Map.of("create", "1h")), System.nanoTime());
    run(timed(null, null, limit, null, Map.of("create", "1s")), System.nanoTime());
    run(timed(null, null, null, Duration.ofSeconds(2), Map.of()), System.nanoTime());

    assertThat(things.timesLeft.get(0)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
    assertThat(things.timesLeft.get(1)).isLessThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(things.timesLeft.get(2)).isLessThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aCallMayLastAsLongAsTheMachineCountsWith() throws Exception {
    Task.CallLimit limit = new Task.CallLimit(Duration.ofMinutes(15), Duration.ZERO);

    run(timed(null, null, limit, null, Map.of()), System.nanoTime());

    assertThat(things.timesLeft.getFirst()).isGreaterThan(Duration.ofMinutes(14));
  }

  @Test
  void whatIsTooLateIsNotBegunAndCertainlyNotDone() throws Exception {
    Task task = timed(null, null, null, Duration.ofSeconds(5), Map.of());

    InboxMessage told = run(task, System.nanoTime() - Duration.ofSeconds(6).toNanos());

    assertThat(things.calls).isEmpty();
    assertThat(told)
        .isInstanceOfSatisfying(
            InboxMessage.Result.class,
            result -> {
              assertThat(result.error().errorClass())
                  .isEqualTo(io.sluice.model.ErrorClass.TRANSIENT);
              assertThat(result.error().code().wire()).isEqualTo("TIMEOUT");
            });
  }

  private InboxMessage run(Task task, long receivedAt) throws Exception {
    Gate gate =
        new Gate() {
          @Override
          public boolean mayCall() {
            return true;
          }

          @Override
          public long receivedAt() {
            return receivedAt;
          }
        };
    return Executions.of(directory, things).execute(task, "w1-1", new Cancellation(), gate);
  }

  private static Task timed(
      @Nullable Duration recoverIn,
      @Nullable Instant recoverAfter,
      Task.@Nullable CallLimit limit,
      @Nullable Duration lasting,
      Map<String, String> timeouts) {
    Task plain =
        recoverIn == null
            ? Tasks.create(RepeatClass.PURE, "{}")
            : Tasks.recovering(RepeatClass.SEARCH, "{}");
    return Task.of(
        draft -> {
          draft.workspace = plain.workspace();
          draft.run = plain.run();
          draft.node = plain.node();
          draft.address = plain.address();
          draft.attempt = plain.attempt();
          draft.token = plain.token();
          draft.action = plain.action();
          draft.type = plain.type();
          draft.provider = plain.provider();
          draft.config = plain.config();
          draft.values = plain.values();
          draft.replacedIds = plain.replacedIds();
          draft.repeat = plain.repeat();
          draft.budget = new Task.Budget(3, null, lasting);
          draft.timeouts = Timeouts.of(timeouts);
          draft.recovering = plain.recovering();
          draft.recoverAfter = recoverAfter;
          draft.sensitivePaths = plain.sensitivePaths();
          draft.recoverIn = recoverIn;
          draft.limit = limit;
        });
  }
}
