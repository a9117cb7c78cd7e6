package io.sluice.language.instancing.deferred;

import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.TraversalStep;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a value comes from, when variables, locals and outputs are followed to their ends. */
sealed interface Origin {
  /** Part of instances of a resource, data source or step: {@code steps} lead on from there. */
  record Instance(ResourceInstances.One one, List<TraversalStep> steps) implements Origin {
    public Instance {
      steps = List.copyOf(steps);
    }
  }

  /** All instances of a block at once. */
  record Block(ResourceInstances instances, List<TraversalStep> steps) implements Origin {
    public Block {
      steps = List.copyOf(steps);
    }
  }

  /**
   * What an expression of some block gives.
   *
   * @param conversion the function that a declared type stands for, or null
   */
  record Computed(
      Expression expression,
      EvaluationContext context,
      @Nullable String conversion,
      List<TraversalStep> steps)
      implements Origin {
    public Computed {
      steps = List.copyOf(steps);
    }
  }

  /** Steps after steps. */
  static List<TraversalStep> joined(List<TraversalStep> first, List<TraversalStep> then) {
    if (then.isEmpty()) {
      return first;
    }
    List<TraversalStep> all = new ArrayList<>(first);
    all.addAll(then);
    return all;
  }
}
