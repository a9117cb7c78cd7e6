package io.sluice.planning.ask;

import java.util.Optional;

/**
 * What providers answer. Where an answer is missing, the resource stays pending and planning goes
 * on with its values unknown; once the answer is there, the same request is planned again with it.
 */
@FunctionalInterface
public interface Answers {
  /** Comparisons are made in the same call; nothing else is answered. */
  Answers AT_ONCE =
      question ->
          question instanceof Question.Comparison(var address, var type, var input)
              ? Optional.of(new Answer.Compared(type.provider().plan(type.schema(), input)))
              : Optional.empty();

  Optional<Answer> to(Question question);
}
