package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** What becomes of workspaces when outputs change that they read, on a deployment of their own. */
class ReaderRunsTest {
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

  private static void source(String name, String value, String other) throws IOException {
    write(
        name,
        """
        resource "terraform_data" "x" { input = "%s" }
        output "name" { value = terraform_data.x.output }
        output "unread" { value = "%s" }
        """
            .formatted(value, other));
  }

  private static void reader(String name, String of, String onChange) throws IOException {
    write(
        name,
        """
        sluice { on_change = "%s" }
        data "sluice_outputs" "up" { workspace = "%s" }
        resource "terraform_data" "y" { input = "has ${data.sluice_outputs.up.outputs.name}" }
        output "name" { value = terraform_data.y.output }
        """
            .formatted(onChange, of));
  }

  private static void write(String workspace, String text) throws IOException {
    Path file = directory.resolve(workspace).resolve("main.tf");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Captured applied(String... workspaces) {
    List<String> words = new ArrayList<>(List.of("fleet", "apply", "--auto-approve"));
    words.addAll(List.of(workspaces));
    Captured applied = Captured.run(directory, words.toArray(String[]::new));
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    return applied;
  }

  private static List<JsonNode> runsOf(String workspace) throws Exception {
    List<JsonNode> runs = new ArrayList<>();
    Captured listed = Captured.run(directory, "runs", "list", "--json", "--workspace", workspace);
    for (String line : listed.out().lines().toList()) {
      runs.add(RunningDeployment.json(line));
    }
    return runs;
  }

  private static JsonNode readerNamed(String workspace) throws Exception {
    Captured listed = Captured.run(directory, "fleet", "readers", "--json");
    for (String line : listed.out().lines().toList()) {
      JsonNode reader = RunningDeployment.json(line);
      if (reader.path("workspace").asText().equals(workspace)) {
        return reader;
      }
    }
    throw new AssertionError(workspace + " reads nothing: " + listed.out() + listed.err());
  }

  /** Waits until the newest run of a workspace has come that far, as the second one. */
  private static JsonNode second(String workspace, String phase) throws Exception {
    for (int looks = 0; looks < 300; looks++) {
      List<JsonNode> runs = runsOf(workspace);
      if (runs.size() > 1 && runs.getFirst().path("phase").asText().equals(phase)) {
        return runs.getFirst();
      }
      Thread.sleep(200);
    }
    throw new AssertionError(workspace + " has no second run: " + runsOf(workspace));
  }

  private static String output(String workspace) {
    return Captured.run(directory, "output", "--workspace", workspace, "--raw", "name")
        .out()
        .strip();
  }

  @Test
  void aReaderIsPlannedWhenAnOutputChangesThatItReads() throws Exception {
    source("net", "one", "1");
    reader("shop", "net", "plan");
    applied("net", "shop");
    assertThat(runsOf("shop")).hasSize(1);
    assertThat(readerNamed("shop").at("/reads/net/0").asText()).isEqualTo("name");

    source("net", "one", "2");
    assertThat(applied("net").out()).doesNotContain("Workspace shop reads");
    assertThat(readerNamed("shop").path("changed")).isEmpty();

    source("net", "two", "2");
    Captured applied = applied("net");
    assertThat(applied.out())
        .contains("Workspace shop reads net.name, which changed since it was applied: a run of it");
    JsonNode waiting = second("shop", "awaitingApproval");
    assertThat(waiting.path("by").asText()).isEqualTo("on_change of net.name");
    assertThat(output("shop")).isEqualTo("has one");
    assertThat(runsOf("shop")).hasSize(2);

    Captured approved =
        Captured.answering(
            directory,
            new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8)),
            "runs",
            "approve",
            waiting.path("run").asText());
    assertThat(approved.code()).as(approved.out() + approved.err()).isZero();
    assertThat(local.ended(waiting.path("run").asText()).path("outcome").asText())
        .isEqualTo("succeeded");
    assertThat(output("shop")).isEqualTo("has two");
    assertThat(readerNamed("shop").path("changed")).isEmpty();
  }

  @Test
  void aReaderThatIsOnlyToldHasNoRun() throws Exception {
    source("told-net", "one", "1");
    reader("told", "told-net", "notify");
    applied("told-net", "told");
    source("told-net", "two", "1");
    Captured applied = applied("told-net");
    assertThat(applied.out())
        .contains(
            "Workspace told reads told-net.name, which changed since it was applied: plan it"
                + " again.");
    assertThat(readerNamed("told").at("/changed/told-net/0").asText()).isEqualTo("name");
    applied("told");
    assertThat(readerNamed("told").path("changed")).isEmpty();
    assertThat(runsOf("told")).hasSize(2).noneMatch(run -> isAutomatic(run));
  }

  private static boolean isAutomatic(JsonNode run) {
    return run.path("by").asText().startsWith("on_change");
  }

  @Test
  void readersAreAppliedOneAfterTheOtherAndMakeWayForAPerson() throws Exception {
    source("base", "one", "1");
    reader("middle", "base", "apply");
    reader("end", "middle", "apply");
    applied("base", "middle", "end");
    source("base", "two", "1");
    applied("base");
    for (String workspace : List.of("middle", "end")) {
      JsonNode run = second(workspace, "ended");
      assertThat(run.path("outcome").asText()).as(run.toString()).isEqualTo("succeeded");
      assertThat(runsOf(workspace)).hasSize(2);
    }
    assertThat(output("end")).isEqualTo("has has two");
  }

  @Test
  void aWaitingPlanMakesWayForWhatAPersonGives() throws Exception {
    source("old-net", "one", "1");
    reader("yielding", "old-net", "plan");
    applied("old-net", "yielding");
    source("old-net", "two", "1");
    applied("old-net");
    JsonNode waiting = second("yielding", "awaitingApproval");
    applied("yielding");
    assertThat(output("yielding")).isEqualTo("has two");
    JsonNode ended = local.ended(waiting.path("run").asText());
    assertThat(ended.path("outcome").asText()).isEqualTo("cancelled");
    assertThat(runsOf("yielding")).hasSize(3);
  }

  @Test
  void whatReadsItselfThroughAnotherWaitsForAPerson() throws Exception {
    write("left", "output \"name\" { value = \"l\" }\n");
    write("right", "output \"name\" { value = \"r\" }\n");
    applied("left");
    applied("right");
    reader("left", "right", "apply");
    reader("right", "left", "apply");
    applied("left");
    applied("right");
    JsonNode waiting = second("left", "awaitingApproval");
    assertThat(waiting.path("by").asText()).isEqualTo("on_change of right.name");
    assertThat(readerNamed("left").path("circular").asBoolean()).isTrue();
  }

  @Test
  void aChangeIsFollowedOnceAfterEverythingWasKilled() throws Exception {
    source("killed-net", "one", "1");
    reader("survivor", "killed-net", "apply");
    applied("killed-net", "survivor");
    source("killed-net", "two", "1");
    applied("killed-net");
    local.kill();
    local.upAgain();
    assertThat(second("survivor", "ended").path("outcome").asText()).isEqualTo("succeeded");
    assertThat(runsOf("survivor")).hasSize(2);
    assertThat(output("survivor")).isEqualTo("has two");
  }

  private static void secret(String value, String other) throws IOException {
    write(
        "sealed-net",
        """
        output "name" {
          value     = "%s"
          sensitive = true
        }
        output "unread" { value = "%s" }
        """
            .formatted(value, other));
  }

  @Test
  void aSecretIsComparedAndNotShown() throws Exception {
    secret("canary-4711", "1");
    write(
        "confidant",
        """
        sluice { on_change = "apply" }
        data "sluice_outputs" "up" { workspace = "sealed-net" }
        resource "terraform_data" "y" { input = data.sluice_outputs.up.outputs.name }
        """);
    applied("sealed-net", "confidant");
    secret("canary-4711", "2");
    applied("sealed-net");
    assertThat(readerNamed("confidant").path("changed")).isEmpty();
    assertThat(runsOf("confidant")).hasSize(1);

    secret("canary-4712", "2");
    Captured applied = applied("sealed-net");

    assertThat(applied.out())
        .contains("Workspace confidant reads sealed-net.name")
        .doesNotContain("canary");
    assertThat(second("confidant", "ended").path("outcome").asText()).isEqualTo("succeeded");
    JsonNode reader = readerNamed("confidant");
    assertThat(reader.path("changed")).isEmpty();
    assertThat(reader.toString()).doesNotContain("canary");
  }
}
