package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scope of references, each with its value; the longest that begins a traversal is meant. */
record ReferencedValues(Map<String, Value> byText) implements EvalScope {
  ReferencedValues {
    byText = Map.copyOf(byText);
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    List<TraversalStep> steps = traversal.steps();
    for (int count = steps.size(); count >= 0; count--) {
      Optional<Value> value = value(traversal, count);
      if (value.isPresent()) {
        return new Found(value.get(), count);
      }
    }
    return new Missing(
        List.of(
            Diagnostic.error(
                "Unknown reference",
                "Nothing named \"" + traversal + "\" was passed to this expression.",
                traversal.range())));
  }

  private Optional<Value> value(Traversal traversal, int count) {
    return traversal.lineage(count).map(lineage -> byText.get(lineage.text()));
  }
}
