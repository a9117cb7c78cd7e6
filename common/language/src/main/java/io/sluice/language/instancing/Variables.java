package io.sluice.language.instancing;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Address;
import java.util.EnumSet;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Gives variables their values: converted, completed, validated, marked. */
final class Variables {
  private final Map<String, Given> given;
  private final Diagnostics diagnostics;

  /** {@code given} is what the root's variables are set to. */
  Variables(Map<String, Given> given, Diagnostics diagnostics) {
    this.given = given;
    this.diagnostics = diagnostics;
  }

  void evaluate(ModuleInstance module, Variable variable) {
    ModuleInstance.Call call = module.call();
    Evaluated value = call == null ? ofRoot(module, variable) : ofCall(module, variable, call);
    module.putVariable(variable.name(), marked(variable, value));
    if (!validated(module, variable)) {
      module.putVariable(
          variable.name(), new Evaluated(Value.unknown(variable.type().type()), new TreeSet<>()));
    }
  }

  private static Evaluated marked(Variable variable, Evaluated value) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    if (variable.sensitive()) {
      marks.add(Mark.SENSITIVE);
    }
    if (variable.ephemeral()) {
      marks.add(Mark.EPHEMERAL);
    }
    return marks.isEmpty() ? value : new Evaluated(value.value().withMarks(marks), value.needs());
  }

  private Evaluated ofRoot(ModuleInstance module, Variable variable) {
    SortedSet<Address> nothing = new TreeSet<>();
    if (module.environment().phase() == Phase.VALIDATE) {
      if (variable.defaultValue() != null) {
        otherwise(variable, module);
      }
      Value unknown =
          variable.nullable()
              ? Value.unknown(variable.type().type())
              : Value.unknownNotNull(variable.type().type());
      return new Evaluated(unknown, nothing);
    }
    Given set = given.get(variable.name());
    if (set == null) {
      Value otherwise =
          variable.defaultValue() == null
              ? Value.unknown(variable.type().type())
              : otherwise(variable, module);
      return new Evaluated(otherwise, nothing);
    }
    Value value = module.evaluate(set.value(), diagnostics);
    boolean file = !set.origin().startsWith("<");
    return new Evaluated(
        fitted(
            module,
            variable,
            value,
            file
                ? null
                : "Unsuitable value for var.%s set from %s: "
                    .formatted(variable.name(), origin(set.origin())),
            file ? set.value().range() : variable.range()),
        nothing);
  }

  private static String origin(String origin) {
    return origin.startsWith("<environment variable ")
        ? "the environment variable "
            + origin.substring("<environment variable ".length(), origin.length() - 1)
        : "using -var=\"...\"";
  }

  private Evaluated ofCall(ModuleInstance module, Variable variable, ModuleInstance.Call call) {
    Map<String, Attribute> arguments = call.block().arguments().justAttributes(new Diagnostics());
    Attribute argument = arguments.get(variable.name());
    if (argument == null) {
      Value otherwise =
          variable.defaultValue() == null
              ? Value.unknown(variable.type().type())
              : otherwise(variable, module);
      return new Evaluated(otherwise, new TreeSet<>());
    }
    Expression expression = argument.expression();
    Value value = call.from().evaluate(expression, call.repeated(), diagnostics);
    if (!variable.ephemeral() && Marks.deep(value).contains(Mark.EPHEMERAL)) {
      diagnostics.error(
          "Ephemeral value not allowed",
          ("Input variable \"%s\" is not declared as accepting ephemeral values, so it cannot be"
                  + " set to a result derived from an ephemeral value.")
              .formatted(variable.name()),
          expression.range());
      return new Evaluated(Value.unknown(variable.type().type()), new TreeSet<>());
    }
    return new Evaluated(
        fitted(module, variable, value, null, expression.range()),
        Needs.of(expression, call.from(), call.repeated()));
  }

  /** The default; reports one that does not fit. */
  private Value otherwise(Variable variable, ModuleInstance module) {
    Expression expression = variable.defaultValue();
    if (expression == null) {
      return Value.unknown(variable.type().type());
    }
    Value value = module.evaluate(expression, diagnostics);
    try {
      if (value.isNull() && !variable.nullable()) {
        diagnostics.error(
            "Invalid default value for variable",
            "A null default value is not valid when nullable = false.",
            expression.range());
      }
      return variable.type().convert(value);
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid default value for variable",
          "This default value is not compatible with the variable's type constraint: %s."
              .formatted(reason(e)),
          expression.range());
      return Value.unknown(variable.type().type());
    }
  }

  static String reason(ConversionException e) {
    return e.path().isEmpty() ? e.reason() : e.path() + ": " + e.reason();
  }

  private Value fitted(
      ModuleInstance module,
      Variable variable,
      Value value,
      @Nullable String opening,
      SourceRange range) {
    String start =
        opening == null
            ? "The given value is not suitable for %s declared at %s: "
                .formatted(module.prefix() + "var." + variable.name(), variable.range())
            : opening;
    if (value.isNull() && !variable.nullable()) {
      if (variable.defaultValue() != null) {
        return otherwise(variable, module);
      }
      diagnostics.error(
          "Required variable not set", start + "required variable may not be set to null.", range);
      return Value.unknown(variable.type().type());
    }
    try {
      return variable.type().convert(value);
    } catch (ConversionException e) {
      diagnostics.error("Invalid value for input variable", start + reason(e) + ".", range);
      return Value.unknown(variable.type().type());
    }
  }

  private boolean validated(ModuleInstance module, Variable variable) {
    boolean fine = true;
    if (variable.validations().isEmpty()) {
      return true;
    }
    Evaluator evaluator = module.evaluator(Repeated.SINGLE, null);
    for (CheckRule rule : variable.validations()) {
      switch (Conditions.check(rule, "variable validation", evaluator, diagnostics)) {
        case HOLDS, LATER -> {}
        case BROKEN -> fine = false;
        case FAILS -> {
          fine = false;
          String message = Conditions.message(rule, evaluator, diagnostics);
          diagnostics.add(
              Diagnostic.error(
                      "Invalid value for variable",
                      message
                          + "\n\nThis was checked by the validation rule at %s."
                              .formatted(rule.range()),
                      place(module, variable))
                  .about(module.prefix() + "var." + variable.name()));
        }
      }
    }
    return fine;
  }

  private SourceRange place(ModuleInstance module, Variable variable) {
    ModuleInstance.Call call = module.call();
    if (call != null) {
      Attribute argument =
          call.block().arguments().justAttributes(new Diagnostics()).get(variable.name());
      return argument == null ? variable.range() : argument.expression().range();
    }
    Given set = given.get(variable.name());
    boolean file = set != null && !set.origin().startsWith("<");
    return set != null && file ? set.value().range() : variable.range();
  }
}
