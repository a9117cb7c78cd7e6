package io.sluice.language.function;

import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A function: its parameters, the type of its result, and what it does. */
public final class Function {
  /** The type of a result, from arguments that may be unknown; null and marks follow the rules. */
  public interface TypeRule {
    Type of(List<Value> arguments) throws FunctionFailure;
  }

  /** The work; arguments are as the parameters allow, {@code type} is what the rule gave. */
  public interface Body {
    Value apply(List<Value> arguments, Type type, FunctionContext context) throws FunctionFailure;
  }

  private final String name;
  private final List<Parameter> parameters;
  private final @Nullable Parameter variadic;
  private final TypeRule rule;
  private final Body body;
  private final boolean nullable;

  private Function(
      String name,
      List<Parameter> parameters,
      @Nullable Parameter variadic,
      TypeRule rule,
      Body body,
      boolean nullable) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.variadic = variadic;
    this.rule = rule;
    this.body = body;
    this.nullable = nullable;
  }

  /** Puts a function together. */
  public static final class Builder {
    private final String name;
    private final List<Parameter> parameters = new ArrayList<>();
    private @Nullable Parameter variadic;
    private TypeRule rule = arguments -> Types.ANY;
    private boolean nullable;

    private Builder(String name) {
      this.name = name;
    }

    public Builder with(Parameter parameter) {
      parameters.add(parameter);
      return this;
    }

    public Builder with(String parameter, Type type) {
      return with(Parameter.of(parameter, type));
    }

    public Builder more(Parameter parameter) {
      variadic = parameter;
      return this;
    }

    public Builder gives(Type type) {
      rule = arguments -> type;
      return this;
    }

    public Builder gives(TypeRule typeRule) {
      rule = typeRule;
      return this;
    }

    /** The result may be null, so an unknown result may be anything. */
    public Builder orNull() {
      nullable = true;
      return this;
    }

    public Function does(Body body) {
      return new Function(name, parameters, variadic, rule, body, nullable);
    }
  }

  public static Builder named(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public Optional<Parameter> variadic() {
    return Optional.ofNullable(variadic);
  }

  /** The parameter that an argument belongs to. */
  public Parameter parameter(int index) {
    if (index < parameters.size()) {
      return parameters.get(index);
    }
    if (variadic == null) {
      throw new IllegalStateException(name + " has no parameter " + index);
    }
    return variadic;
  }

  /** Calls it with the right number of arguments, each of its parameter's type. */
  public Value call(List<Value> given, FunctionContext context) throws FunctionFailure {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    List<Value> arguments = new ArrayList<>(given.size());
    boolean dynamic = false;
    for (int i = 0; i < given.size(); i++) {
      Parameter parameter = parameter(i);
      Value argument = parameter.marked() ? given.get(i) : Marks.unmarkDeep(given.get(i), marks);
      if (argument.isNull() && !parameter.nulls()) {
        throw new FunctionFailure(i, "argument must not be null");
      }
      dynamic |= argument.type().isAny() && !parameter.dynamic();
      arguments.add(argument);
    }
    if (dynamic) {
      arguments.forEach(argument -> marks.addAll(argument.marks()));
      return Values.UNKNOWN.withMarks(marks);
    }
    Type type = rule.of(arguments);
    for (int i = 0; i < arguments.size(); i++) {
      if (!arguments.get(i).isKnown() && !parameter(i).unknowns()) {
        arguments.forEach(argument -> marks.addAll(argument.marks()));
        return unknown(type).withMarks(marks);
      }
    }
    return body.apply(arguments, type, context).withMarks(marks);
  }

  private Value unknown(Type type) {
    return nullable ? Value.unknown(type) : Value.unknownNotNull(type);
  }
}
