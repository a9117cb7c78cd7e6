package io.sluice.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiagnosticLinesTest {
  private static Diagnostic fault(String name) {
    return Diagnostic.error(name, "There is no " + name + ".", null)
        .withHint("Is it " + name + "?");
  }

  @Test
  void aFewFaultsAreReportedWhole() {
    String detail = "x".repeat(4_000);

    assertThat(DiagnosticLines.lines(List.of(Diagnostic.error("Long", detail, null))))
        .containsExactly("Long: " + detail);
  }

  @Test
  void whatDocumentsHoldNeverMakesAnEventTooLarge() {
    List<Diagnostic> faults =
        IntStream.range(0, 300).mapToObj(i -> fault(i + "n".repeat(2_000_000))).limit(25).toList();

    List<String> lines = DiagnosticLines.lines(faults);

    assertThat(lines).hasSize(21).last().isEqualTo("and 5 more.");
    assertThat(lines).allMatch(line -> line.length() <= Limits.STANDARD.texts().sentence());
    assertThat(
            Json.encode(DiagnosticLines.data(faults)).length
                + lines.stream().mapToInt(String::length).sum())
        .isLessThan(Limits.STANDARD.bytes().event());
  }
}
