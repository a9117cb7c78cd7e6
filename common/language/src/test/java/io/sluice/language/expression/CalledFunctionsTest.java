package io.sluice.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Function;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.function.ProviderFunctions;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.plan.PluginWork;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Functions of providers are called, checked and refused as Terraform does it. */
final class CalledFunctionsTest {
  private static final Function PARSE =
      Function.named("provider::aws::parse")
          .with("arn", Types.STRING)
          .gives(Types.STRING)
          .does(
              (arguments, type, context) -> {
                String text = arguments.getFirst().asText();
                if (!text.startsWith("arn:")) {
                  throw new FunctionFailure("arn: invalid prefix");
                }
                return Value.of(text.substring(4));
              });
  private static final PluginWork FROM =
      new PluginWork("example.com/acme/aws", "1.2.3", List.of(), null, null);
  private static final ProviderFunctions AWS =
      (provider, name) ->
          !provider.equals("aws")
              ? provider.equals("away")
                  ? new ProviderFunctions.NotInstalled("acme/away")
                  : new ProviderFunctions.NoProvider()
              : name.equals("parse")
                  ? new ProviderFunctions.Known(PARSE, FROM)
                  : new ProviderFunctions.NoFunction();

  private final Diagnostics diagnostics = new Diagnostics();

  private Value value(String text, Map<String, Value> names) {
    return new Evaluator(
            new NamedValues(names),
            Functions.all().with(AWS),
            FileTemplates.context(Functions.all(), FileAccess.NONE, Moment.UNKNOWN))
        .evaluate(Evaluations.parse(text), diagnostics);
  }

  private List<String> faults(String text) {
    value(text, Map.of());
    return diagnostics.list().stream()
        .flatMap((Diagnostic each) -> java.util.stream.Stream.of(each.summary(), each.detail()))
        .toList();
  }

  @Test
  void callsTheFunctionOfAProvider() {
    assertThat(value("provider::aws::parse(\"arn:x\")", Map.of())).isEqualTo(Value.of("x"));
    assertThat(value("try(provider::aws::parse(\"y\"), \"none\")", Map.of()))
        .isEqualTo(Value.of("none"));
  }

  @Test
  void neitherAsksWithUnknownArgumentsNorLosesMarks() {
    Value unknown = value("provider::aws::parse(a)", Map.of("a", Value.unknown(Types.STRING)));
    Value secret =
        value(
            "provider::aws::parse(a)",
            Map.of("a", Value.of("arn:x").withMarks(Set.of(Mark.SENSITIVE))));

    assertThat(unknown.isKnown()).isFalse();
    assertThat(unknown.type()).isEqualTo(Types.STRING);
    assertThat(secret.hasMark(Mark.SENSITIVE)).isTrue();
    assertThat(diagnostics.hasErrors()).isFalse();
  }

  @Test
  void saysThatTheProviderHasToBeInstalled() {
    assertThat(faults("provider::away::parse(1)"))
        .containsExactly(
            "Provider isn't installed",
            "provider::away::parse is a function of acme/away, which is not installed.");
  }

  @Test
  void saysThatAFunctionOrItsProviderIsNotThere() {
    assertThat(faults("provider::aws::nope(1)"))
        .containsExactly(
            "Unknown provider function",
            "The function \"nope\" is not available from the provider \"aws\".");
  }

  @Test
  void saysThatAProviderIsNotRequired() {
    assertThat(faults("provider::azure::nope(1)"))
        .containsExactly(
            "Unknown provider function",
            "There is no function named \"provider::azure::nope\". Ensure that provider name"
                + " \"azure\" is declared in this module's required_providers block, and that this"
                + " provider offers a function named \"nope\".");
  }

  @Test
  void saysHowAFunctionOfAProviderIsCalled() {
    assertThat(faults("provider::aws(1)"))
        .contains(
            "The function call must include the provider name after the \"provider::\" prefix.");
    assertThat(faults("foo::aws::x(1)"))
        .contains(
            "The function namespace \"foo\" is not valid. Provider function calls must use the"
                + " \"provider::\" namespace prefix.");
  }

  @Test
  void checksArgumentsByTheSignature() {
    assertThat(faults("provider::aws::parse()"))
        .contains(
            "Function \"provider::aws::parse\" expects 1 argument(s). Missing value for \"arn\".");
    assertThat(faults("provider::aws::parse(1, 2)"))
        .contains("Function \"provider::aws::parse\" expects only 1 argument(s).");
    assertThat(faults("provider::aws::parse([])"))
        .contains("Invalid value for \"arn\" parameter: string required.");
    assertThat(faults("provider::aws::parse(null)"))
        .contains("Invalid value for \"arn\" parameter: argument must not be null.");
    assertThat(faults("provider::aws::parse(\"x\")"))
        .contains("Call to function \"provider::aws::parse\" failed: arn: invalid prefix.");
  }
}
