package io.sluice.language.console;

import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Rendering;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.function.BiConsumer;

/** Expressions read one by one and answered as {@code terraform console} answers. */
public final class Console {
  private static final String SOURCE = "<console-input>";

  /** What is shown for an expression. */
  public sealed interface Answer {}

  public record Shown(String text) implements Answer {}

  public record Failed(List<Diagnostic> diagnostics) implements Answer {
    public Failed {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  private final Evaluator evaluator;
  private final FunctionContext context;
  private final BiConsumer<Expression, Diagnostics> check;

  public Console(EvalScope scope, Functions functions, FunctionContext context) {
    this(scope, functions, context, (expression, diagnostics) -> {});
  }

  /**
   * @param check of the names in an expression: an undeclared name must not count as unknown
   */
  public Console(
      EvalScope scope,
      Functions functions,
      FunctionContext context,
      BiConsumer<Expression, Diagnostics> check) {
    this.evaluator = new Evaluator(scope, functions, context);
    this.context = context;
    this.check = check;
  }

  /** A heredoc ends with the end of a line. */
  private static String ended(String text) {
    return text.contains("\n") && !text.endsWith("\n") ? text + "\n" : text;
  }

  public Answer answer(String text) {
    context.budget().renew();
    Diagnostics diagnostics = new Diagnostics();
    Expression expression =
        NativeParser.expression(SourceFile.of(SOURCE, ended(text)), diagnostics);
    if (diagnostics.hasErrors()) {
      return new Failed(diagnostics.list());
    }
    check.accept(expression, diagnostics);
    if (diagnostics.hasErrors()) {
      return new Failed(diagnostics.list());
    }
    boolean asksForType =
        expression instanceof Expression.FunctionCall call
            && call.name().equals("type")
            && call.arguments().size() == 1
            && !call.expandFinal();
    Value value =
        evaluator.evaluate(
            asksForType
                ? ((Expression.FunctionCall) expression).arguments().getFirst()
                : expression,
            diagnostics);
    if (diagnostics.hasErrors()) {
      return new Failed(diagnostics.list());
    }
    return new Shown(asksForType ? TypeText.of(value.type()) : Rendering.render(value));
  }
}
