package io.sluice.language.syntax.hcl;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.report.TextReport;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nothing that is written into a file makes the parser fail or run away. */
class ParserFuzzTest {
  private static final Duration BUDGET = Duration.ofSeconds(6);
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "${",
    "%{",
    "~}",
    "%{if x}",
    "%{endif}",
    "<<EOT\n",
    "EOT\n",
    "<<-A\n",
    "A\n",
    "\n",
    "\r\n",
    "=",
    "==",
    "=>",
    "...",
    ".",
    "*",
    "[*]",
    ",",
    ":",
    "::",
    "?",
    "for ",
    " in ",
    "if ",
    "null",
    "1",
    "1.5e3",
    "1..2",
    "\\",
    "\\u",
    "$${",
    "#",
    "//",
    "/*",
    "*/",
    "é",
    "\u0000",
    "'",
    "`",
    ";",
    "&",
    "|",
    "-",
    "!",
    "a",
    "resource \"a\" \"b\" {\n",
    "x = 1\n",
    "\ufeff",
    "\ud83d\ude00"
  };
  private static final String GOOD =
      """
      variable "a" {
        type    = object({ b = optional(string, "c") })
        default = { b = "x" }
      }
      resource "t" "n" {
        for_each = { for k, v in var.a : k => v... if v != null }
        text     = "a ${upper(var.a.b)} %{if true}y%{else}z%{endif}"
        list     = [1, -2.5, !true ? a[0].b : c.*.d, e[*].f["g"]]
        doc      = <<-EOT
          hello ${each.key}
            %{for x in y~}
            ${x}
            %{endfor}
        EOT
        nested "l" { q = f(1, [2]...) }
      } # end
      """;

  @Test
  void survivesWhateverIsWrittenIntoAFile() {
    long seed = Long.getLong("sluice.fuzz.seed", 20261118L);
    Random random = new Random(seed);
    long deadline = System.nanoTime() + BUDGET.toNanos();
    int round = 0;
    while (System.nanoTime() < deadline) {
      byte[] text = text(random, round++);
      long started = System.nanoTime();
      try {
        check(text);
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        String shown = new String(text, StandardCharsets.ISO_8859_1);
        throw new AssertionError("seed " + seed + ", round " + round + ": " + shown, e);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }
    assertThat(round).isGreaterThan(100);
  }

  private static byte[] text(Random random, int round) {
    return switch (round % 4) {
      case 0 -> mutated(random);
      case 1 -> pieces(random);
      case 2 -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield bytes;
      }
      default -> {
        byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
        yield Arrays.copyOf(good, random.nextInt(good.length + 1));
      }
    };
  }

  private static byte[] mutated(Random random) {
    StringBuilder text = new StringBuilder(GOOD);
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at = random.nextInt(text.length());
      if (random.nextBoolean()) {
        text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(8)));
      } else {
        text.insert(at, PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] pieces(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(120); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void check(byte[] text) {
    SourceFile source = new SourceFile("fuzz.tf", text);
    Diagnostics diagnostics = new Diagnostics();
    NativeBody body = NativeParser.file(source, diagnostics);
    NativeParser.expression(source, diagnostics);
    NativeParser.template(source, diagnostics);
    body.attributes().forEach(attribute -> attribute.expression().variables());
    for (Diagnostic diagnostic : diagnostics.list()) {
      checkRange(diagnostic.range(), text.length);
      if (diagnostic.context() != null) {
        checkRange(diagnostic.context(), text.length);
      }
      assertThat(diagnostic.summary()).isNotBlank();
    }
    assertThat(new TextReport(false).all(diagnostics.list()))
        .hasSizeGreaterThanOrEqualTo(diagnostics.list().size());
  }

  private static void checkRange(SourceRange range, int length) {
    assertThat(range.start()).isBetween(0, length);
    assertThat(range.end()).isBetween(range.start(), length);
    assertThat(range.line()).isPositive();
    assertThat(range.column()).isPositive();
  }
}
