package io.sluice.stacks.deployment;

import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.Reading;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.deferred.ValueText;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.stacks.deployment.DeploymentConfiguration.Deployment;
import io.sluice.stacks.deployment.DeploymentConfiguration.UpstreamInput;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What deployments set the variables of their stack to. */
public final class DeploymentValues {
  private final Module stack;
  private final boolean validating;
  private final Diagnostics diagnostics;
  private final DeploymentScope scope;

  private DeploymentValues(
      DeploymentConfiguration configuration,
      Module stack,
      Map<String, Value> upstream,
      boolean validating,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    this.stack = stack;
    this.validating = validating;
    this.diagnostics = diagnostics;
    Map<String, Value> others = new HashMap<>();
    for (UpstreamInput input : configuration.upstream().values()) {
      Value published = upstream.get(input.name());
      others.put(
          "upstream_input." + input.name(),
          published == null || validating ? Values.UNKNOWN : published);
    }
    this.scope = new DeploymentScope(configuration, others, environment, diagnostics);
  }

  /**
   * With what other stacks publish.
   *
   * @param upstream by the names of upstream inputs
   */
  public static DeploymentValues of(
      DeploymentConfiguration configuration,
      Module stack,
      Map<String, Value> upstream,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    return new DeploymentValues(configuration, stack, upstream, false, environment, diagnostics);
  }

  /** Reports what is wrong with the inputs of all deployments whatever other stacks publish. */
  public static void validate(
      DeploymentConfiguration configuration,
      Module stack,
      ModuleEnvironment environment,
      Diagnostics diagnostics) {
    DeploymentValues values =
        new DeploymentValues(configuration, stack, Map.of(), true, environment, diagnostics);
    configuration.deployments().values().forEach(values::inputs);
  }

  /** The values of the stack's variables, as expressions without references. */
  public SortedMap<String, Expression> inputs(Deployment deployment) {
    SortedMap<String, Expression> inputs = new TreeMap<>();
    Expression written = deployment.inputs();
    if (written instanceof ObjectConstructor object) {
      for (ObjectConstructor.Item item : object.items()) {
        String name = Reading.text(item.key());
        if (name == null) {
          computed(item, inputs);
        } else {
          input(name, scope.evaluate(item.value()), item.value().range(), inputs);
        }
      }
    } else if (written != null) {
      entries(scope.evaluate(written), written.range(), inputs);
      tellMissing(deployment, inputs);
    }
    return inputs;
  }

  private void computed(ObjectConstructor.Item item, Map<String, Expression> inputs) {
    ObjectConstructor alone = new ObjectConstructor(List.of(item), item.range(), item.range());
    entries(scope.evaluate(alone), item.range(), inputs);
  }

  private void entries(Value whole, SourceRange range, Map<String, Expression> inputs) {
    @Nullable Map<String, Value> entries =
        switch (whole.unmarked()) {
          case ObjectValue object -> object.map();
          case MapValue map -> map.map();
          default -> null;
        };
    boolean sensitive = Marks.deep(whole).contains(Mark.SENSITIVE);
    if (entries != null) {
      entries.forEach(
          (name, value) -> {
            if (!stack.variables().containsKey(name)) {
              undeclared(name, range);
            }
            Value marked = sensitive ? value.withMarks(EnumSet.of(Mark.SENSITIVE)) : value;
            input(name, marked, range, inputs);
          });
    } else if (whole.isKnown()) {
      diagnostics.error(
          "Invalid inputs", "The inputs of a deployment are an object of values.", range);
    }
  }

  private void input(String name, Value value, SourceRange range, Map<String, Expression> inputs) {
    Variable variable = stack.variables().get(name);
    if (variable == null) {
      return; // told by whoever knows whether the name is written out
    }
    if (!value.isWhollyKnown()) {
      if (!validating) {
        diagnostics.error(
            "Unknown input",
            "The value of \"%s\" has to be known before the deployment is planned.".formatted(name),
            range);
      }
      inputs.put(name, new Expression.NullLiteral(range));
      return;
    }
    if (Marks.deep(value).contains(Mark.SENSITIVE) && !variable.sensitive()) {
      diagnostics.error(
          "Sensitive value for a variable that is not",
          "The variable \"%s\" at %s gets a sensitive value here: declare it with sensitive = true."
              .formatted(name, variable.range()),
          range);
    }
    try {
      variable.type().convert(value);
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid value for input",
          "The value is not suitable for the variable \"%s\" at %s: %s."
              .formatted(
                  name,
                  variable.range(),
                  e.path().isEmpty() ? e.reason() : e.path() + ": " + e.reason()),
          range);
    }
    inputs.put(name, literal(name, value, range));
  }

  private void undeclared(String name, SourceRange range) {
    diagnostics.add(
        Diagnostic.error(
                "Undeclared input", "The stack has no variable \"%s\".".formatted(name), range)
            .withHint(Suggestions.question(name, stack.variables().keySet())));
  }

  private void tellMissing(Deployment deployment, Map<String, Expression> inputs) {
    for (Variable variable : stack.variables().values()) {
      if (variable.defaultValue() == null && !inputs.containsKey(variable.name())) {
        diagnostics.error(
            "Missing input",
            "The deployment \"%s\" does not set \"%s\", which has no default (%s)."
                .formatted(deployment.name(), variable.name(), variable.range()),
            deployment.range());
      }
    }
  }

  /** An expression that is that value, at the place where it was written. */
  private static Expression literal(String name, Value value, SourceRange range) {
    SourceFile text = SourceFile.of("<input " + name + ">", ValueText.of(value));
    return new Expression.Parenthesised(NativeParser.expression(text, new Diagnostics()), range);
  }
}
