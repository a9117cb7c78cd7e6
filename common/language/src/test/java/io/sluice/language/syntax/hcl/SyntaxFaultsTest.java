package io.sluice.language.syntax.hcl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.language.Terraform;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages about faulty texts, alone and compared with Terraform's. */
class SyntaxFaultsTest {
  /**
   * Terraform points behind the fault in these, for it reports the token that it recovered at; or
   * it has no fault at all, since a schema decides.
   */
  private static final Set<String> POINTED_ELSEWHERE =
      Set.of(
          "Missing close bracket on index",
          "Missing close bracket on splat index",
          "Invalid legacy index syntax",
          "Invalid attribute name");

  record Case(String text, List<String> faults) {}

  private static List<Case> cases() throws IOException {
    try (InputStream in = SyntaxFaultsTest.class.getResourceAsStream("faults.json")) {
      List<Case> cases = new ArrayList<>();
      for (JsonNode node : new ObjectMapper().readTree(in)) {
        List<String> faults = new ArrayList<>();
        node.get("faults").forEach(fault -> faults.add(fault.asText()));
        cases.add(new Case(node.get("text").asText(), faults));
      }
      return cases;
    }
  }

  static List<String> faults(String text) {
    Diagnostics diagnostics = new Diagnostics();
    NativeParser.file(SourceFile.of("main.tf", text), diagnostics);
    return diagnostics.list().stream().map(SyntaxFaultsTest::describe).toList();
  }

  private static String describe(Diagnostic diagnostic) {
    return diagnostic.summary()
        + " @"
        + diagnostic.range().toString().substring("main.tf:".length());
  }

  @Test
  void tellsEachFaultAndItsPlace() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    for (Case c : cases()) {
      softly.assertThat(faults(c.text())).as(c.text()).isEqualTo(c.faults());
    }
    softly.assertAll();
  }

  @Test
  void tellsTheFaultThatTerraformTells(@TempDir Path directory) throws IOException {
    Terraform.assumeInstalled();
    SoftAssertions softly = new SoftAssertions();
    List<Case> cases = cases();
    for (int i = 0; i < cases.size(); i++) {
      Case c = cases.get(i);
      if (c.faults().isEmpty()
          || POINTED_ELSEWHERE.stream().anyMatch(c.faults().getFirst()::startsWith)) {
        continue;
      }
      Path module = Files.createDirectory(directory.resolve("m" + i));
      Files.writeString(module.resolve("main.tf"), c.text());
      softly.assertThat(theirs(module)).as(c.text()).containsAll(withVisibleRanges(c.faults()));
    }
    softly.assertAll();
  }

  private static List<String> theirs(Path module) throws IOException {
    String output = Terraform.run(module, "validate", "-json").output();
    List<String> found = new ArrayList<>();
    for (JsonNode node : new ObjectMapper().readTree(output).get("diagnostics")) {
      JsonNode start = node.path("range").path("start");
      JsonNode end = node.path("range").path("end");
      boolean oneLine = start.path("line").asInt() == end.path("line").asInt();
      found.add(
          "%s @%d,%d-%s%d"
              .formatted(
                  node.get("summary").asText(),
                  start.path("line").asInt(),
                  start.path("column").asInt(),
                  oneLine ? "" : end.path("line").asInt() + ",",
                  end.path("column").asInt()));
    }
    return found;
  }

  /** Terraform makes an empty range one character long. */
  private static List<String> withVisibleRanges(List<String> faults) {
    return faults.stream()
        .map(
            fault -> {
              String[] columns = fault.substring(fault.lastIndexOf(',') + 1).split("-");
              boolean empty = columns.length == 2 && columns[0].equals(columns[1]);
              return empty
                  ? fault.substring(0, fault.lastIndexOf('-') + 1)
                      + (Integer.parseInt(columns[1]) + 1)
                  : fault;
            })
        .toList();
  }

  @Test
  void tellsFiveFaultsOfOneFile() {
    String text =
        """
        resource "a" "b" {
          x = 1 2
          y = [1, 2
          z = "abc
          w = foo(1 2)
        }
        resource "c" "d" {
          k = {
            a 1
          }
          l = 'x'
        }
        output "o" {
          value = 1,
        }
        """;

    assertThat(faults(text))
        .containsExactly(
            "Missing newline after argument @2,9-10",
            "Missing item separator @4,3-4",
            "Invalid multi-line string @4,11-5,1",
            "Missing argument separator @5,13-14",
            "Missing key/value separator @9,7-8",
            "Invalid character @11,7-8",
            "Unexpected comma after argument @14,12-13");
  }

  @Test
  void refusesWhatNestsTooDeepInsteadOfOverflowing() {
    assertThat(faults("a = " + "[".repeat(100_000)))
        .singleElement()
        .asString()
        .startsWith("Nesting too deep");
    assertThat(faults("a {\n".repeat(100_000))).hasSizeLessThan(3);
    assertThat(faults("a = " + "!".repeat(100_000) + "b\n"))
        .singleElement()
        .asString()
        .startsWith("Nesting too deep");
    assertThat(faults("a = 1" + "+1".repeat(100_000) + "\n"))
        .singleElement()
        .asString()
        .startsWith("Expression too long");
    assertThat(faults("a = \"" + "${\"".repeat(10_000))).isNotEmpty();
  }

  @Test
  void readsAnyNumberOfFaultsInTimeThatGrowsWithTheText() {
    for (String unit : List.of("a = {}\n", "x = \"\n", "}\n", "${", "a = [[],", "/*", "\0")) {
      long started = System.nanoTime();

      faults(unit.repeat(2_000_000 / unit.length()));

      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .as(unit)
          .isLessThan(Duration.ofSeconds(20));
    }
  }
}
