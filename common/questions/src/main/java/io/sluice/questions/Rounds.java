package io.sluice.questions;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.Planning;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Draws a plan, has what it asks answered, and draws it again, until nothing is left to ask. A
 * question leaves as soon as all that it rests on is answered; none waits for the slowest of those
 * before it. Where ephemeral resources are open, the plan is what others draw who do not see their
 * results ({@link AnswerBook}).
 */
public final class Rounds {
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
    book.opens();
    try (OpenQuestions asking = new OpenQuestions(provider, parallelism, pause, waiting)) {
      try {
        return drawn(request, state, book, asking);
      } catch (InterruptedException e) {
        asking.abandon();
        throw e;
      }
    }
  }

  private static Planning.Outcome drawn(
      Planning.Request request, Snapshot state, AnswerBook book, OpenQuestions asking)
      throws InterruptedException {
    while (true) {
      book.turn();
      long began = System.nanoTime();
      Planning.Outcome outcome = Planning.of(request, state, book);
      if (outcome instanceof Planning.Drawn && book.sawOpen()) {
        book.turnBlind();
        outcome = Planning.of(request, state, book);
      }
      Duration drawing = Duration.ofNanos(System.nanoTime() - began);
      if (outcome instanceof Planning.Ask ask) {
        asking.ask(book.open(ask.questions()));
        if (asking.isAnswered()) {
          return ask.unanswered();
        }
        asking.take(book, drawing);
      } else if (asking.isAnswered()) {
        return outcome;
      } else {
        // Answers that are still to come may hold faults that belong beside these.
        asking.takeAll(book);
      }
    }
  }
}
