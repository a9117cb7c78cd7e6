package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever names the wrong thing hears that, and not what the right thing would have needed. */
class WrongTargetTest {
  private static final String DOCUMENT = "schema_version: 2\nworkspace: w\nresources: []\n";

  @TempDir private Path directory = Path.of("unset");

  private String refused(String... arguments) {
    Captured captured = Captured.run(directory, arguments);
    assertThat(captured.code()).as(captured.out() + captured.err()).isOne();
    assertThat(captured.err()).doesNotContain("approval", "character", "Exception");
    assertThat(directory.resolve(".sluice")).doesNotExist();
    return captured.err();
  }

  @Test
  void whatDoesNotExistIsSaidBeforeAnybodyIsAsked() throws IOException {
    Files.createDirectories(directory.resolve("examples/quickstart"));
    for (String command : List.of("apply", "destroy")) {
      assertThat(refused(command, "examples/quickstrat"))
          .contains(
              "There is no directory or file examples/quickstrat",
              "Did you mean examples/quickstart?");
      assertThat(refused(command, "nosuch.plan"))
          .contains("There is no directory or file nosuch.plan");
    }
    assertThat(refused("plan", "examples/quickstrat"))
        .contains("There is no directory examples/quickstrat", "Did you mean examples/quickstart?");
  }

  @Test
  void aDirectoryWithoutConfigurationIsNothingToApplyNorValid() throws IOException {
    for (String command : List.of("apply", "validate", "plan")) {
      assertThat(refused(command)).contains("No configuration files");
    }
    Captured json = Captured.run(directory, "validate", "--json");
    assertThat(json.code()).isOne();
    assertThat(json.out()).contains("\"valid\":false", "No configuration files");

    Files.writeString(directory.resolve("plan.yaml"), DOCUMENT);
    for (String command : List.of("apply", "validate", "plan")) {
      assertThat(refused(command)).contains("No configuration files", "sluice submit plan.yaml");
    }
  }

  @Test
  void whereNothingWasEverRecordedNothingDrifts() {
    Captured drift = Captured.run(directory, "drift");
    assertThat(drift.code()).as(drift.err()).isZero();
    assertThat(drift.out()).isEqualTo("No drift: nothing was ever recorded here.\n");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void aFileThatIsNoSavedPlanIsCalledWhatItIs() throws IOException {
    Files.writeString(directory.resolve("plan.yaml"), DOCUMENT);
    Files.writeString(
        directory.resolve("plan.json"),
        "{\"schema_version\": 2, \"workspace\": \"w\", \"resources\": []}");
    Files.writeString(directory.resolve("notes"), "x = [");
    for (String command : List.of("apply", "show")) {
      for (String document : List.of("plan.yaml", "plan.json")) {
        assertThat(refused(command, document))
            .contains(document + " is a plan document", "sluice submit " + document);
      }
      assertThat(refused(command, "notes")).contains("notes is not a saved plan");
    }
    for (String command : List.of("plan", "validate", "destroy")) {
      assertThat(refused(command, "plan.yaml"))
          .contains("plan.yaml is a plan document", "sluice submit --destroy plan.yaml");
    }
    assertThat(refused("plan", "notes")).contains("notes is a file", "Name the directory");
    assertThat(refused("show", "nosuch.plan")).contains("No such file: nosuch.plan");
  }
}
