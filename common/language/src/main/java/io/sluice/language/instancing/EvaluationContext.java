package io.sluice.language.instancing;

import io.sluice.language.config.Repetition;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The block that an expression is in: which instance of which module, and which of its own.
 *
 * @param repetition what the block's instances are counted by
 * @param iterated what the {@code dynamic} blocks around it bind, by name
 * @param self what {@code self} is, where there is one
 */
public record EvaluationContext(
    ModuleInstance module,
    Repetition repetition,
    Repeated repeated,
    Map<String, Iterated> iterated,
    ResourceInstances.@Nullable One self) {
  /**
   * The current element of a dynamic block.
   *
   * @param value an object of {@code key} and {@code value}
   */
  public record Iterated(
      Value value, Expression forEach, EvaluationContext context, InstanceKey key) {}

  public EvaluationContext(ModuleInstance module, Repetition repetition, Repeated repeated) {
    this(module, repetition, repeated, Map.of(), null);
  }

  /** An expression that is in no repeated block. */
  public static EvaluationContext of(ModuleInstance module) {
    return new EvaluationContext(module, new Repetition.Single(), Repeated.SINGLE);
  }

  public EvaluationContext with(String name, Iterated bound) {
    Map<String, Iterated> more = new HashMap<>(iterated);
    more.put(name, bound);
    return new EvaluationContext(module, repetition, repeated, more, self);
  }

  public EvaluationContext withSelf(ResourceInstances.One one) {
    return new EvaluationContext(module, repetition, repeated, iterated, one);
  }

  public Value evaluate(Expression expression, Diagnostics diagnostics) {
    return iterated.isEmpty() && self == null
        ? module.evaluate(expression, repeated, diagnostics)
        : evaluator().evaluate(expression, diagnostics);
  }

  public Evaluator evaluator() {
    Value own = self == null ? null : self.value();
    if (iterated.isEmpty()) {
      return module.evaluator(repeated, own);
    }
    EvalScope outer = new ModuleScope(module, repeated, own);
    EvalScope scope =
        traversal -> {
          Iterated bound = iterated.get(traversal.root());
          return bound == null ? outer.resolve(traversal) : new EvalScope.Found(bound.value(), 0);
        };
    return new Evaluator(scope, module.functions(), module.environment().context());
  }

  /** The value as far as it is known; its faults are reported elsewhere. */
  public Value quietly(Expression expression) {
    Diagnostics unheard = new Diagnostics();
    Value value = evaluate(expression, unheard);
    return unheard.hasErrors() ? Values.UNKNOWN : value;
  }
}
