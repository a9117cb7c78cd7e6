package io.sluice.cli.trial;

import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.NamedValues;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.library.Functions;
import io.sluice.language.instancing.deferred.ValueText;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.ConversionException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values of variables in one run: those of the run come before those of its file, and these
 * before what the command line and variable files say.
 */
final class TestVariables implements EvalScope {
  private final Module module;
  private final TestFile file;
  private final SortedMap<String, Given> global;
  private final EarlierRuns earlier;
  private final Evaluating evaluating;
  private final Diagnostics diagnostics;
  private final SortedMap<String, Value> known = new TreeMap<>();
  private final Set<String> open = new HashSet<>();

  /** What expressions may call. */
  record Evaluating(Functions functions, FunctionContext context) {}

  /**
   * @param module that is run
   * @param global what is said outside of the file
   */
  TestVariables(
      Module module,
      TestFile file,
      SortedMap<String, Given> global,
      EarlierRuns earlier,
      Evaluating evaluating,
      Diagnostics diagnostics) {
    this.module = module;
    this.file = file;
    this.global = global;
    this.earlier = earlier;
    this.evaluating = evaluating;
    this.diagnostics = diagnostics;
  }

  /** A value that the file or somebody outside of it gives. */
  private Value value(Traversal at, String name) {
    Value before = known.get(name);
    if (before != null) {
      return before;
    }
    Expression said = file.variables().get(name);
    Given given = global.get(name);
    Variable declared = module.variables().get(name);
    if (said != null && open.add(name)) {
      Value value = typed(name, evaluate(said));
      open.remove(name);
      known.put(name, value);
      return value;
    }
    if (given != null) {
      return typed(name, constant(given.value()));
    }
    if (declared != null && declared.defaultValue() != null) {
      return typed(name, constant(declared.defaultValue()));
    }
    diagnostics.error(
        "Reference to unavailable variable",
        "The input variable \"%s\" is not available to the current context. Within the variables block of a run block you can only reference variables defined at the file or global levels when populating variables."
            .formatted(name),
        at.range());
    return Values.UNKNOWN;
  }

  private Value typed(String name, Value value) {
    Variable declared = module.variables().get(name);
    if (declared == null) {
      return value;
    }
    try {
      return declared.type().convert(value);
    } catch (ConversionException e) {
      return value; // said when the module takes it
    }
  }

  /** The same where those of a run are settled. */
  TestVariables within(SortedMap<String, Value> values) {
    known.putAll(values);
    return this;
  }

  Value evaluate(Expression expression) {
    return new Evaluator(this, evaluating.functions(), evaluating.context())
        .evaluate(expression, diagnostics);
  }

  private Value constant(Expression expression) {
    return new Evaluator(new NamedValues(Map.of()), evaluating.functions(), evaluating.context())
        .evaluate(expression, new Diagnostics());
  }

  @Override
  public Resolution resolve(Traversal traversal) {
    String name = TestScope.first(traversal);
    if (name != null && traversal.root().equals("run")) {
      return earlier.resolve(traversal);
    }
    if (name != null && traversal.root().equals("var")) {
      return new Found(value(traversal, name), 1);
    }
    return new Missing(
        List.of(
            Diagnostic.error(
                "Invalid reference",
                "You can only reference variables and earlier run blocks here, and \"%s\" is neither."
                    .formatted(traversal),
                traversal.range())));
  }

  /** All values of a run, by name; those that the module does not declare among them. */
  SortedMap<String, Value> of(TestRun run) {
    SortedMap<String, Value> values = new TreeMap<>();
    Set<String> names = new TreeSet<>(global.keySet());
    names.addAll(file.variables().keySet());
    for (String name : names) {
      if (!run.variables().containsKey(name)) {
        Expression said = file.variables().get(name);
        Given given = global.get(name);
        if (said != null) {
          values.put(name, evaluate(said));
        } else if (given != null) {
          values.put(name, constant(given.value()));
        }
      }
    }
    run.variables()
        .forEach(
            (name, said) -> {
              values.put(name, evaluate(said));
              if (!module.variables().containsKey(name)) {
                undeclared(name, run, said.range());
              }
            });
    missing(run, values.keySet());
    unknown(run, values);
    return values;
  }

  private void undeclared(String name, TestRun run, SourceRange at) {
    diagnostics.warning(
        "Value for undeclared variable",
        "The module under test does not declare a variable named \"%s\", but it is declared in run block \"%s\"."
            .formatted(name, run.name()),
        at);
  }

  private void missing(TestRun run, Set<String> given) {
    for (Variable variable : module.variables().values()) {
      if (variable.defaultValue() == null && !given.contains(variable.name())) {
        diagnostics.error(
            "No value for required variable",
            "The module under test for run block \"%s\" has a required variable \"%s\" with no set value. Use a -var or -var-file command line argument or add this variable into a \"variables\" block within the test file or run block."
                .formatted(run.name(), variable.name()),
            variable.range());
      }
    }
  }

  private void unknown(TestRun run, SortedMap<String, Value> values) {
    values.forEach(
        (name, value) -> {
          if (!value.isWhollyKnown() && !diagnostics.hasErrors()) {
            Expression said = run.variables().getOrDefault(name, file.variables().get(name));
            diagnostics.error(
                "Reference to unknown value",
                "The value for %s is unknown. Run block \"%s\" is referencing it, and it is known only after an apply."
                    .formatted(name, run.name()),
                said == null ? run.range() : said.range());
          }
        });
  }

  /** A value as an expression that a module can be given. */
  static Given given(String name, Value value) {
    String origin = "<value for var." + name + ">";
    return new Given(literal(origin, value), origin);
  }

  static Expression literal(String origin, Value value) {
    return NativeParser.expression(SourceFile.of(origin, ValueText.of(value)), new Diagnostics());
  }
}
