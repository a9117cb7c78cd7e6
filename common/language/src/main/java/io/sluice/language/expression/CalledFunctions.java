package io.sluice.language.expression;

import io.sluice.language.function.Function;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import java.util.Optional;

/** Which function a call means: one of the language, or one of a provider. */
final class CalledFunctions {
  private static final String PROVIDER = "provider";
  private static final String UNKNOWN = "Unknown provider function";

  private CalledFunctions() {}

  /** Empty if there is none, which is then reported. */
  static Optional<Function> find(
      Functions functions, Expression.FunctionCall call, EvaluationFaults faults) {
    if (functions.names().isEmpty()) {
      faults.add(
          "Function calls not allowed",
          "Functions may not be called here.",
          call.range(),
          call.range());
      return Optional.empty();
    }
    Optional<Function> known = functions.find(call.name());
    String[] parts = call.name().split("::", -1);
    if (known.isPresent()) {
      return known;
    }
    if (parts.length == 1) {
      faults.add(
          Diagnostic.error(
                  "Call to unknown function",
                  "There is no function named \"" + call.name() + "\".",
                  call.nameRange())
              .withContext(call.range())
              .withHint(Suggestions.question(call.name(), functions.names())));
      return Optional.empty();
    }
    return parts[0].equals(PROVIDER) && parts.length == 3
        ? ofProvider(functions.ofProviders(), parts[1], parts[2], call, faults)
        : wrong(
            parts[0].equals(PROVIDER)
                ? "The function call must include the provider name after the \"provider::\""
                    + " prefix."
                : ("The function namespace \"%s\" is not valid. Provider function calls must use"
                        + " the \"provider::\" namespace prefix.")
                    .formatted(parts[0]),
            call,
            faults);
  }

  private static Optional<Function> ofProvider(
      ProviderFunctions providers,
      String provider,
      String name,
      Expression.FunctionCall call,
      EvaluationFaults faults) {
    return switch (providers.find(provider, name)) {
      case ProviderFunctions.Known known -> Optional.of(known.function());
      case ProviderFunctions.BuiltIn(Function function) -> Optional.of(function);
      case ProviderFunctions.NoFunction none ->
          wrong(
              "The function \"%s\" is not available from the provider \"%s\"."
                  .formatted(name, provider),
              call,
              faults);
      case ProviderFunctions.NotInstalled missing -> {
        faults.add(
            Diagnostic.error(
                    "Provider isn't installed",
                    "%s is a function of %s, which is not installed."
                        .formatted(call.name(), missing.source()),
                    call.nameRange())
                .withContext(call.range())
                .withHint("Run `sluice init`."));
        yield Optional.empty();
      }
      case ProviderFunctions.NoProvider none ->
          wrong(
              ("There is no function named \"%s\". Ensure that provider name \"%s\" is declared in"
                      + " this module's required_providers block, and that this provider offers a"
                      + " function named \"%s\".")
                  .formatted(call.name(), provider, name),
              call,
              faults);
    };
  }

  private static Optional<Function> wrong(
      String detail, Expression.FunctionCall call, EvaluationFaults faults) {
    faults.add(UNKNOWN, detail, call.nameRange(), call.range());
    return Optional.empty();
  }
}
