package io.sluice.cli.trial;

import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.config.Subject;
import io.sluice.language.config.check.LooseExpressions;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Value;
import io.sluice.planning.configuration.ConfigurationView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names that an assertion may use: those of the module, its outputs, what earlier runs gave
 * out, and variables that only the test has.
 */
final class TestScope implements EvalScope {
  private final ConfigurationView view;
  private final Map<String, Value> outputs;
  private final Map<String, Value> more;
  private final EarlierRuns earlier;
  private final EvalScope module;

  /**
   * @param outputs of the module, as they are known best
   * @param more variables that the module does not declare
   */
  TestScope(
      ConfigurationView view,
      Map<String, Value> outputs,
      Map<String, Value> more,
      EarlierRuns earlier) {
    this.view = view;
    this.outputs = outputs;
    this.more = more;
    this.earlier = earlier;
    this.module = view.root().scope(Repeated.SINGLE);
  }

  Evaluator evaluator() {
    return new Evaluator(this, view.root().functions(), view.root().environment().context());
  }

  /** What no value is needed to see. */
  void check(Expression expression, Diagnostics diagnostics) {
    List<Traversal> ofModule = new ArrayList<>();
    for (Traversal name : expression.variables()) {
      switch (name.root()) {
        case "run" -> earlier.check(name, diagnostics);
        case "output" -> checkOutput(name, diagnostics);
        case "var" -> {
          if (!more.containsKey(String.valueOf(first(name)))) {
            ofModule.add(name);
          }
        }
        default -> ofModule.add(name);
      }
    }
    LooseExpressions.check(view.root().module(), ofModule, diagnostics);
  }

  private void checkOutput(Traversal name, Diagnostics diagnostics) {
    String output = first(name);
    if (output == null || !view.root().module().outputs().containsKey(output)) {
      diagnostics.add(
          Diagnostic.error(
                  "Reference to undeclared output value",
                  "An output value with the name \"%s\" has not been declared.".formatted(output),
                  name.range())
              .withHint(
                  Suggestions.question(
                      String.valueOf(output), view.root().module().outputs().keySet())));
    }
  }

  static @Nullable String first(Traversal name) {
    return !name.steps().isEmpty()
            && name.steps().getFirst() instanceof TraversalStep.Attribute attribute
        ? attribute.name()
        : null;
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    String name = first(traversal);
    if (name == null) {
      return module.resolve(traversal);
    }
    return switch (traversal.root()) {
      case "run" -> earlier.resolve(traversal);
      case "output" -> {
        Value value = outputs.get(name);
        yield value == null ? module.resolve(traversal) : new Found(value, 1);
      }
      case "var" -> {
        Value value = more.get(name);
        yield value == null ? module.resolve(traversal) : new Found(value, 1);
      }
      default -> module.resolve(traversal);
    };
  }

  /** Whether an expression names something that is closed by now. */
  static boolean isEphemeral(Traversal name) {
    return Subject.of(name).orElse(null) instanceof Subject.OfResource(ResourceName resource)
        && resource.mode() == ResourceMode.EPHEMERAL;
  }
}
