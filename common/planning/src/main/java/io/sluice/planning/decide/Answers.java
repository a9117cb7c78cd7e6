package io.sluice.planning.decide;

import io.sluice.provider.schema.PlannedChange;
import java.util.Optional;

/**
 * What providers answer when they are asked what has to change. Where an answer is missing, the
 * resource stays pending and planning goes on with its values unknown; once the answer is there,
 * the same request is planned again with it.
 */
@FunctionalInterface
public interface Answers {
  /** Providers of this process answer in the same call. */
  Answers AT_ONCE =
      question ->
          Optional.of(question.type().provider().plan(question.type().schema(), question.input()));

  Optional<PlannedChange> to(Question question);
}
