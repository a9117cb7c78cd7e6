package io.sluice.cli.command.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before anything is started. */
class SavedAndSubmittedTest {
  @TempDir private Path directory;

  @Test
  void submitWithoutQuestionsOnATerminalNeedsApproval() throws Exception {
    Files.writeString(
        directory.resolve("plan.yaml"),
        "schema_version: 2\nworkspace: w\nresources:\n- name: f\n  type: local_file\n"
            + "  config: {filename: f, content: c}\n");

    Captured submit =
        Captured.answering(
            directory, InputStream.nullInputStream(), "submit", "plan.yaml", "--json");

    assertThat(submit.code()).isEqualTo(1);
    assertThat(submit.err()).contains("--auto-approve");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void aSavedPlanOfAFleetIsShownWithTheFleetsKey() throws IOException {
    Files.writeString(directory.resolve("some.plan"), "{\"format\":\"sluice-plan\"}");
    Captured show =
        Captured.run(
            directory,
            Map.of("SLUICE_KEY_FILE", "fleet-key"),
            "show",
            "some.plan",
            "--bootstrap-servers",
            "h:1",
            "--zookeeper",
            "h:2");

    assertThat(show.code()).isEqualTo(1);
    assertThat(show.err()).contains(directory.resolve("fleet-key").toString());
  }
}
