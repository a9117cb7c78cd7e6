package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.math.BigDecimal;

/** One fixed step of a traversal. */
public sealed interface TraversalStep {
  /** The step with its dot or its brackets. */
  SourceRange range();

  /** The step as HCL. */
  String source();

  /** {@code .name}. */
  record Attribute(String name, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "." + name;
    }
  }

  /** {@code [0]}, or the legacy {@code .0}. */
  record NumberIndex(BigDecimal value, boolean legacy, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "[" + value.toPlainString() + "]";
    }
  }

  /** {@code ["key"]}. */
  record StringIndex(String value, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "[" + Quoting.quote(value) + "]";
    }
  }
}
