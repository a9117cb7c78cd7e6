package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationCommandsTest {
  @TempDir private Path directory;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void formatsTheFilesOfADirectoryAndNamesThem() throws IOException {
    Path ugly = write("ugly.tf", "locals {\na=1\n}\n");
    write("tidy.tf", "locals {\n  b = 1\n}\n");

    Captured run = Captured.run(directory, "fmt");

    assertThat(run.code()).isZero();
    assertThat(run.out()).isEqualTo("ugly.tf\n");
    assertThat(ugly).hasContent("locals {\n  a = 1\n}\n");
  }

  @Test
  void onlyChecksAndShowsWhenAsked() throws IOException {
    Path ugly = write("ugly.tf", "locals {\na=1\n}\n");

    Captured run = Captured.run(directory, "fmt", "-check", "-diff");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            """
            ugly.tf
            --- old/ugly.tf
            +++ new/ugly.tf
            @@ -1,3 +1,3 @@
             locals {
            -a=1
            +  a = 1
             }
            """);
    assertThat(ugly).hasContent("locals {\na=1\n}\n");
  }

  @Test
  void leavesAFileWithFaultsAndTellsThem() throws IOException {
    Path faulty = write("faulty.tf", "locals {\na=\n}\n");

    Captured run = Captured.run(directory, "fmt");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("Invalid expression", "faulty.tf line 2");
    assertThat(faulty).hasContent("locals {\na=\n}\n");
  }

  @Test
  void takesTheVariablesOfItsWorkspace() throws IOException {
    write("main.tf", "variable \"size\" { default = \"small\" }\n");
    Files.createDirectory(directory.resolve("workspaces"));
    write("workspaces/prod.auto.tfvars", "size = \"large\"\n");

    Captured prod = Captured.fed(directory, "var.size\n", "console", "--workspace", "prod");
    Captured test = Captured.fed(directory, "var.size\n", "console", "--workspace", "test");

    assertThat(prod.out()).as(prod.err()).isEqualTo("\"large\"\n");
    assertThat(test.out()).as(test.err()).isEqualTo("\"small\"\n");
  }

  @Test
  void validatesAConfiguration() throws IOException {
    write("main.tf", "variable \"name\" {}\noutput \"o\" {\n  value = var.name\n}\n");

    Captured run = Captured.run(directory, "validate");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("Success! The configuration is valid.\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void leavesTheTerminalAloneWhateverFilesHold() throws IOException {
    byte[] noise = new byte[4_000];
    new Random(7).nextBytes(noise);
    String yaml =
        "schema_version: 2\nworkspace: w\nresources:\n  - {name: \"\\e[31mx\", \u001b[31m";
    Files.writeString(directory.resolve("red.yaml"), yaml);
    Files.writeString(
        directory.resolve("named.yaml"), yaml.replace(", \u001b[31m", ", type: \"\\e]0;t\\a\"}"));
    Files.write(directory.resolve("noise.yaml"), noise);
    Files.write(directory.resolve("noise.json"), noise);
    for (String plan : List.of("red.yaml", "named.yaml", "noise.yaml", "noise.json")) {
      assertSafe(Captured.run(directory, "submit", plan));
    }
    for (String name : List.of("main.tf", "main.sluice.hcl", "a.sluice.yaml", "a.tf.json")) {
      Path root = Files.createDirectory(directory.resolve(name + ".d"));
      Files.writeString(root.resolve(name), "locals {\n  a = \"\u001b[31m\" \u001b[2J 1\n}\n");
      assertSafe(Captured.run(root, "validate"));
      Files.write(root.resolve(name), noise);
      assertSafe(Captured.run(root, "validate"));
      if (name.endsWith(".tf") || name.endsWith(".hcl")) {
        assertSafe(Captured.run(root, "fmt"));
      }
    }
  }

  private static void assertSafe(Captured captured) {
    assertThat(captured.code()).isOne();
    assertThat(captured.err()).contains("Error");
    assertThat((captured.out() + captured.err()).chars().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(Character::isISOControl);
  }

  @Test
  void tellsAllFaultsOfAConfiguration() throws IOException {
    write("main.tf", "variable \"name\" {}\noutput \"o\" {\n  value = var.nme\n}\n");
    write("other.tf", "locals {\n  a = local.b\n}\n");

    Captured text = Captured.run(directory, "validate");
    Captured json = Captured.run(directory, "validate", "-json");

    assertThat(text.code()).isEqualTo(1);
    assertThat(text.err())
        .contains("Reference to undeclared input variable", "Did you mean \"name\"?")
        .contains("Reference to undeclared local value");
    assertThat(json.code()).isEqualTo(1);
    assertThat(json.out()).contains("\"valid\":false", "\"error_count\":2");
  }

  @Test
  void answersExpressionsOneByOneAndGoesOnAfterAFault() throws IOException {
    write(
        "main.tf",
        "variable \"n\" {\n  type    = number\n  default = 2\n}\n"
            + "variable \"word\" {\n  sensitive = true\n}\n"
            + "locals {\n  twice = var.n * 2\n  list  = [for i in range(var.n) : \"i${i}\"]\n}\n");
    String input = "local.twice\nlocal.list\nlocal.nothing\n{\n  a = path.module\n}\nvar.word\n";

    Captured run = Captured.fed(directory, input, "console", "-var", "n=3", "-var", "word=s3cret");

    assertThat(run.out())
        .isEqualTo(
            """
            6
            [
              "i0",
              "i1",
              "i2",
            ]
            {
              "a" = "."
            }
            (sensitive value)
            """);
    assertThat(run.err()).contains("Reference to undeclared local value").doesNotContain("s3cret");
    assertThat(run.code()).isEqualTo(1);
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void saysOfANumberThatIsTooLargeThatItIs() throws IOException {
    String digits = "9".repeat(20_000);
    Captured run = Captured.fed(directory, "1e999999999\n" + digits + "\n1.2.3\n", "console");

    assertThat(run.err())
        .contains("Number out of range", "A number has at most 5000 digits", "1e999999999")
        .containsOnlyOnce("Failed to recognize")
        .hasSizeLessThan(3_000);
    assertThat(run.code()).isEqualTo(1);

    write("main.tf", "variable \"n\" {\n  type = number\n}\n");
    Captured given = Captured.fed(directory, "var.n\n", "console", "-var", "n=1e999999999");
    assertThat(given.code()).isEqualTo(1);
    assertThat(given.err()).contains("Invalid value for input variable", "var.n");
    assertThat(given.out()).doesNotContain("known after apply");
    Captured fine = Captured.fed(directory, "var.n\n", "console", "-var", "n=4");
    assertThat(fine.out()).as(fine.err()).isEqualTo("4\n");
    Files.delete(directory.resolve("main.tf"));

    write("a.tf.json", "{\"locals\": {\"a\": 1e999999999}}");
    assertThat(Captured.run(directory, "validate").err()).contains("Number out of range");
  }

  @Test
  void drawsTheResourcesOfAConfigurationPastItsLocals() throws IOException {
    write(
        "main.tf",
        "resource \"terraform_data\" \"a\" {}\n"
            + "locals {\n  id = terraform_data.a.id\n}\n"
            + "resource \"terraform_data\" \"b\" {\n  input = local.id\n}\n");

    Captured run = Captured.run(directory, "graph");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\"terraform_data.b\" -> \"terraform_data.a\";");
    assertThat(run.out().lines().filter(line -> line.contains("->"))).hasSize(1);
    assertThat(Captured.run(directory, "graph", "-format", "svg").out()).startsWith("<svg");
  }

  @Test
  void drawsAPlanDocument() throws IOException {
    write(
        "plan.yaml",
        "schema_version: 2\n"
            + "workspace: w\n"
            + "resources:\n"
            + "  - {name: word, type: random_id, config: {byte_length: 4}}\n"
            + "  - {name: made, type: local_file, config: {filename: f, content:"
            + " \"${word.hex}\"}}\n");

    Captured run = Captured.run(directory, "graph", "plan.yaml", "--format=mermaid");

    assertThat(run.out())
        .contains("n0[\"local_file.made\"]", "n1[\"random_id.word\"]", "n1 --> n0");
  }

  @Test
  void completesEveryCommandAndItsFlags() {
    Captured run = Captured.run(directory, "completion");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("complete -F", "force-unlock", "--allow-empty", "runs");
    assertThat(run.out()).doesNotContain("host-stack");
  }

  @Test
  void takesInitForPeoplesFingers() throws IOException {
    write("main.tf", "locals {\n  a = 1\n}\n");

    Captured run = Captured.run(directory, "init", "-upgrade", "-input=false");

    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Nothing to fetch");
    assertThat(run.err()).contains("--upgrade");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void initTakesADirectoryAndSaysWhereThereIsNoConfiguration() throws IOException {
    Files.createDirectory(directory.resolve("site"));
    write("site/main.tf", "locals {\n  a = 1\n}\n");

    Captured run = Captured.run(directory, "init", "--upgrade", "site");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("Nothing to fetch", "Try: sluice -chdir=site plan");

    Captured empty = Captured.run(directory, "init");
    assertThat(empty.code()).isOne();
    assertThat(empty.err()).contains("No configuration files");
    assertThat(empty.out()).doesNotContain("Nothing to fetch", "Try:");
  }

  @Test
  void plansWhereNothingIsRecordedAndLeavesNothingBehind() throws IOException {
    write(
        "main.tf",
        "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\n"
            + "output \"o\" {\n  value = terraform_data.a.output\n}\n");

    Captured run = Captured.run(directory, "plan", "-detailed-exitcode");

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out())
        .contains("# terraform_data.a will be created", "+ input  = \"x\"")
        .contains("Plan: 1 to add, 0 to change, 0 to destroy.", "+ o = (known after apply)");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void refusesToApplyWithoutATerminal() throws IOException {
    write("main.tf", "locals {\n  a = 1\n}\n");

    Captured run = Captured.run(directory, "apply");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .contains("Cannot ask for approval: input is not a terminal", "--auto-approve");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }
}
