package io.sluice.worker.throttling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.ErrorClass;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GuardTest {
  private static final Outcome HEALTHY = new Outcome.Gone();
  private static final Outcome UNHEALTHY = new Outcome.InDoubt("HTTP_500", "status 500");
  private static final Duration LONG = Duration.ofMinutes(1);

  private final AtomicInteger workers = new AtomicInteger(1);
  private final Cancellation cancellation = new Cancellation();
  private ThrottleSettings settings =
      new ThrottleSettings(
          4,
          50,
          Duration.ofMillis(150),
          Duration.ofMillis(150),
          Duration.ofMillis(300),
          Duration.ofSeconds(1),
          100);

  @Test
  void opensAtHalfOfTheWindowAndProbesAfterAWhile() throws Exception {
    Guard guard = guard(Limits.NONE);
    call(guard, HEALTHY);
    call(guard, HEALTHY);
    call(guard, UNHEALTHY);
    assertThat(guard.standing().breaker()).isEqualTo("closed");
    call(guard, UNHEALTHY);

    Admission.Later later = (Admission.Later) guard.admit(cancellation, LONG);
    assertThat(guard.standing().breaker()).isEqualTo("open");
    assertThat(later.deferrable()).isTrue();
    assertThat(later.reason()).contains("circuit breaker is open");

    Thread.sleep(200);
    for (int i = 0; i < 3; i++) {
      call(guard, HEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");
  }

  @Test
  void looksAgainSoonAtFirstAndLessAndLessOftenAfterwards() throws Exception {
    settings =
        new ThrottleSettings(
            4,
            50,
            Duration.ofMillis(50),
            Duration.ofSeconds(20),
            Duration.ofMillis(300),
            Duration.ofMinutes(1),
            100);
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 4; i++) {
      call(guard, UNHEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("open");
    Thread.sleep(80);
    for (int i = 0; i < 3; i++) {
      call(guard, UNHEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("open");
    Thread.sleep(60);
    assertThat(guard.admit(cancellation, LONG))
        .as("twice as long")
        .isInstanceOf(Admission.Later.class);

    Thread.sleep(80);
    for (int i = 0; i < 3; i++) {
      call(guard, HEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");
  }

  @Test
  void probesThatDoNotAnswerKeepNobodyOut() throws Exception {
    Guard guard = opened();
    Thread.sleep(200);
    List<Turn> slow = probes(guard);
    Admission.Later probing = (Admission.Later) guard.admit(new Cancellation(), LONG);
    assertThat(probing.reason()).contains("circuit breaker is probing");

    Thread.sleep(400);
    call(guard, HEALTHY);
    assertThat(guard.standing().breaker()).isEqualTo("closed");
    slow.forEach(Turn::close);
  }

  @Test
  void oneProbeThatFailsOutweighsTheSilenceOfTheOthers() throws Exception {
    Guard guard = opened();
    Thread.sleep(200);
    List<Turn> probes = probes(guard);
    probes.getFirst().answered(UNHEALTHY);
    Thread.sleep(400);

    assertThat(guard.admit(cancellation, LONG)).isInstanceOf(Admission.Later.class);
    assertThat(guard.standing().breaker()).isEqualTo("open");
    probes.forEach(Turn::close);
  }

  @Test
  void whatSomeoneNoLongerWantedSaysNothingAboutTheProvider() throws Exception {
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 8; i++) {
      withdrawn(guard, UNHEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");

    for (int i = 0; i < 4; i++) {
      call(guard, UNHEALTHY);
    }
    Thread.sleep(200);
    for (int i = 0; i < 6; i++) {
      withdrawn(guard, HEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("half_open");
    assertThat(guard.standing().running()).isZero();
    for (int i = 0; i < 3; i++) {
      call(guard, HEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");
  }

  @Test
  void aCallThatDoesNotAnswerInItsTimeCountsAgainstTheProvider() throws Exception {
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 4; i++) {
      Cancellation late = new Cancellation();
      try (Turn turn = ((Admission.Admitted) guard.admit(late, LONG)).turn()) {
        late.expire("the time-out has passed");
        late.cancel("the run was interrupted");
        turn.answered(UNHEALTHY);
      }
    }
    assertThat(guard.standing().breaker()).isEqualTo("open");
  }

  @Test
  void aProviderInTroubleForTooLongUsesUpAttempts() throws Exception {
    settings =
        new ThrottleSettings(
            4,
            50,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMillis(300),
            Duration.ofMillis(50),
            100);
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 4; i++) {
      call(guard, UNHEALTHY);
    }
    Thread.sleep(80);

    assertThat(((Admission.Later) guard.admit(cancellation, LONG)).deferrable()).isFalse();
  }

  @Test
  void aUsersErrorSaysNothingAgainstTheProvider() throws Exception {
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 8; i++) {
      call(guard, Outcome.user("TAKEN", "the name is taken"));
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");
  }

  @Test
  void aProviderThatSaysWhenToComeBackIsNotBroken() throws Exception {
    Guard guard = guard(Limits.NONE);
    Outcome busy =
        new Outcome.Failed(
            ErrorClass.TRANSIENT, "HTTP_503", "status 503", Duration.ofMillis(1), null);
    for (int i = 0; i < 8; i++) {
      call(guard, busy);
    }
    assertThat(guard.standing().breaker()).isEqualTo("closed");
    assertThat(guard.standing().running()).isZero();
  }

  @Test
  void neverRunsMoreThanItsShare() throws Exception {
    workers.set(2);
    settings =
        new ThrottleSettings(
            4,
            50,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            100);
    Guard guard = guard(new Limits(null, 8));
    AtomicInteger running = new AtomicInteger();
    ConcurrentLinkedQueue<Integer> seen = new ConcurrentLinkedQueue<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 24; i++) {
        threads.submit(
            () -> {
              Admission admission = guard.admit(cancellation, LONG);
              if (admission instanceof Admission.Admitted(Turn turn)) {
                seen.add(running.incrementAndGet());
                Thread.sleep(10);
                running.decrementAndGet();
                turn.answered(HEALTHY);
                turn.close();
              }
              return null;
            });
      }
    }
    assertThat(seen).hasSize(24).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(4));
    assertThat(seen).contains(4);
    assertThat(guard.standing().running()).isZero();
  }

  @Test
  void keepsToItsShareOfTheRate() throws Exception {
    workers.set(2);
    Guard guard = guard(new Limits(100.0, null));
    long since = System.nanoTime();
    for (int i = 0; i < 16; i++) {
      call(guard, HEALTHY);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(270));
  }

  @Test
  void sendsAwayOneAfterTheOtherWhatItsRateHasNoRoomFor() throws Exception {
    Guard guard = guard(new Limits(0.5, null));
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      if (guard.admit(cancellation, LONG) instanceof Admission.Later later) {
        waits.add(later.after());
      }
    }
    assertThat(waits).hasSizeGreaterThanOrEqualTo(2);
    assertThat(waits.getLast()).isGreaterThan(waits.getFirst().plusMillis(1_500));
  }

  @Test
  void runsLessAtOnceWhenAskedToSlowDownAndGrowsAgain() throws Exception {
    Guard guard = guard(new Limits(null, 16));
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      turns.add(((Admission.Admitted) guard.admit(cancellation, LONG)).turn());
    }
    turns.get(0).answered(Outcome.throttled("slow down", null));
    assertThat(guard.standing().limit()).isEqualTo(11);
    turns.get(1).answered(Outcome.throttled("slow down", null));
    assertThat(guard.standing().limit()).as("of the same burst").isEqualTo(11);
    turns.subList(2, 16).forEach(turn -> turn.answered(HEALTHY));
    turns.forEach(Turn::close);
    assertThat(guard.standing().limit()).isEqualTo(12);
    for (int i = 0; i < 200; i++) {
      call(guard, HEALTHY);
    }
    assertThat(guard.standing().limit()).isEqualTo(16);
    assertThat(guard.standing().throttled()).isEqualTo(2);
  }

  @Test
  void doesNotSlowDownForAFewThrottledCalls() throws Exception {
    Guard guard = guard(new Limits(null, 16));
    long since = System.nanoTime();
    for (int i = 1; i <= 400; i++) {
      boolean throttled = i % 20 == 0;
      call(guard, throttled ? Outcome.throttled("slow down", Duration.ofMillis(250)) : HEALTHY);
    }
    assertThat(guard.standing().limit()).isEqualTo(16);
    assertThat(guard.standing().throttled()).isEqualTo(20);
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void leavesTheProviderAloneForAsLongAsItAsked() throws Exception {
    Guard guard = guard(Limits.NONE);
    call(guard, Outcome.throttled("slow down", Duration.ofMillis(120)));
    long since = System.nanoTime();
    call(guard, HEALTHY);
    assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(100));

    call(guard, Outcome.throttled("slow down", Duration.ofSeconds(20)));
    Admission.Later later = (Admission.Later) guard.admit(cancellation, LONG);
    assertThat(later.after()).isGreaterThan(Duration.ofSeconds(19));
  }

  @Test
  void aCancellationEndsTheWaitForAPlace() throws Exception {
    settings =
        new ThrottleSettings(
            4,
            50,
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            1);
    Guard guard = guard(Limits.NONE);
    Admission first = guard.admit(cancellation, LONG);
    assertThat(first).isInstanceOf(Admission.Admitted.class);
    ConcurrentLinkedQueue<Admission> second = new ConcurrentLinkedQueue<>();
    Thread waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    second.add(guard.admit(cancellation, LONG));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (guard.standing().waiting() == 0) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    cancellation.cancel("the run was interrupted");
    waiter.join(Duration.ofSeconds(5));
    assertThat(second).containsExactly(new Admission.Withdrawn("the run was interrupted"));
  }

  private Guard guard(Limits limits) {
    return new ProviderGuards(settings, workers::get).guard("fake", "fake", limits);
  }

  private Guard opened() throws InterruptedException {
    Guard guard = guard(Limits.NONE);
    for (int i = 0; i < 4; i++) {
      call(guard, UNHEALTHY);
    }
    assertThat(guard.standing().breaker()).isEqualTo("open");
    return guard;
  }

  private List<Turn> probes(Guard guard) throws InterruptedException {
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      turns.add(((Admission.Admitted) guard.admit(cancellation, LONG)).turn());
    }
    return turns;
  }

  /** A call whose run was interrupted while it lasted. */
  private static void withdrawn(Guard guard, Outcome outcome) throws InterruptedException {
    Cancellation interrupted = new Cancellation();
    try (Turn turn = ((Admission.Admitted) guard.admit(interrupted, LONG)).turn()) {
      interrupted.cancel("the run was interrupted");
      turn.answered(outcome);
    }
  }

  private void call(Guard guard, Outcome outcome) throws InterruptedException {
    Admission admission = guard.admit(cancellation, LONG);
    assertThat(admission).isInstanceOf(Admission.Admitted.class);
    try (Turn turn = ((Admission.Admitted) admission).turn()) {
      turn.answered(outcome);
    }
  }
}
