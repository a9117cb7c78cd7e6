package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void validatesAConfiguration() throws IOException {
    write("main.tf", "variable \"name\" {}\noutput \"o\" {\n  value = var.name\n}\n");

    Captured run = Captured.run(directory, "validate");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("Success! The configuration is valid.\n");
    assertThat(run.code()).isZero();
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
}
