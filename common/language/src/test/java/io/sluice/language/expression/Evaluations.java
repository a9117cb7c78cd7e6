package io.sluice.language.expression;

import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;

/** Expressions evaluated for tests. */
public final class Evaluations {
  private Evaluations() {}

  public static Expression parse(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Expression expression = NativeParser.expression(SourceFile.of("test", text), diagnostics);
    if (diagnostics.hasErrors()) {
      throw new IllegalArgumentException(diagnostics.toString());
    }
    return expression;
  }

  public static Value value(String text, Map<String, Value> names) {
    return value(text, names, Moment.UNKNOWN);
  }

  public static Value value(String text, Map<String, Value> names, Moment moment) {
    Diagnostics diagnostics = new Diagnostics();
    Value value = evaluator(names, moment).evaluate(parse(text), diagnostics);
    if (diagnostics.hasErrors()) {
      throw new IllegalArgumentException(diagnostics.toString());
    }
    return value;
  }

  static List<Diagnostic> faults(String text, Map<String, Value> names) {
    Diagnostics diagnostics = new Diagnostics();
    evaluator(names, Moment.UNKNOWN).evaluate(parse(text), diagnostics);
    return diagnostics.list();
  }

  private static Evaluator evaluator(Map<String, Value> names, Moment moment) {
    return new Evaluator(
        new NamedValues(names),
        Functions.all(),
        FileTemplates.context(Functions.all(), FileAccess.NONE, moment));
  }
}
