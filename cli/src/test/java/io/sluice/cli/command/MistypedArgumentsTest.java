package io.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MistypedArgumentsTest {
  @TempDir Path directory;

  private String told(String... words) {
    Captured run = Captured.run(directory, words);
    assertThat(run.code()).isEqualTo(1);
    return run.err();
  }

  @Test
  void namesTheChoicesAsTheyAreTyped() {
    assertThat(told("graph", "--format", "png"))
        .contains("Invalid value for --format: \"png\"", "It is one of dot, mermaid, svg.");
  }

  @Test
  void asksForAWholeNumber() {
    assertThat(told("plan", "--parallelism", "abc"))
        .contains("Invalid value for --parallelism: \"abc\"", "It must be a whole number.")
        .doesNotContain("int");
  }

  @Test
  void takesOneOfTwoFlagsThatExcludeOneAnother() {
    assertThat(told("runs", "resolve", "last", "t.a", "--retry", "--abandon"))
        .contains("These flags exclude one another: --retry, --abandon");
  }

  @Test
  void doesNotAnswerForACommandThatDoesNotExist() {
    assertThat(told("state", "taint", "--help")).contains("Unknown command \"state taint\"");
    assertThat(Captured.run(directory, "version", "--help").out()).startsWith("Usage: sluice");
  }

  @Test
  void readsFlagsOfTheVersionToo() {
    assertThat(told("version", "--jsn")).contains("Unknown flag --jsn", "Did you mean --json?");
  }

  @Test
  void takesOneFormat() {
    assertThat(told("output", "--json", "--raw")).contains("--raw and --json exclude each other");
  }

  @Test
  void namesTheCommandThatIsElsewhere() {
    assertThat(told("state", "taint", "t.a"))
        .contains("Unknown command \"state taint\"", "There is `sluice taint`.");
  }

  @Test
  void isADiagnosticForPrograms() {
    for (String[] words : new String[][] {{"aply", "--json"}, {"plan", "--nope", "--json"}}) {
      Captured run = Captured.run(directory, words);
      assertThat(run.out().lines())
          .singleElement()
          .asString()
          .startsWith("{\"v\":1,\"type\":\"diagnostic\"");
      assertThat(run.err()).contains("Error: ");
    }
  }
}
