package io.sluice.language.expression.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.expression.Evaluations;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Rendering;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.ConversionException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeConstraintTest {
  private static TypeConstraint constraint(String text) {
    Diagnostics diagnostics = new Diagnostics();
    TypeConstraint constraint =
        TypeConstraint.parse(Evaluations.parse(text), diagnostics).orElseThrow();
    assertThat(diagnostics.list()).isEmpty();
    return constraint;
  }

  private static String converted(String type, String expression) throws ConversionException {
    Value value = Evaluations.value(expression, Map.of());
    return Rendering.render(constraint(type).convert(value)).replaceAll("\\s+", " ");
  }

  @Test
  void fillsInDefaultsAtAnyDepth() throws ConversionException {
    assertThat(
            converted(
                "object({ a = string, b = optional(number, 5), c = optional(list(object({"
                    + " d = optional(bool, true), e = optional(string) })), []) })",
                "{ a = 1, c = [{}, { d = false, e = 2 }] }"))
        .isEqualTo(
            "{ \"a\" = \"1\" \"b\" = 5 \"c\" = tolist([ { \"d\" = true \"e\" = tostring(null) },"
                + " { \"d\" = false \"e\" = \"2\" }, ]) }");
  }

  @Test
  void listsAndMapsAloneHaveElementsOfAnyType() throws ConversionException {
    assertThat(converted("list", "[\"a\", 1]")).isEqualTo("tolist([ \"a\", \"1\", ])");
    assertThat(converted("map", "{ x = 1 }")).isEqualTo("tomap({ \"x\" = 1 })");
  }

  @Test
  void takesADefaultForNullToo() throws ConversionException {
    assertThat(converted("object({ a = optional(string, \"x\") })", "{ a = null }"))
        .isEqualTo("{ \"a\" = \"x\" }");
  }

  @Test
  void fillsElementsOfMapsAndTuples() throws ConversionException {
    assertThat(converted("map(object({ a = optional(number, 1) }))", "{ x = {}, y = { a = 2 } }"))
        .isEqualTo("tomap({ \"x\" = { \"a\" = 1 } \"y\" = { \"a\" = 2 } })");
    assertThat(converted("tuple([object({ a = optional(number, 1) }), string])", "[{}, 5]"))
        .isEqualTo("[ { \"a\" = 1 }, \"5\", ]");
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> converted("object({ a = string, b = string })", "{}"))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> assertThat(e.reason()).isEqualTo("attributes \"a\" and \"b\" are required"));
  }

  @Test
  void saysWhereInsideAValueTheFaultIs() {
    assertThatThrownBy(() -> converted("map(list(number))", "{ x = [\"1\", \"a\"] }"))
        .isInstanceOfSatisfying(
            ConversionException.class,
            e -> {
              assertThat(e.path()).isEqualTo("[\"x\"][1]");
              assertThat(e.reason()).isEqualTo("a number is required");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "strin | The keyword \"strin\" is not a valid type specification.",
        "set | The set type constructor requires one argument specifying the element type.",
        "map(list) | The list type constructor requires one argument specifying the element type.",
        "lst(string) | Keyword \"lst\" is not a valid type constructor.",
        "string(5) | Primitive type keyword \"string\" does not expect arguments.",
        "list(optional(string)) | Keyword \"optional\" is valid only as a modifier for object type"
            + " attributes.",
        "object([]) | Object type constructor requires a map whose keys are attribute names and"
            + " whose values are the corresponding attribute types.",
        "tuple(string) | Tuple type constructor requires a list of element types.",
        "object({ a = optional(number, \"x\") }) | This default value is not compatible with the"
            + " attribute's type constraint: a number is required.",
        "object({ a = optional(number, upper(\"x\")) }) | Functions may not be called here.",
        "object({ a = optional(number, var.x) }) | Variables may not be used here.",
      })
  void refusesWhatIsNoType(String text, String detail) {
    Diagnostics diagnostics = new Diagnostics();
    TypeConstraint.parse(Evaluations.parse(text), diagnostics);
    assertThat(diagnostics.list()).extracting(Diagnostic::detail).containsExactly(detail);
  }
}
