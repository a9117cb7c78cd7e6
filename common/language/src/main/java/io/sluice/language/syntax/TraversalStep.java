package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import io.sluice.model.Lineage;
import java.math.BigDecimal;
import java.util.Optional;

/** One fixed step of a traversal. */
public sealed interface TraversalStep {
  /** The step with its dot or its brackets. */
  SourceRange range();

  /** The step as HCL. */
  String source();

  /** The step of a lineage that this is; empty for an index that no list has. */
  Optional<Lineage.Segment> segment();

  /** {@code .name}. */
  record Attribute(String name, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "." + name;
    }

    @Override
    public Optional<Lineage.Segment> segment() {
      return Optional.of(new Lineage.Member(name));
    }
  }

  /** {@code [0]}, or the legacy {@code .0}. */
  record NumberIndex(BigDecimal value, boolean legacy, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "[" + value.toPlainString() + "]";
    }

    @Override
    public Optional<Lineage.Segment> segment() {
      boolean whole = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
      boolean small = value.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
      return whole && small && value.signum() >= 0
          ? Optional.of(new Lineage.Index(value.intValue()))
          : Optional.empty();
    }
  }

  /** {@code ["key"]}. */
  record StringIndex(String value, SourceRange range) implements TraversalStep {
    @Override
    public String source() {
      return "[" + Quoting.quote(value) + "]";
    }

    @Override
    public Optional<Lineage.Segment> segment() {
      return Optional.of(new Lineage.Key(value));
    }
  }
}
