package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import io.sluice.model.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A name of the scope and the fixed steps from it, as far as the text fixes them. */
public record Traversal(
    String root, SourceRange rootRange, List<TraversalStep> steps, SourceRange range) {
  public Traversal {
    steps = List.copyOf(steps);
  }

  /**
   * The value that it leads to, however it is written; empty if an index of it is no whole number,
   * so that it leads to none.
   */
  public Optional<Lineage> lineage() {
    return lineage(steps.size());
  }

  /** The same for the root and the first {@code count} steps. */
  public Optional<Lineage> lineage(int count) {
    List<Lineage.Segment> segments = new ArrayList<>(count);
    for (TraversalStep step : steps.subList(0, count)) {
      Optional<Lineage.Segment> segment = step.segment();
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      segments.add(segment.get());
    }
    return Optional.of(new Lineage(root, segments));
  }

  /** The traversal as HCL again: {@code module.net.ids["a"]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(root);
    steps.forEach(step -> text.append(step.source()));
    return text.toString();
  }
}
