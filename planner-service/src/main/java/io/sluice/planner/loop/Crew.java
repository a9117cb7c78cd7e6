package io.sluice.planner.loop;

import io.sluice.model.limit.Limits;
import io.sluice.seal.SealFailure;
import io.sluice.transport.TransportFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that work on jobs. No lane has more than half of them, no place all of them, and a place
 * whose owner is away has one. Large jobs share what the largest may have, in the order in which
 * they came. Jobs that are tried again have half of the threads. A job that takes too long is
 * refused and interrupted; a thread that does not react is abandoned and replaced. Every job ends:
 * whatever it throws refuses it.
 */
public final class Crew implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
  private static final long MOST_BYTES = Limits.STANDARD.bytes().submission();
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final Settings settings;
  private final Demise demise;
  private final ExecutorService threads;
  private final ScheduledExecutorService timer;
  private final Deque<Queued> queue = new ArrayDeque<>();
  private final Map<String, Integer> lanes = new HashMap<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final Set<String> away = new HashSet<>();
  private int busy;
  private int again;
  private long heavy;
  private int leftBehind;
  private boolean closed;

  /**
   * @param size jobs at once
   * @param limit how long one attempt may take
   * @param grace how long a thread has to react to its interrupt
   * @param longestWait how long a job may wait for a service that does not answer, before it is
   *     overdue
   */
  public record Settings(
      String name, int size, Duration limit, Duration grace, Duration longestWait) {
    public Settings(String name, int size, Duration limit, Duration longestWait) {
      this(name, size, limit, Duration.ofSeconds(5), longestWait);
    }

    int most() {
      return 2 * size;
    }

    int ofLane() {
      return Math.max(1, size / 2);
    }

    boolean isHeavy(long bytes) {
      return bytes > MOST_BYTES / size;
    }

    int ofAgain() {
      return Math.max(1, size / 2);
    }

    int ofPlace() {
      return Math.max(1, size - 1);
    }
  }

  private record Queued(Job job, int tries) {
    int again() {
      return Math.min(tries, 1);
    }
  }

  /** One attempt, in its thread. */
  private static final class Run {
    final Queued waiting;
    final Thread thread;
    boolean finished;
    volatile boolean overdue;
    boolean left;

    Run(Queued waiting, Thread thread) {
      this.waiting = waiting;
      this.thread = thread;
    }
  }

  public Crew(Settings settings, Demise demise) {
    this.settings = settings;
    this.demise = demise;
    this.threads =
        Executors.newCachedThreadPool(Thread.ofPlatform().name(settings.name() + "-", 0).factory());
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(settings.name() + "-timer").factory());
  }

  void work(Job job) {
    enqueue(new Queued(job, 0));
  }

  Duration longestWait() {
    return settings.longestWait();
  }

  /** Threads that ignored their interrupt and still work on something that is no longer needed. */
  synchronized int leftBehind() {
    return leftBehind;
  }

  private synchronized void enqueue(Queued waiting) {
    queue.add(waiting);
    fill();
  }

  private synchronized void fill() {
    Iterator<Queued> each = queue.iterator();
    boolean full = false;
    while (!closed && busy < settings.size() && each.hasNext()) {
      Queued next = each.next();
      if (next.job().isUnwanted()) {
        each.remove();
      } else if (!hasRoom(next)) {
        continue;
      } else if (isTooHeavy(next.job(), full)) {
        full = true;
      } else {
        each.remove();
        busy++;
        again += next.again();
        heavy += weight(next.job());
        lanes.merge(next.job().lane(), 1, Integer::sum);
        places.merge(next.job().place(), 1, Integer::sum);
        threads.execute(() -> run(next));
      }
    }
  }

  private boolean hasRoom(Queued next) {
    Job job = next.job();
    int most = away.contains(job.place()) ? 1 : settings.ofPlace();
    return again + next.again() <= settings.ofAgain()
        && lanes.getOrDefault(job.lane(), 0) < settings.ofLane()
        && places.getOrDefault(job.place(), 0) < most;
  }

  private void run(Queued waiting) {
    Run run = new Run(waiting, Thread.currentThread());
    Job job = waiting.job();
    try {
      var watch =
          timer.schedule(() -> interrupt(run), settings.limit().toMillis(), TimeUnit.MILLISECONDS);
      Optional<Again> why = attempt(run);
      watch.cancel(false);
      finish(run);
      why.filter(Again::isAway)
          .ifPresentOrElse(gone -> missing(job.place(), gone.why()), () -> present(job.place()));
      why.ifPresent(any -> later(waiting));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is closed", settings.name());
    } finally {
      finish(run);
      fill();
    }
  }

  private Optional<Again> attempt(Run run) {
    Job job = run.waiting.job();
    try {
      return job.attempt(run.waiting.tries());
    } catch (InterruptedException e) {
      return Optional.empty();
    } catch (TransportFailure e) {
      boolean mayPass =
          e.code() == TransportFailure.Code.UNREACHABLE || e.code() == TransportFailure.Code.BEHIND;
      if (mayPass) {
        boolean isAway = e.code() == TransportFailure.Code.UNREACHABLE;
        return run.overdue || isClosed()
            ? Optional.empty()
            : Optional.of(new Again(e.getMessage() + "", "a service that does not answer", isAway));
      }
      refuse(job, String.valueOf(e.getMessage()));
    } catch (SealFailure e) {
      refuse(job, e.reason());
    } catch (Throwable e) {
      blame(job, e);
    }
    return Optional.empty();
  }

  /** Blames what the job worked on, unless the process itself is broken. */
  private void blame(Job job, Throwable failure) {
    if (Demise.isDue(failure)) {
      demise.of("a fault in " + settings.name(), failure);
      return;
    }
    String what =
        failure instanceof StackOverflowError
            ? "it is nested too deeply"
            : "Internal error in the planner: " + failure + ". Its log has the details";
    LOG.error("the work of {} is refused: {}", settings.name(), what, failure);
    refuse(job, what);
  }

  private void refuse(Job job, String why) {
    try {
      job.refuse(why);
    } catch (Throwable e) {
      LOG.error("{} could not even be refused", job, e);
      if (Demise.isDue(e)) {
        demise.of("a fault in " + settings.name(), e);
      }
    }
  }

  private void later(Queued waiting) {
    long pause = FIRST_PAUSE_MILLIS << Math.min(waiting.tries(), 10);
    Queued next = new Queued(waiting.job(), waiting.tries() + 1);
    timer.schedule(
        () -> enqueue(next), Math.min(pause, LONGEST_PAUSE_MILLIS), TimeUnit.MILLISECONDS);
  }

  private synchronized void missing(String place, String why) {
    if (away.add(place)) {
      LOG.warn("{} waits: {}", place, why);
    }
  }

  private synchronized void present(String place) {
    away.remove(place);
  }

  private void interrupt(Run run) {
    synchronized (this) {
      if (run.finished) {
        return;
      }
      run.overdue = true;
      run.thread.interrupt();
    }
    refuse(run.waiting.job(), "It took longer than " + words(settings.limit()));
    timer.schedule(() -> leave(run), settings.grace().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void leave(Run run) {
    synchronized (this) {
      if (run.finished) {
        return;
      }
      run.left = true;
      leftBehind++;
      release(run.waiting);
      LOG.error("{} did not end when it was interrupted; it is left running", run.thread.getName());
    }
    if (leftBehind() > settings.most()) {
      demise.of(
          "more than " + settings.most() + " threads of " + settings.name() + " did not end",
          new IllegalStateException("threads that do not end"));
    }
    fill();
  }

  private synchronized void finish(Run run) {
    if (run.finished) {
      return;
    }
    run.finished = true;
    // An interrupt that came late must not hit what the thread does next.
    boolean late = Thread.interrupted();
    if (run.left) {
      leftBehind--;
    } else {
      release(run.waiting);
    }
    if (late && closed) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * @param full whether one that came before waits for the same
   */
  private boolean isTooHeavy(Job job, boolean full) {
    long weight = weight(job);
    return weight > 0 && (full || (heavy > 0 && heavy + weight > MOST_BYTES));
  }

  /** What is not heavy is not counted: there are only so many threads. */
  private long weight(Job job) {
    return settings.isHeavy(job.bytes()) ? job.bytes() : 0;
  }

  private void release(Queued done) {
    Job job = done.job();
    busy--;
    again -= done.again();
    heavy -= weight(job);
    lanes.computeIfPresent(job.lane(), (lane, count) -> count == 1 ? null : count - 1);
    places.computeIfPresent(job.place(), (place, count) -> count == 1 ? null : count - 1);
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private static String words(Duration limit) {
    return limit.toMillis() % 60_000 == 0 && limit.toMinutes() > 0
        ? limit.toMinutes() + " min"
        : limit.toMillis() / 1_000.0 + " s";
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      queue.clear();
    }
    timer.shutdownNow();
    threads.shutdownNow();
  }
}
