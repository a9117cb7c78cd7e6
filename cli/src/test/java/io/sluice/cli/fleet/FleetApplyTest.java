package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Workspaces applied together by one run, on a deployment of their own that is killed once. */
class FleetApplyTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    copy(Path.of("..", "examples", "fleet"), directory);
    local = RunningDeployment.up(directory, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (RunningDeployment ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".tf")).toList()) {
        write(to.resolve(from.relativize(file).toString()), Files.readString(file));
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Captured fleet(String... words) {
    List<String> all = new ArrayList<>(List.of("fleet"));
    all.addAll(List.of(words));
    return Captured.run(directory, all.toArray(String[]::new));
  }

  private static List<JsonNode> runsOf(String workspace) throws Exception {
    List<JsonNode> runs = new ArrayList<>();
    for (String line : Captured.run(directory, "runs", "list", "--json").out().split("\n")) {
      JsonNode run = Json.tree(line.getBytes(StandardCharsets.UTF_8));
      if (run.path("workspace").asText().equals(workspace)) {
        runs.add(run);
      }
    }
    return runs;
  }

  @Test
  void valuesOfTheRunFlowFromWorkspaceToWorkspaceAfterOneApproval() throws Exception {
    Captured applied = approved("fleet", "apply", "network", "shop", "site");
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    assertThat(applied.out())
        .contains("Apply complete!", "Workspaces: 3 done;")
        .doesNotContain("Resources: 0 added");
    String vpc =
        Captured.run(directory, "output", "--workspace", "network", "--raw", "vpc").out().strip();
    assertThat(vpc).startsWith("vpc-");
    assertThat(directory.resolve("out/front-b.txt")).hasContent("front b in " + vpc + "\n");
    assertThat(directory.resolve("out/index.txt")).hasContent("out/front-a.txt\nout/front-b.txt");
    assertThat(runsOf("shop")).hasSize(1);
    Captured again = fleet("plan", "--detailed-exitcode", "network", "shop", "site");
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    assertThat(again.out()).contains("Fleet: 3 workspaces, 0 to apply.");
  }

  @Test
  void theFolderOfAMemberThatDoesNotSaySoSaysWhatItLooksAt() throws Exception {
    write(directory.resolve("plain/main.tf"), "resource \"terraform_data\" \"x\" { input = 1 }\n");
    Captured before = Captured.run(directory.resolve("plain"), "plan");
    assertThat(before.err()).doesNotContain("several workspaces");
    assertThat(fleet("apply", "--auto-approve", "plain").code()).isZero();

    Captured planned = Captured.run(directory.resolve("plain"), "plan");

    assertThat(planned.err())
        .contains(
            "This is about workspace default of this directory's own deployment.",
            "As one of several workspaces it is plain: `sluice -chdir=",
            "fleet plan plain` shows that.");
  }

  @Test
  void aFailureStopsOnlyWhatComesAfterIt() throws Exception {
    write(
        directory.resolve("broken/main.tf"),
        "resource \"local_file\" \"x\" {\n  filename = \"/proc/none/x\"\n  content = \"x\"\n}\n");
    write(
        directory.resolve("behind/main.tf"),
        "sluice { after = [\"broken\"] }\nresource \"terraform_data\" \"x\" { input = 1 }\n");
    write(
        directory.resolve("bystander/main.tf"),
        "resource \"terraform_data\" \"x\" { input = 1 }\n");
    Captured applied = fleet("apply", "--auto-approve", "broken", "behind", "bystander");
    assertThat(applied.code()).isEqualTo(1);
    assertThat(applied.out() + applied.err())
        .contains("the run of workspace broken ended as failed", "step.sluice_run.behind");
    assertThat(runsOf("bystander")).hasSize(1);
    assertThat(runsOf("behind")).isEmpty();
  }

  @Test
  void aRetriedWalkDoesOnlyWhatIsLeft() throws Exception {
    write(
        directory.resolve("gated/main.tf"),
        "resource \"local_command\" \"x\" { create = \"test -e go\" }\n");
    write(
        directory.resolve("later/main.tf"),
        "sluice { after = [\"gated\"] }\nresource \"terraform_data\" \"x\" { input = 1 }\n");
    Captured applied = fleet("apply", "--auto-approve", "gated", "later");
    assertThat(applied.code()).as(applied.out() + applied.err()).isEqualTo(1);
    write(directory.resolve("go"), "");
    Captured again = Captured.run(directory, "runs", "retry", walk(), "--auto-approve");
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    assertThat(runsOf("gated")).hasSize(2);
    assertThat(runsOf("later")).hasSize(1);
  }

  @Test
  void aRetriedWalkPassesWhatWasAppliedAsItWasShown() throws Exception {
    write(directory.resolve("whole/main.tf"), "resource \"terraform_data\" \"x\" { input = 1 }\n");
    write(
        directory.resolve("barred/main.tf"),
        "sluice { after = [\"whole\"] }\n"
            + "resource \"local_command\" \"x\" { create = \"test -e unbarred\" }\n");
    Captured applied = approved("fleet", "apply", "whole", "barred");
    assertThat(applied.code()).as(applied.out() + applied.err()).isEqualTo(1);
    write(directory.resolve("unbarred"), "");
    Captured again = Captured.run(directory, "runs", "retry", walk());
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    assertThat(runsOf("whole")).hasSize(2);
    assertThat(runsOf("barred")).hasSize(2);
  }

  @Test
  void aCancelledWalkCancelsTheRunsThatItBegan() throws Exception {
    write(
        directory.resolve("long/main.tf"),
        """
        resource "time_sleep" "a" { create_duration = "4s" }
        resource "time_sleep" "b" {
          create_duration = "90s"
          depends_on      = [time_sleep.a]
        }
        """);
    String walk = detached(fleet("apply", "--auto-approve", "--detach", "long"));
    await("long", "running");
    assertThat(Captured.run(directory, "runs", "cancel", walk).code()).isZero();
    Captured watched = Captured.run(directory, "runs", "watch", walk);
    assertThat(watched.code()).isEqualTo(1);
    assertThat(runsOf("long").getFirst().path("outcome").asText()).isEqualTo("cancelled");
  }

  @Test
  void aLatePlanThatDeletesWhatWasNotShownWaitsForAPerson() throws Exception {
    seed(2);
    write(
        directory.resolve("counted/main.tf"),
        """
        data "sluice_outputs" "seed" { workspace = "seed" }
        resource "terraform_data" "y" {
          count = length(data.sluice_outputs.seed.outputs.letters)
          input = count.index
        }
        """);
    Captured first = approved("fleet", "apply", "seed", "counted");
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    seed(1);
    String walk = detached(approved("fleet", "apply", "--detach", "seed", "counted"));
    String waiting = await("counted", "awaitingApproval");
    Captured decided = approved("runs", "approve", waiting);
    assertThat(decided.out()).as(decided.err()).contains("terraform_data.y[2]", "2 to destroy");
    Captured watched = Captured.run(directory, "runs", "watch", walk);
    assertThat(watched.code()).as(decided.err() + watched.out() + watched.err()).isZero();
  }

  private static void seed(int bytes) throws IOException {
    write(
        directory.resolve("seed/main.tf"),
        """
        resource "random_id" "r" { byte_length = %d }
        output "letters" { value = split("", random_id.r.hex) }
        """
            .formatted(bytes));
  }

  @Test
  void whatIsSensitiveThereIsSensitiveHere() throws Exception {
    write(
        directory.resolve("vault/main.tf"),
        """
        output "key" {
          value     = "canary-7713"
          sensitive = true
        }
        """);
    write(
        directory.resolve("guest/main.tf"),
        """
        data "sluice_outputs" "vault" { workspace = "vault" }
        resource "terraform_data" "x" { input = data.sluice_outputs.vault.outputs.key }
        """);
    Captured applied = fleet("apply", "--auto-approve", "vault", "guest");
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    Captured shown =
        Captured.run(directory, "state", "show", "--workspace", "guest", "terraform_data.x");
    assertThat(shown.out() + applied.out()).contains("(sensitive value)").doesNotContain("canary");
    // read by a worker, since the other workspace is not planned beside it
    write(
        directory.resolve("guest/out.tf"),
        "output \"x\" { value = data.sluice_outputs.vault.outputs.key }");
    Captured leaking = fleet("plan", "guest");
    assertThat(leaking.code()).isEqualTo(1);
    assertThat(leaking.err()).contains("sensitive", "out.tf line 1").doesNotContain("canary");
  }

  private static Captured approved(String... words) {
    InputStream yes = new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8));
    return Captured.answering(directory, yes, words);
  }

  /** The run that walks, as the last word says. */
  private static String detached(Captured left) {
    assertThat(left.code()).as(left.out() + left.err()).isZero();
    String said = left.out().strip();
    return said.substring(1 + Math.max(said.lastIndexOf('\n'), said.lastIndexOf(' ')));
  }

  private static String walk() throws Exception {
    return runsOf("fleet").getFirst().path("run").asText();
  }

  /** Waits until the newest run of a workspace has come that far; its id. */
  private static String await(String workspace, String phase) throws Exception {
    for (int looks = 0; looks < 300; looks++) {
      List<JsonNode> runs = runsOf(workspace);
      if (!runs.isEmpty() && runs.getFirst().path("phase").asText().equals(phase)) {
        return runs.getFirst().path("run").asText();
      }
      Thread.sleep(200);
    }
    throw new AssertionError(workspace + " is not " + phase + ": " + runsOf(workspace));
  }

  @Test
  void whatOthersNeedIsDestroyedAfterThem() throws Exception {
    write(
        directory.resolve("floor/main.tf"),
        """
        resource "terraform_data" "x" { input = "floor" }
        output "name" { value = terraform_data.x.output }
        """);
    write(
        directory.resolve("roof/main.tf"),
        """
        data "sluice_outputs" "floor" { workspace = "floor" }
        resource "terraform_data" "x" { input = data.sluice_outputs.floor.outputs.name }
        """);
    Captured applied = fleet("apply", "--auto-approve", "floor", "roof");
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    assertThat(applied.out())
        .contains("floor: 1 added", "Workspaces: 2 done; 2 added, 0 changed, 0 destroyed.");

    Captured planned = fleet("plan", "--destroy", "floor", "roof");
    assertThat(planned.out().indexOf("Workspace roof"))
        .as(planned.out() + planned.err())
        .isBetween(0, planned.out().indexOf("Workspace floor"));
    Captured destroyed = approved("fleet", "destroy", "floor", "roof");
    assertThat(destroyed.code()).as(destroyed.out() + destroyed.err()).isZero();
    assertThat(destroyed.out()).contains("2 to destroy.", "2 destroyed.");
    JsonNode roof = runsOf("roof").getFirst();
    JsonNode floor = runsOf("floor").getFirst();
    assertThat(roof.path("kind").asText() + floor.path("kind").asText())
        .isEqualToIgnoringCase("destroydestroy");
    assertThat(floor.path("submittedAt").asText()).isGreaterThan(roof.path("endedAt").asText());
    assertThat(fleet("destroy", "--auto-approve", "floor", "roof").out())
        .contains("2 workspaces, 0 to destroy.");
  }

  @Test
  void aCanaryThatIsNotWellStopsTheRollout() throws Exception {
    write(
        directory.resolve("herd/main.tf"),
        """
        variable "well" { type = bool }
        resource "terraform_data" "x" { input = var.well }
        output "healthy" { value = terraform_data.x.output }
        """);
    for (String name : List.of("herd-1", "herd-2", "herd-3")) {
      write(
          directory.resolve("herd/workspaces/" + name + ".auto.tfvars"),
          "well = " + !name.equals("herd-2"));
    }
    Captured stopped =
        fleet("apply", "--auto-approve", "--canary", "herd-2", "--check-output", "healthy", "herd");
    assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(1);
    assertThat(stopped.out() + stopped.err())
        .contains("output healthy of workspace herd-2 is not true");
    assertThat(runsOf("herd-1")).isEmpty();
    // The canary has nothing to do this time, and is no better.
    Captured again =
        fleet("apply", "--auto-approve", "--canary", "herd-2", "--check-output", "healthy", "herd");
    assertThat(again.code()).as(again.out() + again.err()).isEqualTo(1);
    assertThat(runsOf("herd-1")).isEmpty();

    String walk =
        detached(
            fleet(
                "apply",
                "--auto-approve",
                "--detach",
                "--canary=herd-1",
                "--check-output=healthy",
                "--pause-after-wave",
                "herd"));
    awaitPaused(walk);
    assertThat(runsOf("herd-1")).hasSize(1);
    assertThat(runsOf("herd-3")).isEmpty();
    Captured resumed = Captured.run(directory, "runs", "resume", walk);
    assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
    assertThat(runsOf("herd-3")).hasSize(1);
    assertThat(fleet("apply", "--auto-approve", "--pause-after-wave", "herd").err())
        .contains("There is only one wave");
  }

  private static void awaitPaused(String walk) throws Exception {
    for (int looks = 0; looks < 300; looks++) {
      if (runsOf("fleet").stream()
          .anyMatch(
              run -> run.path("run").asText().equals(walk) && run.path("paused").asBoolean())) {
        return;
      }
      Thread.sleep(200);
    }
    throw new AssertionError(walk + " is not paused: " + runsOf("fleet"));
  }

  @Test
  void noWaveBeginsAfterTooManyFailures() throws Exception {
    write(
        directory.resolve("cells/main.tf"),
        """
        variable "path" {}
        resource "local_file" "x" {
          filename = var.path
          content  = "x"
        }
        """);
    for (String cell : List.of("cell-1", "cell-2", "cell-3", "cell-4")) {
      String path = cell.equals("cell-1") || cell.equals("cell-3") ? "/proc/none/x" : "out/" + cell;
      write(
          directory.resolve("cells/workspaces/" + cell + ".auto.tfvars"),
          "path = \"" + path + "\"");
    }
    Captured applied =
        fleet("apply", "--auto-approve", "--wave", "1,2", "--max-failures", "1", "cells");
    assertThat(applied.code()).isEqualTo(1);
    assertThat(runsOf("cell-2")).as(applied.out() + applied.err()).hasSize(1);
    assertThat(runsOf("cell-3")).hasSize(1);
    assertThat(runsOf("cell-4")).isEmpty();
    assertThat(applied.out() + applied.err()).contains("2 failed, and at most 1 may");
  }

  @Test
  void theWalkGoesOnAfterEverythingWasKilled() throws Exception {
    write(
        directory.resolve("slow/main.tf"),
        "resource \"time_sleep\" \"x\" { create_duration = \"6s\" }\n"
            + "output \"x\" { value = time_sleep.x.id }\n");
    write(
        directory.resolve("next/main.tf"),
        """
        data "sluice_outputs" "slow" { workspace = "slow" }
        resource "terraform_data" "x" { input = data.sluice_outputs.slow.outputs.x }
        """);
    String walk = detached(fleet("apply", "--auto-approve", "--detach", "slow", "next"));
    while (runsOf("slow").isEmpty()) {
      Thread.sleep(200);
    }
    local.kill();
    local.upAgain();
    Captured watched = Captured.run(directory, "runs", "watch", walk);
    assertThat(watched.code()).as(watched.out() + watched.err()).isZero();
    assertThat(runsOf("slow")).hasSize(1);
    assertThat(runsOf("next")).hasSize(1);
  }
}
