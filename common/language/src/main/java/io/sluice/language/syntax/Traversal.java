package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.util.List;

/** A name of the scope and the fixed steps from it, as far as the text fixes them. */
public record Traversal(
    String root, SourceRange rootRange, List<TraversalStep> steps, SourceRange range) {
  public Traversal {
    steps = List.copyOf(steps);
  }

  /** The traversal as HCL again: {@code module.net.ids["a"]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(root);
    steps.forEach(step -> text.append(step.source()));
    return text.toString();
  }
}
