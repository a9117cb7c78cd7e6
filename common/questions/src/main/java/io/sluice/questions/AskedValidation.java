package io.sluice.questions;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.language.source.Diagnostic;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.ConfigurationValidation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * All that can be said of a configuration without values, by its providers too: all of them are
 * asked about all blocks at the same time.
 */
public final class AskedValidation {
  private AskedValidation() {}

  /**
   * @param validation what is known with some answers
   * @param provider asked in threads of their own, at most {@code parallelism} at once
   * @param pause after which, again and again, {@code waiting} is told how long it has taken
   */
  public static List<Diagnostic> of(
      Function<Answers, ConfigurationValidation.Found> validation,
      Function<Asked, Answer> provider,
      int parallelism,
      Duration pause,
      Consumer<Duration> waiting)
      throws InterruptedException {
    AnswerBook book = AnswerBook.empty();
    ConfigurationValidation.Found found = validation.apply(book);
    if (found.unanswered().isEmpty()) {
      return found.diagnostics();
    }
    try (OpenQuestions asking = new OpenQuestions(provider, parallelism, pause, waiting)) {
      try {
        asking.ask(book.open(found.unanswered()));
        asking.takeAll(book);
      } catch (InterruptedException e) {
        asking.abandon();
        throw e;
      }
    }
    return validation.apply(book).diagnostics();
  }
}
