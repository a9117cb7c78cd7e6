package io.sluice.questions;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.Planning;
import io.sluice.questions.AnswerBook.Open;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Draws a plan, has what it asks answered, all questions of a wave at the same time, and draws it
 * again, until nothing is left to ask.
 */
public final class Rounds {
  /** As many questions at once as Terraform asks. */
  public static final int USUAL_PARALLELISM = 10;

  private final Function<Asked, Answer> provider;
  private final int parallelism;
  private final Duration pause;
  private final Consumer<Duration> waiting;

  /**
   * @param provider asked in threads of their own, at most {@code parallelism} at once
   * @param pause after which, again and again, {@code waiting} is told how long it has taken
   */
  public Rounds(
      Function<Asked, Answer> provider,
      int parallelism,
      Duration pause,
      Consumer<Duration> waiting) {
    this.provider = provider;
    this.parallelism = parallelism;
    this.pause = pause;
    this.waiting = waiting;
  }

  /**
   * @param book what is known already, and takes what is learnt
   */
  public Planning.Outcome drawn(Planning.Request request, Snapshot state, AnswerBook book)
      throws InterruptedException {
    long began = System.nanoTime();
    while (true) {
      book.turn();
      Planning.Outcome outcome = Planning.of(request, state, book);
      if (!(outcome instanceof Planning.Ask ask)) {
        return outcome;
      }
      List<Open> open = book.open(ask.questions());
      if (open.isEmpty()) {
        return ask.unanswered();
      }
      wave(open, book, began);
    }
  }

  private void wave(List<Open> questions, AnswerBook book, long began) throws InterruptedException {
    Semaphore places = new Semaphore(parallelism);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Map.Entry<String, Future<Answer>>> answers = new ArrayList<>();
      for (Open question : questions) {
        answers.add(Map.entry(question.key(), threads.submit(() -> asked(question, places))));
      }
      try {
        for (Map.Entry<String, Future<Answer>> answer : answers) {
          book.put(answer.getKey(), awaited(answer.getValue(), began));
        }
      } catch (InterruptedException e) {
        threads.shutdownNow();
        throw e;
      }
    }
  }

  private Answer asked(Open question, Semaphore places) throws InterruptedException {
    places.acquire();
    try {
      return provider.apply(question.asked());
    } finally {
      places.release();
    }
  }

  private Answer awaited(Future<Answer> answer, long began) throws InterruptedException {
    while (true) {
      long elapsed = System.nanoTime() - began;
      long left = pause.toNanos() - elapsed % pause.toNanos();
      try {
        return answer.get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        waiting.accept(Duration.ofNanos(System.nanoTime() - began));
      } catch (ExecutionException e) {
        throw new IllegalStateException("a provider could not be asked", e.getCause());
      }
    }
  }
}
