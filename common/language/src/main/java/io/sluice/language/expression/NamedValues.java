package io.sluice.language.expression;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;

/** A scope of root names alone, as a template's variables or a worker's expression has. */
public record NamedValues(Map<String, Value> values) implements EvalScope {
  public NamedValues {
    values = Map.copyOf(values);
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    Value value = values.get(traversal.root());
    if (value != null) {
      return new Found(value, 0);
    }
    String question = Suggestions.question(traversal.root(), values.keySet());
    return new Missing(
        List.of(
            Diagnostic.error(
                    "Unknown variable",
                    "There is no variable named \"" + traversal.root() + "\".",
                    traversal.rootRange())
                .withHint(question)
                .withContext(traversal.range())));
  }
}
