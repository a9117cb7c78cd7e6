package io.sluice.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Asks what a service depends on again and again, each on a thread of its own, and remembers when
 * it last answered: that a client object is there, or was connected a minute ago, says nothing.
 */
public final class Pulse implements AutoCloseable {
  /** How old the last answer may be. */
  public static final Duration BOUND = Duration.ofSeconds(12);

  private static final Duration PAUSE = Duration.ofSeconds(3);

  private final Map<String, Beat> beats = new LinkedHashMap<>();
  private final LongSupplier nanos;
  private final List<Thread> threads = new ArrayList<>();
  private final long began;
  private final Map<String, String> failures = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private static final class Beat {
    private volatile long at;
    private volatile boolean heard;
  }

  private Pulse(LongSupplier nanos) {
    this.nanos = nanos;
    this.began = nanos.getAsLong();
  }

  /**
   * @param asked by the name that people know it by ({@code Kafka at host:9092}), a question that
   *     fails or never ends when there is no answer
   */
  public static Pulse of(Map<String, Callable<?>> asked) {
    return of(asked, System::nanoTime, PAUSE);
  }

  static Pulse of(Map<String, Callable<?>> asked, LongSupplier nanos, Duration pause) {
    Pulse pulse = new Pulse(nanos);
    asked.forEach(
        (name, question) -> {
          Beat beat = new Beat();
          pulse.beats.put(name, beat);
          pulse.threads.add(
              Thread.ofVirtual()
                  .name("pulse-" + name)
                  .unstarted(() -> pulse.ask(name, question, beat, pause)));
        });
    pulse.threads.forEach(Thread::start);
    return pulse;
  }

  private void ask(String name, Callable<?> question, Beat beat, Duration pause) {
    while (!closed) {
      try {
        question.call();
        beat.at = nanos.getAsLong();
        beat.heard = true;
        failures.remove(name);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        failures.put(name, String.valueOf(root(e).getMessage()));
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** What has not answered lately, a sentence each; none is a good pulse. */
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    beats.forEach(
        (name, beat) -> {
          long silent = nanos.getAsLong() - beat.at;
          String why = failures.get(name);
          String reason = why == null ? "" : " (" + why + ")";
          if (!beat.heard) {
            faults.add(name + " has not answered yet" + reason);
          } else if (silent > BOUND.toNanos()) {
            long seconds = Duration.ofNanos(silent).toSeconds();
            faults.add(name + " has not answered for " + seconds + " s" + reason);
          }
        });
    return faults;
  }

  /** How long each of them has been silent; since the beginning where none has answered yet. */
  public Map<String, Duration> silences() {
    Map<String, Duration> silences = new LinkedHashMap<>();
    long now = nanos.getAsLong();
    beats.forEach(
        (name, beat) -> silences.put(name, Duration.ofNanos(now - (beat.heard ? beat.at : began))));
    return silences;
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }
}
