package io.sluice.language.oracle;

import io.sluice.language.console.Console;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sluice's console over the same fixture. */
final class Sluice {
  private final Map<String, Value> locals = new LinkedHashMap<>();
  private final Console console;

  Sluice(Path fixture) {
    Functions functions = Functions.all().without("plantimestamp");
    FileAccess files = new FixtureFiles(fixture);
    FunctionContext context = FileTemplates.context(functions, files, Moment.UNKNOWN);
    EvalScope scope = this::resolve;
    Evaluator evaluator = new Evaluator(scope, functions, context);
    Case.locals()
        .forEach(
            (name, text) -> {
              Diagnostics diagnostics = new Diagnostics();
              var expression =
                  NativeParser.expression(SourceFile.of("locals", text + "\n"), diagnostics);
              Value value = evaluator.evaluate(expression, diagnostics);
              if (diagnostics.hasErrors()) {
                throw new IllegalStateException(name + ": " + diagnostics);
              }
              locals.put(name, value);
            });
    console = new Console(scope, functions, context);
  }

  Answer ask(String expression) {
    return switch (console.answer(expression)) {
      case Console.Shown(String text) -> Answer.of(text);
      case Console.Failed(List<Diagnostic> diagnostics) ->
          Answer.failed(
              diagnostics.stream()
                  .map(d -> new Answer.Fault(d.summary(), (d.detail() + " " + d.hint()).strip()))
                  .toList());
    };
  }

  /** As much of Terraform's references as the fixture has. */
  private EvalScope.Resolution resolve(Traversal traversal) {
    String first =
        !traversal.steps().isEmpty()
                && traversal.steps().getFirst() instanceof TraversalStep.Attribute attribute
            ? attribute.name()
            : "";
    return switch (traversal.root()) {
      case "terraform_data" -> new EvalScope.Found(Values.UNKNOWN, 1);
      case "local" ->
          locals.containsKey(first)
              ? new EvalScope.Found(locals.get(first), 1)
              : missing(
                  traversal,
                  "Reference to undeclared local value",
                  "A local value with the name \"" + first + "\" has not been declared.");
      default ->
          missing(
              traversal,
              "Invalid reference",
              "A reference to a resource type must be followed by at least one attribute access,"
                  + " specifying the resource name.");
    };
  }

  private static EvalScope.Resolution missing(Traversal traversal, String summary, String detail) {
    return new EvalScope.Missing(List.of(Diagnostic.error(summary, detail, traversal.range())));
  }
}
