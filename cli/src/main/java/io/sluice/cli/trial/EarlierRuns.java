package io.sluice.cli.trial;

import io.sluice.language.expression.EvalScope;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code run.NAME} stands for: the outputs of the runs of a file that are over. */
final class EarlierRuns {
  private final List<String> names;
  private final Map<String, Value> outputs = new HashMap<>();

  /**
   * @param names of all runs of the file
   */
  EarlierRuns(List<String> names) {
    this.names = List.copyOf(names);
  }

  void put(String run, Value object) {
    outputs.put(run, object);
  }

  EvalScope.Resolution resolve(Traversal traversal) {
    Value value = outputs.get(String.valueOf(TestScope.first(traversal)));
    return value == null
        ? new EvalScope.Missing(List.of(fault(traversal).orElseThrow()))
        : new EvalScope.Found(value, 1);
  }

  void check(Traversal traversal, Diagnostics diagnostics) {
    fault(traversal).ifPresent(diagnostics::add);
  }

  private Optional<Diagnostic> fault(Traversal traversal) {
    String name = String.valueOf(TestScope.first(traversal));
    if (outputs.containsKey(name)) {
      return Optional.empty();
    }
    return Optional.of(
        names.contains(name)
            ? Diagnostic.error(
                "Reference to unevaluated run block",
                "The run \"%s\" block has not yet been evaluated, so its results are not available here."
                    .formatted(name),
                traversal.range())
            : Diagnostic.error(
                    "Reference to undeclared run block",
                    "There is no run \"%s\" declared in this test suite.".formatted(name),
                    traversal.range())
                .withHint(Suggestions.question(name, names)));
  }
}
