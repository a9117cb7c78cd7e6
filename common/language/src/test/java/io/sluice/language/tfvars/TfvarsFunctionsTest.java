package io.sluice.language.tfvars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.NamedValues;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.FunctionFailure;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Rendering;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected are Terraform's own answers. */
class TfvarsFunctionsTest {
  private static final FunctionContext CONTEXT =
      FileTemplates.context(Functions.all(), FileAccess.NONE, Moment.UNKNOWN);

  private static Value value(String expression) {
    Diagnostics faults = new Diagnostics();
    Value value =
        new Evaluator(new NamedValues(Map.of()), Functions.all(), CONTEXT)
            .evaluate(NativeParser.expression(SourceFile.of("test", expression), faults), faults);
    assertThat(faults.list()).isEmpty();
    return value;
  }

  private static Value call(String name, Value argument) throws FunctionFailure {
    return TfvarsFunctions.find(name).orElseThrow().call(List.of(argument), CONTEXT);
  }

  @Test
  void writesAVariablesFile() throws FunctionFailure {
    Value all =
        value(
            """
            {
              string = "hello"
              number = 5
              set    = toset(["beep", "boop"])
              map    = tomap({ one = 1 })
              object = { one = 1, true = true, "a b" = "${"$"}{x}" }
              null   = null
              empty  = {}
              nested = [[1, { a = [] }]]
            }
            """);

    assertThat(call("encode_tfvars", all).asText())
        .isEqualTo(
            """
            empty = {}
            map = {
              one = 1
            }
            nested = [[1, {
              a = []
            }]]
            null   = null
            number = 5
            object = {
              "a b" = "$${x}"
              one   = 1
              true  = true
            }
            set    = ["beep", "boop"]
            string = "hello"
            """);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "\"hello\\nworld\"|\"hello\\nworld\"",
        "\"hel$${lo %%{x\"|\"hel$${lo %%{x\"",
        "2|2",
        "1.5|1.5",
        "123456789012345678901234567890|123456789012345678901234567890",
        "true|true",
        "null|null",
        "{}|{}",
        "[1, \"a\"]|[1, \"a\"]",
        "tomap({ a = 1 })|`{\n  a = 1\n}`"
      })
  void writesAnExpression(String expression, String text) throws FunctionFailure {
    assertThat(call("encode_expr", value(expression)).asText()).isEqualTo(text);
  }

  @Test
  void readsAVariablesFile() throws FunctionFailure {
    Value read = call("decode_tfvars", Value.of("a = 1\nb = [\"x\", { c = true }]\n"));

    assertThat(Rendering.render(read))
        .isEqualTo(Rendering.render(value("{a = 1, b = [\"x\", {c = true}]}")));
  }

  @Test
  void refusesWhatIsNoVariablesFile() {
    assertThatThrownBy(() -> call("decode_tfvars", Value.of("foo = var.whatever")))
        .isInstanceOf(FunctionFailure.class)
        .hasMessageContaining("invalid expression for variable \"foo\"")
        .hasMessageContaining("Variables not allowed");
    assertThatThrownBy(() -> call("decode_tfvars", Value.of("foo = upper(\"a\")")))
        .hasMessageContaining("Function calls not allowed");
    assertThatThrownBy(() -> call("decode_tfvars", Value.of("not valid syntax")))
        .hasMessageContaining("invalid tfvars syntax");
    assertThatThrownBy(() -> call("encode_tfvars", Value.of("nope")))
        .hasMessageContaining("must be an object");
    assertThatThrownBy(() -> call("encode_tfvars", value("{ \"not valid\" = 1 }")))
        .hasMessageContaining("invalid variable name \"not valid\"");
  }

  @Test
  void waitsForWhatIsUnknown() throws FunctionFailure {
    assertThat(call("encode_expr", Value.unknown(Types.STRING)).isKnown()).isFalse();
  }
}
