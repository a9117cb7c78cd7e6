package io.sluice.language.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.LateFunctions;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Openings;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.Lineage;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Evaluates the expressions that a plan left for the run, with the values that the task brings. */
public final class WorkerExpressions implements Expressions {
  private final Functions functions;
  private final FunctionContext context;
  private final LateFunctions ofProviders;
  private final Openings openings;

  public WorkerExpressions(
      Functions functions, FunctionContext context, LateFunctions ofProviders, Openings openings) {
    this.functions = functions;
    this.context = context;
    this.ofProviders = ofProviders;
    this.openings = openings;
  }

  /** Where no provider's program runs. */
  public WorkerExpressions(Functions functions, FunctionContext context) {
    this(functions, context, LateFunctions.NONE, Openings.NONE);
  }

  @Override
  public Outcome evaluate(
      io.sluice.language.substitution.Expression late, Map<Lineage, Given.Entry> refs) {
    Diagnostics diagnostics = new Diagnostics();
    Expression expression =
        NativeParser.expression(SourceFile.of("<expression>", late.source()), diagnostics);
    if (diagnostics.hasErrors()) {
      return failed(diagnostics, Set.of());
    }
    Map<String, io.sluice.language.value.Value> values = new LinkedHashMap<>();
    EnumSet<Mark> given = EnumSet.noneOf(Mark.class);
    refs.forEach(
        (path, entry) -> {
          io.sluice.language.value.Value value = JsonValues.fromJson(entry.value());
          if (entry.sensitive()) {
            given.add(Mark.SENSITIVE);
            value = value.withMarks(Set.of(Mark.SENSITIVE));
          }
          values.put(path.text(), value);
        });
    Given brought = brought(refs);
    for (Map.Entry<String, JsonNode> one : late.ephemerals().entrySet()) {
      switch (openings.open(one.getKey(), one.getValue(), brought)) {
        case Openings.Failed(String reason) -> {
          return new Failed(reason);
        }
        case Openings.Open(io.sluice.language.value.Value result) -> {
          given.add(Mark.SENSITIVE);
          values.put(one.getKey(), result.withMarks(Set.of(Mark.SENSITIVE)));
        }
      }
    }
    io.sluice.language.value.Value value =
        new Evaluator(
                new ReferencedValues(values),
                functions.with(ofProviders.of(late.providers())),
                context.with(context.budget().whole()))
            .evaluate(expression, diagnostics);
    if (diagnostics.hasErrors()) {
      return failed(diagnostics, given);
    }
    if (!value.isWhollyKnown()) {
      return new Failed("the expression still depends on something that is not known");
    }
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    io.sluice.language.value.Value plain = Marks.unmarkDeep(value, marks);
    try {
      return new Expressions.Value(JsonValues.toJson(plain), marks.contains(Mark.SENSITIVE));
    } catch (IllegalStateException e) {
      return new Failed("the expression has no JSON value: " + e.getMessage());
    }
  }

  private static Given brought(Map<Lineage, Given.Entry> refs) {
    Map<String, Given.Entry> values = new LinkedHashMap<>();
    refs.forEach((path, entry) -> values.put(path.text(), entry));
    return new Given(values, Map.of());
  }

  /**
   * A message of a function may quote its argument, so with secrets around only its summary is
   * shown.
   */
  private static Failed failed(Diagnostics diagnostics, Set<Mark> given) {
    Diagnostic first = diagnostics.list().getFirst();
    return new Failed(
        given.isEmpty()
            ? first.summary() + ": " + first.detail()
            : first.summary() + " (the detail is withheld: a sensitive value is involved)");
  }
}
