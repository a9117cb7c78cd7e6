package io.sluice.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.function.Budget;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.Value;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody types, an evaluation ends, with a value or with a fault. */
class BoundedEvaluationTest {
  /** Long for a test, short for a planner; the machine may be busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final FunctionContext CONTEXT =
      FileTemplates.context(Functions.all(), FileAccess.NONE, Moment.UNKNOWN);

  private record Answer(Value value, Diagnostics diagnostics) {}

  private static Answer evaluate(String text, Map<String, Value> names, Budget budget) {
    Diagnostics diagnostics = new Diagnostics();
    Expression expression = NativeParser.expression(SourceFile.of("t.hcl", text), diagnostics);
    Value value =
        new Evaluator(new NamedValues(names), Functions.all(), CONTEXT.with(budget))
            .evaluate(expression, diagnostics);
    return new Answer(value, diagnostics);
  }

  private static Answer inTime(String text, Map<String, Value> names) {
    return Assertions.assertTimeoutPreemptively(
        PATIENCE, () -> evaluate(text, names, Budget.standard()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "length(regexall(\"((a*)*)*b\", x))",
        "length(regexall(\"(.*a){25}$\", x))",
        "length(regexall(\"(a|aa)+$\", x))",
        "length(regexall(\"(x+x+)+y\", x))",
        "replace(x, \"/((a*)*)*b/\", \"c\")",
        "length(regexall(\"^(a|b)*$\", long))",
        "length(regexall(\"(a?){100}a{100}\", long))",
      })
  void patternsTakeLinearTime(String text) {
    Answer answer =
        inTime(text, Map.of("x", Value.of("a".repeat(61)), "long", Value.of("a".repeat(100_000))));

    assertThat(answer.diagnostics().list()).isEmpty();
  }

  static Stream<Arguments> tooMuch() {
    return Stream.of(
        Arguments.of("1e99999999", "Number out of range"),
        Arguments.of("floor(1e99999999)", "Number out of range"),
        Arguments.of("1e999999999", "Number out of range"),
        Arguments.of("1".repeat(1_000_000), "Number out of range"),
        Arguments.of("floor(\"1e99999999\")", "a number is required"),
        Arguments.of("tonumber(\"1e999999999\")", "number"),
        Arguments.of("floor(jsondecode(\"1e99999999\"))", "too large a number"),
        Arguments.of("floor(yamldecode(\"1e99999999\"))", "number is required"),
        Arguments.of("floor(yamldecode(\"0x\" ))", "number is required"),
        Arguments.of("1e4999" + " * 1e4999".repeat(20), "too large"),
        Arguments.of("parseint(join(\"\", [for a in range(1024) : d]), 10)", "cannot parse"),
        Arguments.of(loops(4), "Look for nested loops"),
        Arguments.of("[for a in range(1024) : " + loops(3) + "]", "Look for nested loops"),
        Arguments.of("[for a in range(1024) : [for b in range(1024) : [a, b, d]]]", "at most"),
        Arguments.of(
            "[for a in range(1024) : length([for b in range(1024) : \"${d}${b}\"])]",
            "too large in total"),
        Arguments.of("join(long, split(\"\", long))", "at most 16777216 characters"),
        Arguments.of("replace(long, \"a\", long)", "at most 16777216 characters"),
        Arguments.of("replace(long, \"\", long)", "at most 16777216 characters"),
        Arguments.of("replace(long, \"/a/\", long)", "at most 16777216 characters"),
        Arguments.of("replace(long, \"/(a)/\", dollars)", "at most 16777216 characters"),
        Arguments.of("indent(1000000, replace(long, \"a\", \"\\n\"))", "at most 16777216"),
        Arguments.of("format(\"" + "%1000000d".repeat(100) + "\", range(100)...)", "16777216"),
        Arguments.of("formatlist(\"%1000000d%1000000d\", range(1024), range(1024))", "MiB"),
        Arguments.of(doubling("[for a in [%s] : [a, a, a, a]]", "1", 30), "at most"),
        Arguments.of(
            "length(jsonencode(" + doubling("[for a in [%s] : [a, a]]", "1", 30) + "))", "at most"),
        Arguments.of(doubling("[for a in [%s] : \"${a}${a}${a}${a}\"][0]", "d", 30), "at most"),
        Arguments.of("setproduct(" + "[1,2],".repeat(70) + "[1])", "more than 1000000"),
        Arguments.of("setproduct(range(1024), range(1024), range(1024))", "more than 1000000"),
        Arguments.of("range(0, 1e4000)", "more than 1024"),
        Arguments.of("jsondecode(open)", "nested too deeply"),
        Arguments.of("yamldecode(open)", "too deep"),
        Arguments.of("jsonencode(yamldecode(aliases))", "at most"),
        Arguments.of("jsonencode(yamldecode(merges))", "at most"),
        Arguments.of("templatestring(loops, {})", "Look for nested loops"),
        Arguments.of("[for a in range(1024) : templatestring(loops, {})]", "nested loops"),
        Arguments.of("regexall(\"(a{1000}){1000}\", long)", "invalid repeat count"),
        Arguments.of("regexall(\"" + "a{1000}".repeat(4_000) + "\", long)", "too large"),
        Arguments.of("regexall(\"" + "(".repeat(5_000) + ")".repeat(5_000) + "\", d)", "deeply"),
        Arguments.of("regexall(\"" + "(a|b)*{0,1000}".repeat(100) + "\", long)", "repetition"),
        Arguments.of("[for a in range(1024) : regexall(\"(.?){900}b\", long)]", "nested loops"),
        Arguments.of("(".repeat(20_000) + "1" + ")".repeat(20_000), "Nesting too deep"),
        Arguments.of("[".repeat(100_000), "Nesting too deep"),
        Arguments.of("-".repeat(100_000) + "1", "Nesting too deep"),
        Arguments.of("1" + " + 1".repeat(100_000), "Expression too long"),
        Arguments.of("a" + "[0]".repeat(100_000), ""),
        Arguments.of("\"" + "${\"".repeat(5_000), "Nesting too deep"),
        Arguments.of("true" + " ? true".repeat(5_000), "Nesting too deep"),
        Arguments.of("%{".repeat(5_000), ""));
  }

  private static String loops(int deep) {
    return deep == 0 ? "1" : "length([for x in range(1024) : " + loops(deep - 1) + "])";
  }

  private static String doubling(String step, String start, int times) {
    String text = start;
    for (int i = 0; i < times; i++) {
      text = step.formatted(text);
    }
    return text;
  }

  private static Map<String, Value> names() {
    StringBuilder aliases = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 10; i++) {
      aliases.append(
          "a%d: &a%d [%s*a%d]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9), i - 1));
    }
    StringBuilder merges = new StringBuilder("big: &big {");
    for (int i = 0; i < 10_000; i++) {
      merges.append("k").append(i).append(": 1, ");
    }
    merges.append("}\nall:\n  <<: [").append("*big, ".repeat(10_000)).append("*big]\n");
    return Map.of(
        "d", Value.of("9".repeat(1_000)),
        "long", Value.of("a".repeat(100_000)),
        "dollars", Value.of("${1}".repeat(10_000)),
        "open", Value.of("[".repeat(100_000)),
        "aliases", Value.of(aliases.toString()),
        "merges", Value.of(merges.toString()),
        "loops", Value.of("${" + loops(4) + "}"));
  }

  @ParameterizedTest
  @MethodSource("tooMuch")
  void whatIsTooMuchIsAFault(String text, String says) {
    Answer answer = inTime(text, names());

    assertThat(answer.diagnostics().hasErrors()).isTrue();
    assertThat(answer.diagnostics().toString()).contains(says);
  }

  @Test
  void anExhaustedBudgetIsReportedOncePerConfiguration() {
    Budget budget = new Budget(10_000, 1 << 20);
    Answer first = evaluate(loops(2), Map.of(), budget);
    Answer second = evaluate("1 + 1", Map.of(), budget);

    assertThat(first.diagnostics().list()).hasSize(1);
    assertThat(second.diagnostics().list()).isEqualTo(first.diagnostics().list());
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () ->
                    answer.complete(
                        evaluate(
                            loops(5),
                            Map.of(),
                            new Budget(Long.MAX_VALUE, Long.MAX_VALUE)
                                .stoppedBy(() -> Thread.currentThread().isInterrupted()))));
    thread.interrupt();

    assertThat(answer.get(20, TimeUnit.SECONDS).diagnostics().toString())
        .contains("was stopped before it was complete");
    thread.join();
  }

  @Test
  void aValueThatIsReadableIsAValue() {
    String deep = "jsonencode(" + "[".repeat(150) + "1" + "]".repeat(150) + ")";

    assertThat(inTime(deep, Map.of()).diagnostics().list()).isEmpty();
    Answer deeper =
        inTime("jsondecode(d)", Map.of("d", Value.of("[".repeat(450) + "]".repeat(450))));
    assertThat(deeper.diagnostics().toString()).contains("at most 400 levels");
  }
}
