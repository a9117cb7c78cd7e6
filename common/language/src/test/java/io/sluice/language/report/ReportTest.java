package io.sluice.language.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.language.Terraform;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.hcl.NativeParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final String TEXT =
      """
      resource "a" "b" {
        # é
        x = "é" 2
        y = [
          1 2,
        ]
      }
      """;

  private static List<Diagnostic> faults() {
    Diagnostics diagnostics = new Diagnostics();
    NativeParser.file(SourceFile.of("main.tf", TEXT), diagnostics);
    return diagnostics.list();
  }

  @Test
  void cutsWordsThatDoNotEnd() {
    String name = "a".repeat(3_000);
    String text =
        new TextReport(false)
            .one(
                Diagnostic.error("No " + name, "\"" + name + "\" is no name", null)
                    .withHint("cat " + name));
    assertThat(text)
        .contains("… (3000 characters, sha256 ")
        .contains(" is no name")
        .as("what may be pasted is whole")
        .contains("cat " + name)
        .hasSizeLessThan(3_800);
  }

  @Test
  void showsTheLineAndPointsAtTheFault() {
    String text = new TextReport(false).one(faults().getFirst().withHint("Did you mean \"3\"?"));

    assertThat(text)
        .isEqualTo(
            """
            Error: Missing newline after argument

              on main.tf line 3, column 11, in resource "a" "b":
                3:   x = "é" 2
                             ^

            An argument definition must end with a newline.

            Did you mean "3"?
            """);
  }

  @Test
  void showsWhatATerminalWouldActOnAsEscapes() {
    String bad = "locals {\n  a = \"\u001b[31m\u202e\" \u001b]0;x\u0007 2\r\n}\n";
    Diagnostics diagnostics = new Diagnostics();
    NativeParser.file(SourceFile.of("a\u001b[2J.tf", bad), diagnostics);
    diagnostics.error("Say \u001bc", "It is \u009b2J\r\nand more.", null);

    String text = new TextReport(false).all(diagnostics.list());

    assertThat(text).contains("\\u001b[31m\\u202e", "a\\u001b[2J.tf", "Say \\u001bc");
    assertThat(text).contains("It is \\u009b2J\nand more.");
    assertThat(text.chars().filter(c -> c != '\n' && c != '\t')).noneMatch(Character::isISOControl);
    String caret =
        new TextReport(false)
            .one(
                diagnostics.list().stream()
                    .filter(diagnostic -> diagnostic.range() != null)
                    .findFirst()
                    .orElseThrow())
            .lines()
            .filter(line -> line.strip().startsWith("^"))
            .findFirst()
            .orElseThrow();
    assertThat(caret.indexOf('^')).isGreaterThan("    2:   a = \"\\u001b[31m".length());
  }

  @Test
  void coloursOnlyWhenAsked() {
    assertThat(new TextReport(true).one(faults().getFirst())).contains("\u001b[31m", "╷", "│", "╵");
    assertThat(new TextReport(false).one(faults().getFirst())).doesNotContain("\u001b");
  }

  @Test
  void saysWhatHasNoPlace() {
    Diagnostic diagnostic = Diagnostic.warning("Nothing to do", "", null);

    assertThat(new TextReport(false).one(diagnostic)).isEqualTo("Warning: Nothing to do\n");
  }

  @Test
  void writesTheJsonThatTerraformWrites(@TempDir Path directory) throws IOException {
    Terraform.assumeInstalled();
    Files.writeString(directory.resolve("main.tf"), TEXT);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode theirs = mapper.readTree(Terraform.run(directory, "validate", "-json").output());

    JsonNode ours = mapper.valueToTree(new JsonReport().validation(faults()));

    assertThat(ours.get("diagnostics").get(0)).isEqualTo(theirs.get("diagnostics").get(0));
    assertThat(ours.get("valid").asBoolean()).isFalse();
    assertThat(ours.get("error_count").asInt()).isEqualTo(2);
  }
}
