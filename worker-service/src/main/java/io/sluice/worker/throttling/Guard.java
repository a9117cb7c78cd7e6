package io.sluice.worker.throttling;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.sluice.provider.Cancellation;
import io.sluice.worker.throttling.Turn.Verdict;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is between a worker and one provider configuration.
 *
 * <pre>
 * pause that the provider asked for -> breaker -> rate -> a place -> the call
 * </pre>
 *
 * All waiting together is short; a longer wait is reported instead.
 */
public final class Guard {
  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
  private static final int PROBES = 3;
  private static final double LONGER_EACH_TIME = 2.0;
  private static final Duration NEVER_SLOW = Duration.ofDays(1);

  private final String name;
  private final ThrottleSettings settings;
  private final IntSupplier workers;
  private final CircuitBreaker breaker;
  private final IntervalFunction openFor;
  private final Pace pace;
  private final Concurrency concurrency;
  private final AtomicLong throttled = new AtomicLong();
  private final ThrottledShare throttling = new ThrottledShare();
  private volatile Limits limits = Limits.NONE;
  private volatile long lastAsked = System.nanoTime();
  private volatile long openedAt;
  private volatile int openings;
  private volatile @Nullable Long probingSince;
  private final AtomicInteger era = new AtomicInteger();
  private volatile long quietUntil = System.nanoTime();
  private @Nullable Long troubleSince;
  private long lastTrouble;

  Guard(String name, ThrottleSettings settings, IntSupplier workers) {
    this.name = name;
    this.settings = settings;
    this.workers = workers;
    this.pace = new Pace(name, settings.longestWait());
    this.concurrency = new Concurrency(settings.mostAtOnce());
    this.openFor =
        IntervalFunction.ofExponentialBackoff(
            settings.firstOpen(), LONGER_EACH_TIME, settings.open());
    this.breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(settings.window())
                .minimumNumberOfCalls(settings.window())
                .failureRateThreshold(settings.failurePercent())
                .slowCallDurationThreshold(NEVER_SLOW)
                .waitIntervalFunctionInOpenState(openFor)
                .permittedNumberOfCallsInHalfOpenState(PROBES)
                .build());
    breaker
        .getEventPublisher()
        .onStateTransition(
            change -> {
              openedAt = System.nanoTime();
              probingSince =
                  change.getStateTransition().getToState() == CircuitBreaker.State.HALF_OPEN
                      ? openedAt
                      : null;
              era.incrementAndGet();
              openings = openings(change.getStateTransition(), openings);
              LOG.warn("circuit breaker of {}: {}", name, change.getStateTransition());
            });
  }

  /** The status of one provider configuration in this worker. */
  public record Standing(
      String provider,
      String breaker,
      int running,
      int waiting,
      int limit,
      double rate,
      long throttled) {}

  public String name() {
    return name;
  }

  Guard limitedBy(Limits other) {
    lastAsked = System.nanoTime();
    if (!other.equals(limits)) {
      limits = other;
    }
    return this;
  }

  /** Whether there was no call for this long, nothing runs, and no call would have to wait. */
  boolean restsFor(Duration rest) {
    long now = System.nanoTime();
    return now - lastAsked >= rest.toNanos()
        && now - quietUntil >= 0
        && concurrency.running() == 0
        && concurrency.waiting() == 0
        && breaker.getState() != CircuitBreaker.State.OPEN;
  }

  public Standing standing() {
    return new Standing(
        name,
        breaker.getState().name().toLowerCase(Locale.ROOT),
        concurrency.running(),
        concurrency.waiting(),
        concurrency.limit(),
        pace.current(),
        throttled.get());
  }

  /** Waits for its turn, but never long; the cancellation ends the wait. */
  public Admission admit(Cancellation cancellation, Duration patience) throws InterruptedException {
    Duration longest =
        patience.compareTo(settings.longestWait()) < 0 ? patience : settings.longestWait();
    long until = System.nanoTime() + longest.toNanos();
    divide();
    Duration quiet = Duration.ofNanos(quietUntil - System.nanoTime());
    if (quiet.isPositive()) {
      if (quiet.compareTo(longest) > 0) {
        return later(quiet, "the provider asked to wait");
      }
      if (!cancellation.sleep(quiet.plus(jitter(quiet)))) {
        return new Admission.Withdrawn(cancellation.reason());
      }
    }
    if (!breaker.tryAcquirePermission()
        && !(stopsWaitingForProbes() && breaker.tryAcquirePermission())) {
      return later(untilHalfOpen(), brokenText());
    }
    int admittedIn = era.get();
    Admission admission = paced(cancellation, until, admittedIn);
    if (!(admission instanceof Admission.Admitted)) {
      release(admittedIn);
    }
    return admission;
  }

  /**
   * Calls may last for hours without a fault: if the probes do not answer soon and none has failed,
   * the breaker stops waiting for them and counts anew.
   */
  private synchronized boolean stopsWaitingForProbes() {
    Long since = probingSince;
    if (since == null || System.nanoTime() - since < settings.longestWait().toNanos()) {
      return false;
    }
    if (breaker.getMetrics().getNumberOfFailedCalls() > 0) {
      breaker.transitionToOpenState();
    } else {
      breaker.transitionToClosedState();
    }
    return true;
  }

  /** A permission from before the breaker changed its state is not one of its probes. */
  private void release(int admittedIn) {
    if (admittedIn == era.get()) {
      breaker.releasePermission();
    }
  }

  private Admission paced(Cancellation cancellation, long until, int admittedIn)
      throws InterruptedException {
    Duration wait = pace.reserve();
    if (wait.isNegative()) {
      return new Admission.Later(wait.negated(), "its rate is " + pace.current() + "/s", true);
    }
    if (wait.isPositive() && !cancellation.sleep(wait)) {
      return new Admission.Withdrawn(cancellation.reason());
    }
    Thread waiter = Thread.currentThread();
    boolean entered;
    try (Cancellation.Hook hook = cancellation.onCancel(waiter::interrupt)) {
      entered = concurrency.enter(Duration.ofNanos(until - System.nanoTime()));
    } catch (InterruptedException e) {
      if (!cancellation.isCancelled()) {
        throw e;
      }
      return new Admission.Withdrawn(cancellation.reason());
    }
    if (!entered) {
      return new Admission.Later(
          settings.longestWait().plus(jitter(settings.longestWait())),
          "all its " + concurrency.limit() + " places are taken",
          true);
    }
    return new Admission.Admitted(new Turn(this, cancellation, admittedIn));
  }

  private void divide() {
    Limits now = limits;
    int share = now.any() ? Math.max(1, workers.getAsInt()) : 1;
    Integer most = now.maxConcurrent();
    Double rate = now.rate();
    concurrency.ceiling(most == null ? settings.mostAtOnce() : Math.max(1, most / share));
    pace.allow(rate == null ? 0 : rate / share);
  }

  private Admission.Later later(Duration wait, String reason) {
    return new Admission.Later(wait.plus(jitter(Duration.ofSeconds(1))), reason, patient());
  }

  /** In a row: a provider that has come back begins anew. */
  private static int openings(CircuitBreaker.StateTransition change, int before) {
    return switch (change.getToState()) {
      case OPEN -> before + 1;
      case CLOSED -> 0;
      case HALF_OPEN, DISABLED, FORCED_OPEN, METRICS_ONLY -> before;
    };
  }

  private Duration untilHalfOpen() {
    long open = openFor.apply(Math.max(1, openings));
    Duration left = Duration.ofMillis(open).minusNanos(System.nanoTime() - openedAt);
    return left.isPositive() && breaker.getState() == CircuitBreaker.State.OPEN
        ? left
        : Duration.ofSeconds(1);
  }

  private String brokenText() {
    return "its circuit breaker is "
        + (breaker.getState() == CircuitBreaker.State.OPEN ? "open" : "probing")
        + " since "
        + settings.failurePercent()
        + " % of "
        + settings.window()
        + " calls failed";
  }

  private static Duration jitter(Duration bound) {
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(Math.max(1, bound.toNanos())));
  }

  void heard(Verdict verdict, @Nullable Duration asked, long began) {
    long took = System.nanoTime() - began;
    switch (verdict) {
      case HEALTHY -> {
        breaker.onSuccess(took, TimeUnit.NANOSECONDS);
        throttling.answered();
        concurrency.wentWell();
        pace.wentWell();
        recovered();
      }
      case UNHEALTHY -> {
        breaker.onError(took, TimeUnit.NANOSECONDS, new Unhealthy());
        throttling.answered();
        trouble();
      }
      case BUSY -> {
        throttling.answered();
        trouble();
      }
      case THROTTLED -> {
        throttled.incrementAndGet();
        trouble();
        boolean forAll = asked != null && asked.compareTo(settings.longestWait()) > 0;
        if (throttling.tooMany() || forAll) {
          slowDown(asked, began);
        }
      }
    }
  }

  /** {@code counted}: the breaker knows of it, and its permission is used up. */
  void ended(boolean counted, int admittedIn) {
    concurrency.leave();
    if (!counted) {
      release(admittedIn);
    }
  }

  private void slowDown(@Nullable Duration asked, long began) {
    if (concurrency.slowDown(began)) {
      pace.slowDown();
    }
    if (asked != null) {
      long until = System.nanoTime() + asked.toNanos();
      if (until - quietUntil > 0) {
        quietUntil = until;
      }
    }
  }

  private synchronized void recovered() {
    troubleSince = null;
  }

  private synchronized void trouble() {
    long now = System.nanoTime();
    if (troubleSince == null || now - lastTrouble > settings.patience().toNanos()) {
      troubleSince = now;
    }
    lastTrouble = now;
  }

  /** Whether the provider has been in trouble for a short time only. */
  public synchronized boolean patient() {
    Long since = troubleSince;
    return since == null || System.nanoTime() - since < settings.patience().toNanos();
  }

  /** Breakers want an exception; nothing reads this one. */
  private static final class Unhealthy extends Exception {
    private static final long serialVersionUID = 1L;

    Unhealthy() {
      super("the provider is failing", null, false, false);
    }
  }
}
