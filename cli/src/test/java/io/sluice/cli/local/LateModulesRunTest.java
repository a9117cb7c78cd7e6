package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Module calls that are counted by what the run makes, one by the outputs of another, on one whole
 * deployment that is killed in the middle of the expansion.
 */
class LateModulesRunTest {
  private static final String SITE =
      """
      variable "name" { type = string }
      variable "pages" { type = number }
      variable "pause" { default = "1ms" }
      resource "local_directory" "dir" { path = "sites/${var.name}" }
      step "sleep" "pause" {
        arguments { duration = var.pause }
        depends_on = [local_directory.dir]
      }
      resource "local_file" "page" {
        count    = var.pages
        filename = "${local_directory.dir.path}/${count.index}.txt"
        content  = "page ${count.index} of ${var.name}"
        depends_on = [step.sleep.pause]
        lifecycle {
          postcondition {
            condition     = self.content != ""
            error_message = "A page is empty."
          }
        }
        provisioner "local-exec" { command = "echo ${var.name}-${count.index} >> made.log" }
      }
      data "local_file" "first" { filename = local_file.page[0].filename }
      output "text" { value = data.local_file.first.content }
      """;

  private static final String ROOT =
      """
      resource "terraform_data" "names" { input = NAMES }
      module "site" {
        source   = "./site"
        for_each = terraform_data.names.output
        name     = each.key
        pages    = each.value
        pause    = "PAUSE"
      }
      module "copy" {
        source   = "./site"
        for_each = { for key, site in module.site : "copy-of-${key}" => site.text }
        name     = each.key
        pages    = 1
      }
      resource "local_file" "index" {
        filename = "index.txt"
        content  = join(", ", [for key, site in module.site : "${key}: ${site.text}"])
      }
      output "copies" { value = keys(module.copy) }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private void write(String names, String pause) throws IOException {
    Files.createDirectories(directory.resolve("site"));
    Files.writeString(directory.resolve("site/main.tf"), SITE);
    Files.writeString(
        directory.resolve("main.tf"), ROOT.replace("NAMES", names).replace("PAUSE", pause));
  }

  @Test
  void areAppliedAtOnceThoughEverythingIsKilledInTheMiddle() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      killedInTheMiddleTheyAreCompletedOnce(local);
      keysThatAreGoneAreShownAndDeletedInOrder(local);
      everythingIsDestroyed(local);
    }
  }

  private void killedInTheMiddleTheyAreCompletedOnce(RunningDeployment local) throws Exception {
    // given a run that has expanded the first block of the module, and waits in the next
    write("{ a = 2, b = 1 }", "4s");
    Captured left = local.run("apply", "--auto-approve", "--detach");
    assertThat(left.code()).as(left.out() + left.err()).isZero();
    String run = left.out().lines().toList().getLast().strip();
    local.await(() -> Files.isDirectory(directory.resolve("sites/b")));

    // when everything is killed and started again
    local.kill();
    assertThat(local.upAgain()).contains("resuming run " + run);

    // then each instance is made once, those counted by outputs of others too
    JsonNode ended = local.ended(run);
    assertThat(ended.path("outcome").asText()).as(ended.toString()).isEqualTo("succeeded");
    assertThat(directory.resolve("sites/a/1.txt")).hasContent("page 1 of a");
    assertThat(directory.resolve("sites/copy-of-b/0.txt")).hasContent("page 0 of copy-of-b");
    assertThat(directory.resolve("index.txt")).hasContent("a: page 0 of a, b: page 0 of b");
    assertThat(Files.readAllLines(directory.resolve("made.log")))
        .containsExactlyInAnyOrder("a-0", "a-1", "b-0", "copy-of-a-0", "copy-of-b-0");
    assertThat(local.run("output", "copies", "--json").out()).contains("copy-of-a", "copy-of-b");
    assertThat(local.run("plan").out()).contains("Plan: 0 to add, 0 to change, 0 to destroy.");
  }

  private void keysThatAreGoneAreShownAndDeletedInOrder(RunningDeployment local) throws Exception {
    // given a key less, known when the run has changed what it comes from
    write("{ b = 2 }", "1ms");
    Captured plan = local.run("plan");
    assertThat(plan.out())
        .as(plan.err())
        .contains("# module.site[*].local_file.page[*] will be expanded during apply")
        .contains("(may delete or replace module.site[\"a\"].local_file.page[0], ")
        .contains("# module.copy[*].local_directory.dir will be expanded during apply");

    // when it is applied, then what was there by that key has gone, pages before their folders
    Captured applied = local.run("apply", "--auto-approve");
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    assertThat(directory.resolve("sites/a")).doesNotExist();
    assertThat(directory.resolve("sites/copy-of-a")).doesNotExist();
    assertThat(directory.resolve("sites/b/1.txt")).hasContent("page 1 of b");
    assertThat(directory.resolve("index.txt")).hasContent("b: page 0 of b");
  }

  private void everythingIsDestroyed(RunningDeployment local) throws Exception {
    Captured destroyed = local.run("destroy", "--auto-approve");

    assertThat(destroyed.code()).as(destroyed.out() + destroyed.err()).isZero();
    assertThat(directory.resolve("sites/b")).doesNotExist();
    assertThat(local.state("default")).isEqualTo(List.of());
  }
}
