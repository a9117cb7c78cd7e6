package io.sluice.language.tfvars;

import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.NamedValues;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.function.Parameter;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The functions of Terraform's own provider: values as the text of {@code .tfvars} files and of
 * expressions, and back.
 */
public final class TfvarsFunctions {
  /** What a module calls the provider in the text that a run evaluates. */
  public static final String PROVIDER = "terraform";

  private static final Map<String, Function> ALL =
      Map.of("encode_tfvars", encode(), "decode_tfvars", decode(), "encode_expr", expression());

  private TfvarsFunctions() {}

  public static Optional<Function> find(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  private static Function encode() {
    return Function.named("encode_tfvars")
        .with(Parameter.of("value", Types.ANY))
        .gives(Types.STRING)
        .does(
            (arguments, type, context) -> {
              Value value = arguments.getFirst();
              if (!isMapping(value.type())) {
                throw new FunctionFailure(
                    0,
                    "invalid value to encode: must be an object whose attribute names will become"
                        + " the encoded variable names");
              }
              if (!value.isWhollyKnown()) {
                return Value.unknownNotNull(Types.STRING);
              }
              SortedMap<String, Value> values = new TreeMap<>(value.entries());
              for (String name : values.keySet()) {
                if (!Notation.isName(name)) {
                  throw new FunctionFailure(
                      0,
                      "invalid variable name \"%s\": must be a valid identifier, per Terraform's rules for input variable declarations"
                          .formatted(name));
                }
              }
              return Value.of(Notation.arguments(values));
            });
  }

  private static boolean isMapping(Type type) {
    return type instanceof Type.ObjectType || type instanceof Type.MapType;
  }

  private static Function expression() {
    return Function.named("encode_expr")
        .with(Parameter.of("value", Types.ANY).allowingNull().allowingDynamic())
        .gives(Types.STRING)
        .does(
            (arguments, type, context) -> {
              Value value = arguments.getFirst();
              return value.isWhollyKnown()
                  ? Value.of(Notation.of(value))
                  : Value.unknownNotNull(Types.STRING);
            });
  }

  private static Function decode() {
    return Function.named("decode_tfvars")
        .with("src", Types.STRING)
        .gives(Types.ANY)
        .does((arguments, type, context) -> decoded(arguments.getFirst().asText()));
  }

  private static Value decoded(String text) throws FunctionFailure {
    Diagnostics faults = new Diagnostics();
    Map<String, Attribute> attributes =
        NativeParser.file(SourceFile.of("<decode_tfvars argument>", text), faults)
            .justAttributes(faults);
    if (faults.hasErrors()) {
      throw new FunctionFailure("invalid tfvars syntax: " + told(faults));
    }
    Functions none = Functions.all().only();
    Evaluator evaluator =
        new Evaluator(
            new NamedValues(Map.of()),
            none,
            FileTemplates.context(none, FileAccess.NONE, Moment.UNKNOWN));
    SortedMap<String, Value> values = new TreeMap<>();
    for (Attribute attribute : attributes.values()) {
      Diagnostics own = new Diagnostics();
      attribute
          .expression()
          .variables()
          .forEach(
              name ->
                  own.error(
                      "Variables not allowed",
                      "Variables may not be used here.",
                      name.rootRange()));
      values.put(attribute.name(), evaluator.evaluate(attribute.expression(), own));
      if (own.hasErrors()) {
        throw new FunctionFailure(
            "invalid expression for variable \"%s\": %s".formatted(attribute.name(), told(own)));
      }
    }
    return ObjectValue.of(values);
  }

  private static String told(Diagnostics faults) {
    Diagnostic first = faults.list().getFirst();
    return "%s: %s; %s".formatted(first.range(), first.summary(), first.detail());
  }
}
