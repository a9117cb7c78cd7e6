package io.sluice.cli.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Looks read the records of a deployment that does not run, and start none for it. */
class RestingLooksTest {
  private static final String STARTING = "Starting the local deployment";

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void lookWithoutADeploymentWhereTheLastCommandEndedInOrder() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" {
          input = "word"
        }
        output "said" {
          value = terraform_data.a.output
        }
        """);
    Captured applied = Captured.run(directory, "apply", "--auto-approve");
    assertThat(applied.code()).as(applied.err()).isZero();
    assertThat(applied.err()).as("said first of all").startsWith(STARTING);

    assertThat(resting("output")).contains("said = \"word\"");
    assertThat(resting("output", "--raw", "said")).isEqualTo("word");
    assertThat(resting("state", "list")).contains("terraform_data.a");
    assertThat(resting("state", "show", "terraform_data.a")).contains("\"word\"");
    assertThat(resting("workspace", "list")).contains("default");
    assertThat(resting("runs", "list")).contains("succeeded");
    assertThat(resting("runs", "show", "last")).contains("succeeded");
    assertThat(resting("locks")).doesNotContain("terraform_data.a");

    // What lies in a topic needs the broker, and finds what was recorded.
    Captured history = Captured.run(directory, "state", "history", "terraform_data.a");
    assertThat(history.code()).as(history.err()).isZero();
    assertThat(history.err()).contains(STARTING);
    assertThat(resting("state", "list"))
        .as("who only looked changed nothing")
        .contains("terraform_data.a");
    Captured again = Captured.run(directory, "apply", "--auto-approve");
    assertThat(again.out()).contains("No changes.");
    assertThat(resting("state", "list")).contains("terraform_data.a");
  }

  private String resting(String... look) {
    Captured looked = Captured.run(directory, look);
    assertThat(looked.code()).as(List.of(look) + ": " + looked.err()).isZero();
    assertThat(looked.err()).as(List.of(look).toString()).doesNotContain(STARTING);
    return looked.out();
  }
}
