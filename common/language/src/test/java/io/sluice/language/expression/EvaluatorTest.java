package io.sluice.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console cannot show; the rest is compared with Terraform's answers. */
class EvaluatorTest {
  private static final Value SECRET = Value.of("hush").withMarks(Set.of(Mark.SENSITIVE));
  private static final Map<String, Value> NAMES =
      Map.of(
          "s",
          SECRET,
          "u",
          Values.UNKNOWN,
          "id",
          Value.unknownNotNull(Types.STRING),
          "ids",
          new Value.UnknownValue(Type.list(Types.STRING), new Refinement(true, 2, 3)),
          "flag",
          Value.unknown(Types.BOOL));

  @Test
  void knowsThatAnUnknownValueIsNotNull() {
    assertThat(Evaluations.value("id == null", NAMES)).isEqualTo(Values.FALSE);
    assertThat(Evaluations.value("u == null", NAMES).isKnown()).isFalse();
    assertThat(Evaluations.value("\"x-${u}\" == null", NAMES)).isEqualTo(Values.FALSE);
  }

  @Test
  void keepsWhatIsKnownOfALengthThroughSplatsAndConversions() {
    assertThat(Evaluations.value("ids == [\"a\"] ? 1 : 2", NAMES)).isEqualTo(Value.of(2));
    assertThat(Evaluations.value("ids[*]", NAMES))
        .isEqualTo(new Value.UnknownValue(Type.list(Types.STRING), new Refinement(true, 2, 3)));
    assertThat(Evaluations.value("flag ? tolist([\"a\"]) : tolist([\"a\", \"b\"])", NAMES))
        .isEqualTo(new Value.UnknownValue(Type.list(Types.STRING), new Refinement(true, 1, 2)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a${s}\"",
        "[for x in split(\"u\", s) : x]",
        "upper(s)",
        "s == \"hush\"",
        "s == \"x\" ? 1 : 2",
        "true ? 1 : length(s)",
        "base64encode(jsonencode({ a = s }))",
        "format(\"%v\", [s])",
        "regex(\"h(.)\", s)",
        "try(tonumber(s), s)",
        "tostring(s)",
        "join(\",\", [u, s])",
        "keys({ (s) = 1 })",
        "\"%{ if s == \"hush\" }a%{ endif }\"",
        "\"%{ for x in [s] }${x}%{ endfor }\"",
        "setunion([s], [\"a\"])",
        "lookup({ a = 1 }, s, u)",
        "coalesce(u, s) == s",
        "worker_env(\"HOME\")"
      })
  void neverLosesThatAValueIsSensitive(String expression) {
    assertThat(Evaluations.value(expression, NAMES).hasMark(Mark.SENSITIVE)).isTrue();
  }

  @Test
  void tellsOnlyTheFaultsOfTheBranchThatIsTaken() {
    assertThat(Evaluations.faults("true ? 1 : tonumber(\"x\")", NAMES)).isEmpty();
    assertThat(Evaluations.faults("false ? 1 : tonumber(\"x\")", NAMES))
        .extracting(Diagnostic::summary)
        .containsExactly("Invalid function argument");
  }

  @Test
  void collectsAllFaultsOfAnExpression() {
    assertThat(Evaluations.faults("[1 + \"a\", missing, upper([])]", NAMES))
        .extracting(Diagnostic::summary)
        .containsExactly("Invalid operand", "Unknown variable", "Invalid function argument");
  }

  @Test
  void pointsAtWhatIsAtFault() {
    Diagnostic fault = Evaluations.faults("[1, { a = 2 }.b]", NAMES).getFirst();
    assertThat(fault.range()).isNotNull();
    assertThat(fault.range().text()).isEqualTo(".b");
  }

  @Test
  void suggestsTheNameThatWasMeant() {
    assertThat(Evaluations.faults("flagg", NAMES).getFirst().hint())
        .isEqualTo("Did you mean \"flag\"?");
    assertThat(Evaluations.faults("uper(\"a\")", NAMES).getFirst().hint())
        .isEqualTo("Did you mean \"upper\"?");
  }

  @Test
  void forBindsNamesOnlyInsideAndHidesOuterOnes() {
    assertThat(Evaluations.value("[for s in [1] : [for s in [2] : s]][0][0]", NAMES))
        .isEqualTo(Value.of(2));
    assertThat(Evaluations.faults("[[for x in [1] : x], x]", NAMES))
        .extracting(Diagnostic::summary)
        .containsExactly("Unknown variable");
  }

  @Test
  @Timeout(20)
  void largeCollectionsTakeTimeInProportion() {
    Value list =
        ListValue.of(
            Types.STRING,
            java.util.stream.IntStream.range(0, 100_000)
                .mapToObj(i -> Value.of("item-" + i))
                .toList());
    Map<String, Value> names = Map.of("big", list);
    assertThat(Evaluations.value("length([for x in big : upper(x) if x != \"item-7\"])", names))
        .isEqualTo(Value.of(99_999));
    assertThat(Evaluations.value("length({ for i, x in big : x => i })", names))
        .isEqualTo(Value.of(100_000));
    assertThat(Evaluations.value("length(toset(big))", names)).isEqualTo(Value.of(100_000));
    assertThat(Evaluations.value("length(tolist([for x in big : { a = x }]))", names))
        .isEqualTo(Value.of(100_000));
    assertThat(Evaluations.value("length(distinct(concat(big, big)))", names))
        .isEqualTo(Value.of(100_000));
    assertThat(Evaluations.value("length(big[*])", names)).isEqualTo(Value.of(100_000));
  }

  @Test
  @Timeout(20)
  void aHundredThousandBodiesAreEvaluatedInSeconds() {
    var expression =
        Evaluations.parse(
            "{ name = \"web-${i}\", tags = merge(tags, { index = i, even = i % 2 == 0 ? \"y\" :"
                + " \"n\" }), subnet = cidrsubnet(\"10.0.0.0/8\", 16, i % 65536), ids = [for t in"
                + " keys(tags) : upper(t)] }");
    Value tags = Evaluations.value("{ owner = \"ann\", team = \"blue\", cost = \"42\" }", Map.of());
    int count = 0;
    for (int i = 0; i < 100_000; i++) {
      var diagnostics = new io.sluice.language.source.Diagnostics();
      Value body =
          new Evaluator(
                  new NamedValues(Map.of("i", Value.of(i), "tags", tags)),
                  io.sluice.language.function.library.Functions.all(),
                  FileTemplates.context(
                      io.sluice.language.function.library.Functions.all(),
                      io.sluice.language.function.FileAccess.NONE,
                      io.sluice.language.function.Moment.UNKNOWN))
              .evaluate(expression, diagnostics);
      count += body.isWhollyKnown() ? 1 : 0;
    }
    assertThat(count).isEqualTo(100_000);
  }

  @Test
  void elementCountsAListFromItsEnd() {
    String list = "element(tolist([\"the\", \"quick\", \"brown\", \"fox\"]), %s)";

    assertThat(Evaluations.value(list.formatted("-1"), Map.of())).isEqualTo(Value.of("fox"));
    assertThat(Evaluations.value(list.formatted("-6"), Map.of())).isEqualTo(Value.of("brown"));
    assertThat(Evaluations.value(list.formatted("-9223372036854775808"), Map.of()))
        .isEqualTo(Value.of("the"));
    assertThat(Evaluations.faults("element([1, 2], -1)", Map.of())).isNotEmpty();
    assertThat(Evaluations.faults(list.formatted("9223372036854775808"), Map.of())).isNotEmpty();
  }
}
