package io.sluice.language.config;

import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.Lineage;
import java.math.BigDecimal;
import java.util.Optional;

/** From a reference as written to the lineage that plan files and services know it by. */
public final class Lineages {
  private Lineages() {}

  /** Empty if the text does not name a root, or indexes with what is no whole number. */
  public static Optional<Lineage> of(Traversal traversal) {
    Optional<Subject> subject = Subject.of(traversal);
    if (subject.isEmpty()) {
      return Optional.empty();
    }
    int taken =
        switch (subject.get()) {
          case Subject.OfVariable v -> 0;
          case Subject.OfLocal l -> 0;
          case Subject.Ambient a -> 0;
          case Subject.OfModule m -> 1;
          case Subject.OfStep s -> 2;
          case Subject.OfResource r -> traversal.root().equals(r.name().type()) ? 1 : 2;
        };
    StringBuilder root = new StringBuilder(traversal.root());
    traversal.steps().subList(0, taken).forEach(step -> root.append(step.source()));
    Lineage lineage = Lineage.root(root.toString());
    for (TraversalStep step : traversal.steps().subList(taken, traversal.steps().size())) {
      Optional<Lineage> longer = extended(lineage, step);
      if (longer.isEmpty()) {
        return Optional.empty();
      }
      lineage = longer.get();
    }
    return Optional.of(lineage);
  }

  private static Optional<Lineage> extended(Lineage lineage, TraversalStep step) {
    return switch (step) {
      case TraversalStep.Attribute attribute -> Optional.of(lineage.member(attribute.name()));
      case TraversalStep.StringIndex key -> Optional.of(lineage.key(key.value()));
      case TraversalStep.NumberIndex number -> index(number.value()).map(lineage::index);
    };
  }

  private static Optional<Integer> index(BigDecimal value) {
    boolean whole = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
    boolean small = value.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    return whole && small ? Optional.of(value.intValue()) : Optional.empty();
  }
}
