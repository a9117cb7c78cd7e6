package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a document is said before anything is started or written. */
class WrongPlanTest {
  @TempDir private Path directory;

  static Stream<Arguments> wrongPlans() {
    return Stream.of(
        Arguments.of("broken JSON", "plan.json", "{\"schema_version\": 1,", "plan.json line 1"),
        Arguments.of("broken YAML", "plan.yaml", "resources: [a: }", "plan.yaml line 1"),
        Arguments.of(
            "unknown type",
            "plan.yaml",
            plan("{name: a, type: bench_tsk, config: {input: 1}}"),
            "bench_task"),
        Arguments.of(
            "missing reference",
            "plan.yaml",
            plan("{name: a, type: bench_task, config: {input: \"${nobody.output}\"}}"),
            "nobody"),
        Arguments.of(
            "cycle",
            "plan.yaml",
            plan(
                "{name: a, type: bench_task, config: {input: \"${c.output}\"}}",
                "{name: b, type: bench_task, config: {input: \"${a.output}\"}}",
                "{name: c, type: bench_task, config: {input: \"${b.output}\"}}"),
            "a"),
        Arguments.of(
            "duplicate name",
            "plan.yaml",
            plan(
                "{name: twin, type: bench_task, config: {input: 1}}",
                "{name: twin, type: bench_task, config: {input: 1}}"),
            "twin"),
        Arguments.of(
            "too large",
            "plan.yaml",
            "schema_version: 2\nworkspace: w\n#" + "x".repeat(33 << 20) + "\nresources: []\n",
            "a plan document may have 33,554,432"),
        Arguments.of(
            "too new", "plan.yaml", "schema_version: 99\nworkspace: w\nresources: []\n", "99"));
  }

  private static String plan(String... resources) {
    return "schema_version: 2\nworkspace: w\nresources:\n"
        + Stream.of(resources).map(one -> "  - " + one + "\n").reduce("", String::concat);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongPlans")
  void isRefusedWithOneClearMessage(String name, String file, String text, String told)
      throws IOException {
    Files.writeString(directory.resolve(file), text);
    Captured refused = Captured.run(directory, "submit", file);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("Error: ", told).doesNotContain("\tat ", "Exception");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void whatIsNoDocumentAtAllIsNotRepeatedAndOneIsShown() throws IOException {
    byte[] noise = new byte[600];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) (i * 37);
    }
    Files.write(directory.resolve("noise.bin"), noise);
    Files.writeString(directory.resolve("empty.yaml"), "");
    Files.writeString(directory.resolve("blank.yaml"), " \n# nothing yet\n");

    Captured binary = Captured.run(directory, "submit", "noise.bin");
    assertThat(binary.code()).isEqualTo(1);
    assertThat(binary.err())
        .contains("noise.bin is not text", "schema_version: 2", "examples/first/plan.yaml")
        .doesNotContainPattern("[^\\p{Print}\\n╷│╵]");
    for (String empty : new String[] {"empty.yaml", "blank.yaml"}) {
      assertThat(Captured.run(directory, "submit", empty).err())
          .contains(empty + " is empty", "schema_version: 2", "examples/first/plan.yaml");
    }
  }

  @Test
  void aMistypedFileAndADirectoryNameTheFileThatWasMeant() throws IOException {
    Path first = Files.createDirectories(directory.resolve("examples/first"));
    Files.createDirectories(directory.resolve("bare"));
    Files.writeString(first.resolve("plan.yaml"), plan());

    assertThat(Captured.run(directory, "submit", "examples/frist/plan.yaml").err())
        .contains("No such file: examples/frist/plan.yaml")
        .contains("Did you mean examples/first/plan.yaml?");
    assertThat(Captured.run(directory, "submit", "examples/first/plan.yml").err())
        .contains("Did you mean examples/first/plan.yaml?");
    assertThat(Captured.run(directory, "submit", "examples/first").err())
        .contains("examples/first is a directory", "`sluice submit examples/first/plan.yaml`");
    assertThat(Captured.run(directory, "submit", "bare").err()).contains("Name a file in it.");
  }

  @Test
  void aNameThatIsTooLongIsCutAndSaidToBeTooLong() throws IOException {
    Files.writeString(
        directory.resolve("long.yaml"),
        "schema_version: 2\nworkspace: w\nresources:\n  - {name: "
            + "a".repeat(3_000)
            + ", type: terraform_data, config: {}}\n");
    Captured submitted = Captured.run(directory, "submit", "long.yaml");
    assertThat(submitted.code()).isOne();
    assertThat(submitted.err())
        .contains("a name has at most 200 characters", "(3002 characters, sha256")
        .hasSizeLessThan(1_500);
  }
}
