package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A rollout over plain workspaces that goes back to a checkout of the version before. */
class GoingBackTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    local = RunningDeployment.up(directory, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (RunningDeployment ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static void version(Path below, String name, String edition, boolean well)
      throws IOException {
    Files.createDirectories(below.resolve(name));
    Files.writeString(
        below.resolve(name).resolve("main.tf"),
        """
        resource "terraform_data" "x" { input = "%s" }
        output "edition" { value = terraform_data.x.output }
        output "healthy" { value = %s }
        """
            .formatted(edition, well));
  }

  private static String edition(String workspace) {
    return Captured.run(directory, "output", "--workspace", workspace, "--raw", "edition")
        .out()
        .strip();
  }

  private static List<String> runsOf(String workspace) throws Exception {
    List<String> runs = new ArrayList<>();
    String out = Captured.run(directory, "runs", "list", "--json", "--workspace", workspace).out();
    for (String line : out.lines().toList()) {
      JsonNode run = RunningDeployment.json(line);
      runs.add(run.path("outcome").asText());
    }
    return runs;
  }

  @Test
  void whatWasBegunIsAppliedAsItWasBefore() throws Exception {
    Path before = directory.resolve("before");
    for (String name : List.of("east", "west")) {
      version(directory, name, "one", true);
      version(before, name, "one", true);
    }
    Captured first = Captured.run(directory, "fleet", "apply", "--auto-approve", "east", "west");
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    version(directory, "east", "two", false);
    version(directory, "west", "two", true);
    version(directory, "north", "two", true);

    Captured stopped =
        Captured.run(
            directory,
            "fleet",
            "apply",
            "--auto-approve",
            "--canary=east",
            "--check-output=healthy",
            "--before=before",
            "east",
            "north",
            "west");

    assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(1);
    assertThat(stopped.out() + stopped.err())
        .contains("output healthy of workspace east is not true");
    assertThat(edition("east")).isEqualTo("one");
    assertThat(runsOf("east")).hasSize(3).allMatch("succeeded"::equals);
    assertThat(runsOf("west")).hasSize(1);
    assertThat(runsOf("north")).isEmpty();
  }

  @Test
  void aVersionThatIsNotThereIsSaidBeforeAnythingHappens() throws Exception {
    version(directory, "alone", "one", true);
    Captured refused =
        Captured.run(directory, "fleet", "apply", "--auto-approve", "--before=nowhere", "alone");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("There is no directory nowhere");
    assertThat(runsOf("alone")).isEmpty();
  }
}
