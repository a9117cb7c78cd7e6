package io.sluice.language.config;

import io.sluice.language.syntax.Expression;

/** How many instances a block declares; every block is instanced, a singular one once. */
public sealed interface Repetition {
  /** Neither count nor for_each. */
  record Single() implements Repetition {}

  record Count(Expression expression) implements Repetition {}

  record ForEach(Expression expression) implements Repetition {}
}
