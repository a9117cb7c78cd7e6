package io.sluice.language.expression;

import io.sluice.language.function.Budget;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Oversize;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.language.value.number.BigFloat;
import io.sluice.model.limit.Limits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates expressions in a scope. Never throws for what a user wrote: faults are diagnostics, and
 * what cannot be evaluated is an unknown value, so that each fault is reported once.
 */
public final class Evaluator {
  private final EvalScope scope;
  private final Functions functions;
  private final FunctionContext context;

  public Evaluator(EvalScope scope, Functions functions, FunctionContext context) {
    this.scope = scope;
    this.functions = functions;
    this.context = context;
  }

  public Value evaluate(Expression expression, Diagnostics diagnostics) {
    EvaluationFaults faults = new EvaluationFaults();
    Value value = bounded(expression, faults);
    diagnostics.addAll(faults.list());
    return value;
  }

  /** Returns a value for every expression, within the bounds. */
  private Value bounded(Expression expression, EvaluationFaults faults) {
    try {
      Value value = evaluate(expression, null, faults);
      if (value.extent().depth() <= Limits.STANDARD.depth().value()) {
        return value;
      }
      tooLarge("A value may be nested at most %d levels deep.", expression, faults);
    } catch (Budget.Exhausted used) {
      faults.add(
          context
              .budget()
              .first(
                  Diagnostic.error(
                      "Evaluation takes too much", used.sentence(), expression.range())));
    } catch (Oversize large) {
      tooLarge(large.sentence(), expression, faults);
    } catch (StackOverflowError deep) {
      tooLarge("Its calls and values are nested too deeply.", expression, faults);
    }
    return Values.UNKNOWN;
  }

  private static void tooLarge(String why, Expression expression, EvaluationFaults faults) {
    faults.add(
        "Value too large",
        why.formatted(Limits.STANDARD.depth().value()),
        expression.range(),
        null);
  }

  /** Pays for what was made, but not for the elements, which were paid for. */
  Value made(Value value) {
    context
        .budget()
        .produced(
            switch (value.unmarked()) {
              case Value.StringValue(String text) -> text.length();
              case TupleValue tuple -> 32L * tuple.list().size();
              case ListValue list -> 32L * list.list().size();
              case SetValue set -> 32L * set.list().size();
              case MapValue map -> 32L * map.map().size();
              case ObjectValue object -> 32L * object.map().size();
              default -> 0;
            });
    return value;
  }

  Functions functions() {
    return functions;
  }

  FunctionContext context() {
    return context;
  }

  Value evaluate(Expression expression, @Nullable Frame frame, EvaluationFaults faults) {
    context.budget().steps(1);
    return switch (expression) {
      case Expression.NumberLiteral number -> Value.of(BigFloat.of(number.value()));
      case Expression.BoolLiteral bool -> Value.of(bool.value());
      case Expression.NullLiteral nothing -> Values.NULL;
      case Expression.StringLiteral string -> Value.of(string.value());
      case Expression.Template template -> Templates.evaluate(this, template, frame, faults);
      case Expression.TupleConstructor tuple -> tuple(tuple, frame, faults);
      case Expression.ObjectConstructor object -> object(object, frame, faults);
      case Expression.FunctionCall call -> Calls.evaluate(this, call, frame, faults);
      case Expression.Conditional choice -> Conditionals.evaluate(this, choice, frame, faults);
      case Expression.Binary binary -> {
        Value left = evaluate(binary.left(), frame, faults);
        Value right = evaluate(binary.right(), frame, faults);
        yield Operators.binary(binary, left, right, faults);
      }
      case Expression.Unary unary ->
          Operators.unary(unary, evaluate(unary.operand(), frame, faults), faults);
      case Expression.Parenthesised inner -> evaluate(inner.inner(), frame, faults);
      case Expression.ForTuple loop -> Loops.tuple(this, loop, frame, faults);
      case Expression.ForObject loop -> Loops.object(this, loop, frame, faults);
      case Expression.ScopeTraversal reference -> reference(reference.traversal(), frame, faults);
      case Expression.RelativeTraversal relative -> {
        Value source = evaluate(relative.source(), frame, faults);
        yield Access.follow(source, relative.steps(), faults);
      }
      case Expression.Index index -> {
        Value collection = evaluate(index.collection(), frame, faults);
        Value key = evaluate(index.key(), frame, faults);
        yield Access.index(collection, key, index.brackets(), faults);
      }
      case Expression.Splat splat -> Splats.evaluate(this, splat, frame, faults);
      case Expression.SplatItem item -> Frame.item(frame).orElse(Values.UNKNOWN);
      case Expression.Missing missing -> Values.UNKNOWN;
    };
  }

  private Value reference(Traversal traversal, @Nullable Frame frame, EvaluationFaults faults) {
    Optional<Value> local = Frame.find(frame, traversal.root());
    if (local.isPresent()) {
      return Access.follow(local.get(), traversal.steps(), faults);
    }
    return switch (scope.resolve(traversal)) {
      case EvalScope.Found(Value value, int steps) -> {
        List<TraversalStep> rest = traversal.steps();
        yield Access.follow(value, rest.subList(steps, rest.size()), faults);
      }
      case EvalScope.Missing missing -> {
        faults.addAll(missing.faults());
        yield Values.UNKNOWN;
      }
    };
  }

  private Value tuple(
      Expression.TupleConstructor tuple, @Nullable Frame frame, EvaluationFaults faults) {
    List<Value> values = new ArrayList<>(tuple.elements().size());
    for (Expression element : tuple.elements()) {
      values.add(evaluate(element, frame, faults));
    }
    return made(TupleValue.of(values));
  }

  private Value object(
      Expression.ObjectConstructor object, @Nullable Frame frame, EvaluationFaults faults) {
    Map<String, Value> values = HashMap.newHashMap(object.items().size());
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    boolean known = true;
    for (Expression.ObjectConstructor.Item item : object.items()) {
      int before = faults.size();
      Value key = key(item.key(), frame, faults);
      boolean keyFailed = faults.since(before);
      Value value = evaluate(item.value(), frame, faults);
      marks.addAll(key.marks());
      Optional<String> name = keyFailed ? Optional.empty() : keyName(item, key, faults);
      name.ifPresent(text -> values.put(text, value));
      known &= name.isPresent();
    }
    return known ? made(ObjectValue.of(values)).withMarks(marks) : Values.UNKNOWN;
  }

  private Value key(Expression key, @Nullable Frame frame, EvaluationFaults faults) {
    if (key instanceof Expression.ScopeTraversal) {
      faults.add(
          "Ambiguous attribute key",
          "If this expression is intended to be a reference, wrap it in parentheses. If it's"
              + " instead intended as a literal name containing periods, wrap it in quotes to"
              + " create a string literal.",
          key.range(),
          null);
      return Values.UNKNOWN;
    }
    return evaluate(key, frame, faults);
  }

  private static Optional<String> keyName(
      Expression.ObjectConstructor.Item item, Value key, EvaluationFaults faults) {
    SourceRange range = item.key().range();
    if (key.isNull()) {
      faults.add(
          "Null value as key", "Can't use a null value as a key.", item.value().range(), null);
      return Optional.empty();
    }
    try {
      Value text = Conversion.convert(key.unmarked(), Types.STRING);
      return text.isKnown() ? Optional.of(text.asText()) : Optional.empty();
    } catch (ConversionException e) {
      faults.add(
          "Incorrect key type", "Can't use this value as a key: " + e.reason() + ".", range, null);
      return Optional.empty();
    }
  }
}
