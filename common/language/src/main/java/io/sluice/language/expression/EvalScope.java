package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.Value;
import java.util.List;

/** What the names of an expression stand for. */
@FunctionalInterface
public interface EvalScope {
  /** What a traversal leads to. */
  sealed interface Resolution {}

  /** A value, and how many of the traversal's steps it took to find it; the rest is applied. */
  record Found(Value value, int steps) implements Resolution {}

  /** Nothing, and why. */
  record Missing(List<Diagnostic> faults) implements Resolution {
    public Missing {
      faults = List.copyOf(faults);
    }
  }

  Resolution resolve(Traversal traversal);
}
