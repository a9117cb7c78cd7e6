package io.sluice.questions;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.questions.AnswerBook.Open;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The questions of one plan that are out, and their answers as they arrive. */
final class OpenQuestions implements AutoCloseable {
  /** A process that is lost while it is asked may have been ended by something that passes. */
  private static final int MOST_ASKS = 3;

  private static final Duration AGAIN = Duration.ofMillis(500);

  private final Function<Asked, Answer> provider;
  private final int parallelism;
  private final Duration pause;
  private final Consumer<Duration> waiting;
  private final Semaphore places;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final Set<String> out = new HashSet<>();
  private final long began = System.nanoTime();

  private record Arrival(String key, FutureTask<Answer> answer) {}

  OpenQuestions(
      Function<Asked, Answer> provider,
      int parallelism,
      Duration pause,
      Consumer<Duration> waiting) {
    this.provider = provider;
    this.parallelism = parallelism;
    this.pause = pause;
    this.waiting = waiting;
    this.places = new Semaphore(parallelism);
  }

  /** Asks those that are not out already. */
  void ask(List<Open> questions) {
    for (Open question : questions) {
      if (out.add(question.key())) {
        FutureTask<Answer> answer = new FutureTask<>(() -> answer(question.asked()));
        threads.execute(
            () -> {
              answer.run();
              arrivals.add(new Arrival(question.key(), answer));
            });
      }
    }
  }

  private Answer answer(Asked asked) throws InterruptedException {
    places.acquire();
    try {
      Answer answer = provider.apply(asked);
      for (int asks = 1; answer instanceof Answer.Lost lost && lost.wasAsked(); asks++) {
        if (asks == MOST_ASKS) {
          break;
        }
        Thread.sleep(AGAIN.multipliedBy(asks));
        answer = provider.apply(asked);
      }
      return answer instanceof Answer.Lost lost ? lost.given() : answer;
    } finally {
      places.release();
    }
  }

  /** Whether nothing is out. */
  boolean isAnswered() {
    return out.isEmpty();
  }

  /**
   * Takes answers until a further question could be asked at once. What else arrives in the time
   * that drawing again would take is taken along, so that drawing takes half of the time at most.
   */
  void take(AnswerBook book, Duration drawing) throws InterruptedException {
    next(book);
    while (out.size() >= parallelism) {
      next(book);
    }
    long until = System.nanoTime() + drawing.toNanos();
    while (!out.isEmpty()) {
      Arrival more = arrivals.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (more == null) {
        return;
      }
      take(more, book);
    }
  }

  void takeAll(AnswerBook book) throws InterruptedException {
    while (!out.isEmpty()) {
      next(book);
    }
  }

  private void next(AnswerBook book) throws InterruptedException {
    @Nullable Arrival arrived = null;
    while (arrived == null) {
      long elapsed = System.nanoTime() - began;
      long left = pause.toNanos() - elapsed % pause.toNanos();
      arrived = arrivals.poll(left, TimeUnit.NANOSECONDS);
      if (arrived == null) {
        waiting.accept(Duration.ofNanos(System.nanoTime() - began));
      }
    }
    take(arrived, book);
  }

  private void take(Arrival arrived, AnswerBook book) throws InterruptedException {
    out.remove(arrived.key());
    try {
      book.put(arrived.key(), arrived.answer().get());
    } catch (ExecutionException e) {
      throw new IllegalStateException("a provider could not be asked", e.getCause());
    }
  }

  /** Interrupts what is out. */
  void abandon() {
    threads.shutdownNow();
  }

  /** Waits for what is out. */
  @Override
  public void close() {
    threads.close();
  }
}
