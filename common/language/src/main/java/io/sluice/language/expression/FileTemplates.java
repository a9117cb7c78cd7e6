package io.sluice.language.expression;

import io.sluice.language.function.Budget;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.function.TemplateRenderer;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;

/** Texts as templates, with the functions that expressions have. */
public final class FileTemplates implements TemplateRenderer {
  private final Functions functions;

  private FileTemplates(Functions functions) {
    this.functions = functions;
  }

  /** What functions need, templates included. */
  public static FunctionContext context(Functions functions, FileAccess files, Moment moment) {
    return new FunctionContext(files, moment, new FileTemplates(functions), 0, Budget.standard());
  }

  @Override
  public Value render(
      String name, String text, Map<String, Value> variables, FunctionContext caller)
      throws FunctionFailure {
    Diagnostics diagnostics = new Diagnostics();
    Expression.Template template = NativeParser.template(SourceFile.of(name, text), diagnostics);
    failOn(diagnostics);
    for (Traversal traversal : template.variables()) {
      if (!variables.containsKey(traversal.root())) {
        throw new FunctionFailure(
            1,
            "vars map does not contain key \"%s\", referenced at %s"
                .formatted(traversal.root(), place(traversal.rootRange())));
      }
    }
    EvaluationFaults faults = new EvaluationFaults();
    Value value =
        new Evaluator(new NamedValues(variables), functions, caller.inside(this))
            .evaluate(template, null, faults);
    diagnostics.addAll(faults.list());
    failOn(diagnostics);
    return value;
  }

  private static void failOn(Diagnostics diagnostics) throws FunctionFailure {
    if (!diagnostics.hasErrors()) {
      return;
    }
    List<Diagnostic> errors = diagnostics.list().stream().filter(Diagnostic::isError).toList();
    Diagnostic first = errors.getFirst();
    SourceRange range = first.range();
    String more = errors.size() > 1 ? ", and " + (errors.size() - 1) + " other diagnostic(s)" : "";
    throw new FunctionFailure(
        (range == null ? "" : place(range) + ": ")
            + first.summary()
            + "; "
            + first.detail()
            + more);
  }

  private static String place(SourceRange range) {
    var start = range.startPosition();
    var end = range.endPosition();
    return start.line() == end.line()
        ? "%s:%d,%d-%d".formatted(range.file(), start.line(), start.column(), end.column())
        : "%s:%d,%d-%d,%d"
            .formatted(range.file(), start.line(), start.column(), end.line(), end.column());
  }
}
