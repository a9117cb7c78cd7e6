package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Local;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the names in deployment files stand for. A local is evaluated once, so that what is wrong
 * with it is said once, whichever deployments use it.
 */
final class DeploymentScope implements EvalScope {
  private final DeploymentConfiguration configuration;
  private final Map<String, Value> others;
  private final Map<String, Value> locals = new HashMap<>();
  private final Evaluator evaluator;
  private final Diagnostics diagnostics;

  /**
   * @param others what names stand for that are no locals: {@code upstream_input.network}, {@code
   *     context}
   */
  DeploymentScope(
      DeploymentConfiguration configuration,
      Map<String, Value> others,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    this.configuration = configuration;
    this.others = others;
    this.evaluator = new Evaluator(this, environment.functions(), environment.context());
    this.diagnostics = diagnostics;
  }

  Value evaluate(Expression expression) {
    return evaluator.evaluate(expression, diagnostics);
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    Value alone = others.get(traversal.root());
    if (alone != null) {
      return new Found(alone, 0);
    }
    if (traversal.steps().isEmpty()
        || !(traversal.steps().getFirst() instanceof TraversalStep.Attribute name)) {
      return missing(traversal);
    }
    Value known = others.get(traversal.root() + "." + name.name());
    if (known != null) {
      return new Found(known, 1);
    }
    Local local = configuration.locals().get(name.name());
    return traversal.root().equals("local") && local != null
        ? new Found(local(local), 1)
        : missing(traversal);
  }

  private Value local(Local local) {
    Value known = locals.get(local.name());
    if (known == null) {
      locals.put(local.name(), Values.UNKNOWN); // circles are told where names are checked
      known = evaluate(local.value());
      locals.put(local.name(), known);
    }
    return known;
  }

  private static Resolution missing(Traversal traversal) {
    return new Missing(
        List.of(
            Diagnostic.error(
                "Invalid reference",
                "\"%s\" names nothing that deployment files declare.".formatted(traversal),
                traversal.range())));
  }
}
