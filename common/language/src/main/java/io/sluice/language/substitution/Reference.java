package io.sluice.language.substitution;

import io.sluice.model.Lineage;

/**
 * A reference found in a configuration.
 *
 * <p>{@code where} is the JSON pointer (RFC 6901) of the string or expression that holds it.
 */
public sealed interface Reference {
  /** As the user wrote it or would write it, for messages. */
  String text();

  String where();

  /** <code>${NAME}</code>: resolved by the worker, never sent. */
  record Variable(String name, String where) implements Reference {
    @Override
    public String text() {
      return name;
    }
  }

  /** A value of another node; {@code inExpression} if it stands in the refs of an expression. */
  record Output(Lineage path, String where, boolean inExpression) implements Reference {
    @Override
    public String text() {
      return path.text();
    }
  }

  /** What looks like a reference and is none: the planner refuses it, the worker fails on it. */
  record Malformed(String text, String problem, String where) implements Reference {}
}
