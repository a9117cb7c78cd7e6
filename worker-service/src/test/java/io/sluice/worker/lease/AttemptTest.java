package io.sluice.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Control;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.worker.Tasks;
import io.sluice.worker.claim.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** What is reported and acknowledged, and in which order; one list logs both. */
final class AttemptTest {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<Boolean> gaveUp = new ArrayList<>();
  private final Map<String, Control.Standing> standings = new HashMap<>();
  private final Incarnation incarnation = new Incarnation("w1");
  private final List<Phase> phases = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> fates = new ArrayList<>();
  private final List<InboxMessage.Result> results = new ArrayList<>();
  private final List<Boolean> absent = new ArrayList<>();
  private Consumer<InboxMessage> writes = message -> {};
  private Runnable waits = () -> {};
  private boolean durable = true;
  private boolean confirmed = true;
  private boolean surelyFirst = true;
  private Duration leaseAfter = Duration.ofMillis(20);
  private Duration oldestLease = Duration.ofSeconds(2);
  private RunningAttempts.Runner runner = (task, claim, cancellation, gate) -> result(task, claim);

  @Test
  void acknowledgesAFastTaskOnlyAfterItsResultIsDurable() {
    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).containsExactly("call", "Result", "ACCEPT");
  }

  @Test
  void givesTheTaskBackWhenItsResultCannotBeWritten() {
    durable = false;

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).containsExactly("call", "Result", "RELEASE");
  }

  @Test
  void neverExecutesARedelivery() {
    attempt(Tasks.create(RepeatClass.PURE, "{}"), 2).run();

    assertThat(log).containsExactly("Redelivered", "ACCEPT");
  }

  @Test
  void givesBackTasksOfRunsThatArePaused() {
    standings.put("run-1", Control.Standing.PAUSED);

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).containsExactly("Dropped", "ACCEPT");
  }

  @Test
  void callsWhatCannotBeRepeatedOnlyOnAConfirmedLease() {
    attempt(Tasks.create(RepeatClass.NONE, "{}"), 1).run();

    assertThat(log).containsExactly("Started", "ACCEPT", "call", "Result");
  }

  @Test
  void callsNothingWhenTheAcceptanceIsNotConfirmed() {
    confirmed = false;

    attempt(Tasks.create(RepeatClass.SEARCH, "{}"), 1).run();

    assertThat(log).containsExactly("Started", "ACCEPT", "GaveUp");
  }

  @Test
  void callsNothingThatMayHaveBeenDeliveredBefore() {
    surelyFirst = false;

    attempt(Tasks.create(RepeatClass.NONE, "{}"), 1).run();

    assertThat(log).containsExactly("Started", "ACCEPT", "GaveUp");
    assertThat(gaveUp).containsExactly(false);
  }

  @Test
  void tellsOfWhatMayHaveBeenDeliveredBeforeUnlessItMakesNothing() {
    surelyFirst = false;

    attempt(Tasks.create(RepeatClass.TOKEN, "{}"), 1).run();
    attempt(Tasks.create(RepeatClass.BY_NAME, "{}"), 1).run();
    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log)
        .containsExactly(
            "Redelivered", "ACCEPT", "Redelivered", "ACCEPT", "call", "Result", "ACCEPT");
  }

  @Test
  void reportsARedeliveryThatCannotBeRepeatedOnlyOnceNoOtherWorkerCanGetIt() {
    attempt(Tasks.create(RepeatClass.NONE, "{}"), 2).run();

    assertThat(log).containsExactly("ACCEPT", "Redelivered");
  }

  @Test
  void tellsNothingOfARedeliveryThatMayComeAgain() {
    confirmed = false;
    standings.put("run-1", Control.Standing.PAUSED);

    attempt(Tasks.create(RepeatClass.SEARCH, "{}"), 2).run();
    attempt(Tasks.create(RepeatClass.SEARCH, "{}"), 1).run();

    assertThat(log).containsExactly("ACCEPT", "ACCEPT");
  }

  @Test
  void callsNothingOnALeaseThatIsTooOld() {
    oldestLease = Duration.ZERO;

    attempt(Tasks.create(RepeatClass.NONE, "{}"), 1).run();

    assertThat(log).containsExactly("Started", "ACCEPT", "GaveUp");
  }

  @Test
  void beginsNothingForAnIncarnationThatHasEnded() {
    incarnation.end();

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).containsExactly("RELEASE");
  }

  @Test
  void becomesALeaseWhenTheCallLasts() throws Exception {
    CountDownLatch calling = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    runner =
        (task, claim, cancellation, gate) -> {
          calling.countDown();
          await(go);
          return result(task, claim);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.PURE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(calling);

    Thread.sleep(leaseAfter.plusMillis(5));
    attempt.handOver();
    attempt.handOver();

    assertThat(log).containsExactly("call", "Started", "ACCEPT");
    go.countDown();
    thread.join();
    assertThat(log).containsExactly("call", "Started", "ACCEPT", "Result");
  }

  @Test
  void reportsACallBeforeItCallsIfItHadReportedThatItWaits() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    waits =
        () -> {
          waiting.countDown();
          await(go);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.PURE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(waiting);

    Thread.sleep(leaseAfter.plusMillis(5));
    attempt.handOver();
    go.countDown();
    thread.join();

    assertThat(log).containsExactly("Started", "ACCEPT", "Started", "call", "Result");
    assertThat(phases).containsExactly(Phase.WAITING, Phase.CALLING);
  }

  @Test
  void takesNoLeaseForWhatCannotBeRepeatedWhileItWaits() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    waits =
        () -> {
          waiting.countDown();
          await(go);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.NONE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(waiting);

    Thread.sleep(leaseAfter.plusMillis(5));
    attempt.handOver();
    assertThat(log).isEmpty();
    go.countDown();
    thread.join();

    assertThat(log).containsExactly("Started", "ACCEPT", "call", "Result");
    assertThat(phases).containsExactly(Phase.CALLING);
  }

  @Test
  void callsNothingWhenItIsInterruptedWhileItWaits() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    waits =
        () -> {
          waiting.countDown();
          await(go);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.PURE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(waiting);

    attempt.interrupt("the run was interrupted");
    go.countDown();
    thread.join();

    assertThat(log).containsExactly("GaveUp", "ACCEPT");
  }

  @Test
  void staysAClaimWhileTheCallIsYoung() throws Exception {
    leaseAfter = Duration.ofHours(1);
    CountDownLatch calling = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    runner =
        (task, claim, cancellation, gate) -> {
          calling.countDown();
          await(go);
          return result(task, claim);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.PURE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(calling);

    attempt.handOver();

    assertThat(log).containsExactly("call");
    go.countDown();
    thread.join();
    assertThat(log).containsExactly("call", "Result", "ACCEPT");
  }

  @Test
  void cancelsACallThatIsUnderWay() throws Exception {
    CountDownLatch calling = new CountDownLatch(1);
    List<String> reasons = new ArrayList<>();
    runner =
        (task, claim, cancellation, gate) -> {
          calling.countDown();
          sleepUntilCancelled(cancellation, reasons);
          return result(task, claim);
        };
    Attempt attempt = attempt(Tasks.create(RepeatClass.PURE, "{}"), 1);
    Thread thread = Thread.ofVirtual().start(attempt);
    await(calling);

    attempt.interrupt("the run was interrupted");
    thread.join(Duration.ofSeconds(5));

    assertThat(reasons).containsExactly("the run was interrupted");
    assertThat(log).endsWith("Result", "ACCEPT");
  }

  @Test
  void beginsNothingOfARunThatWasStoppedWhileItWaited() {
    waits = () -> standings.put("run-1", Control.Standing.CANCELLED);

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).containsExactly("GaveUp", "ACCEPT");
  }

  @Test
  void settlesTheClaimAndTellsOfDoubtWhateverBreaksTheCall() {
    runner =
        (task, claim, cancellation, gate) -> {
          throw new NoClassDefFoundError("a class of the worker");
        };

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();
    attempt(Tasks.create(RepeatClass.NONE, "{}"), 1).run();

    assertThat(log)
        .containsExactly("call", "Result", "ACCEPT", "Started", "ACCEPT", "call", "Result");
    assertThat(results).extracting(InboxMessage.Result::outcome).containsOnly(Outcome.IN_DOUBT);
    assertThat(fates).hasSize(2);
  }

  @Test
  void failsCertainlyWhenItBreaksBeforeTheCall() {
    waits =
        () -> {
          throw new AssertionError("never");
        };

    attempt(Tasks.create(RepeatClass.BY_NAME, "{}"), 1).run();

    assertThat(log).containsExactly("Result", "ACCEPT");
    assertThat(results).extracting(InboxMessage.Result::outcome).containsExactly(Outcome.FAILED);
    assertThat(fates).isEmpty();
  }

  @Test
  void givesTheTaskBackWhenNotEvenItsEndCanBeWritten() {
    writes =
        message -> {
          throw new IllegalStateException("can't be encoded");
        };

    attempt(Tasks.create(RepeatClass.PURE, "{}"), 1).run();

    assertThat(log).endsWith("RELEASE");
  }

  @Test
  void holdsALeaseAndHasReportedWhatItSawBeforeItCreatesWhatWasAbsent() {
    runner =
        (task, claim, cancellation, gate) -> {
          assertThat(gate.mayMakeAbsent()).isTrue();
          log.add("write");
          return result(task, claim);
        };

    attempt(Tasks.create(RepeatClass.BY_NAME, "{}"), 1).run();

    assertThat(log).containsExactly("call", "Started", "ACCEPT", "write", "Result");
    assertThat(absent).containsExactly(true);
  }

  @Test
  void makesNothingWhenWhatItSawIsNotDurable() {
    durable = false;
    runner =
        (task, claim, cancellation, gate) -> {
          assertThat(gate.mayMakeAbsent()).isFalse();
          return result(task, claim);
        };

    attempt(Tasks.create(RepeatClass.BY_NAME, "{}"), 1).run();

    assertThat(log).containsExactly("call", "Started", "Result", "RELEASE");
  }

  private Attempt attempt(Task task, int deliveryCount) {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(
            "tasks",
            0,
            7,
            0L,
            TimestampType.CREATE_TIME,
            0,
            0,
            "k",
            new byte[0],
            new RecordHeaders(),
            Optional.empty(),
            Optional.of((short) deliveryCount));
    Claim claim =
        new Claim(
            "w1-1",
            record,
            System.nanoTime(),
            settlement -> {
              log.add(settlement.type().name());
              CompletableFuture<Boolean> answer = settlement.confirmed();
              if (answer != null) {
                answer.complete(confirmed && settlement.type() == AcknowledgeType.ACCEPT);
              }
            });
    return new Attempt(
        claim,
        incarnation,
        new Attempt.Context(
            this::write,
            (workspace, run) -> Optional.ofNullable(standings.get(run)),
            delivered -> CompletableFuture.completedFuture(surelyFirst),
            (mine, claimId, cancellation, gate) -> {
              waits.run();
              if (!gate.mayCall()) {
                return new InboxMessage.GaveUp(
                    mine.run(), mine.node(), mine.attempt(), claimId, "told not to begin");
              }
              log.add("call");
              return runner.execute(mine, claimId, cancellation, gate);
            },
            mine -> Optional.of(task),
            fates::add,
            leaseAfter,
            oldestLease),
        () -> {});
  }

  private CompletableFuture<Void> write(String workspace, InboxMessage message) {
    log.add(message.getClass().getSimpleName());
    writes.accept(message);
    if (message instanceof InboxMessage.Started started) {
      phases.add(started.phase());
      absent.add(started.absent());
    }
    if (message instanceof InboxMessage.Result result) {
      results.add(result);
    }
    if (message instanceof InboxMessage.GaveUp given) {
      gaveUp.add(given.accepted());
    }
    return durable
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(new IllegalStateException("closed"));
  }

  private static InboxMessage result(Task task, String claimId) {
    return InboxMessage.Result.of(
        draft -> {
          draft.run = task.run();
          draft.node = task.node();
          draft.attempt = task.attempt();
          draft.claimId = claimId;
          draft.outcome = Outcome.OK;
          draft.id = "id";
          draft.attributes = Tasks.json("{}");
          draft.desired = task.config();
          draft.calls = 1;
          draft.worker = "w1";
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleepUntilCancelled(Cancellation cancellation, List<String> reasons) {
    try {
      cancellation.sleep(Duration.ofSeconds(10));
      reasons.add(cancellation.reason());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
