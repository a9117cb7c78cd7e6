package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Lineage;
import java.util.Map;

/** The evaluator behind <code>$expr</code>, passed in so that substitution needs no parser. */
@FunctionalInterface
public interface Expressions {
  /** What an evaluation came to. */
  sealed interface Outcome {}

  /** The value, and whether it must be sealed. */
  record Value(JsonNode value, boolean sensitive) implements Outcome {}

  /** Why there is none, in a sentence that holds no secret. */
  record Failed(String reason) implements Outcome {}

  /** {@code refs} holds each listed reference, in the order of the list. */
  Outcome evaluate(Expression expression, Map<Lineage, Given.Entry> refs);

  /** For those who never meet an expression. */
  Expressions NONE = (expression, refs) -> new Failed("expressions cannot be evaluated here");
}
