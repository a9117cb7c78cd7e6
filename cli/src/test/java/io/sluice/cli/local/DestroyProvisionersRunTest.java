package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Commands before a delete: what they write, by Sluice and by the terraform on PATH. */
class DestroyProvisionersRunTest {
  private static final String SITE =
      """
      variable "round" { default = 1 }
      variable "size" { default = 2 }
      resource "terraform_data" "base" {
        count            = var.size
        input            = "base-${count.index}"
        triggers_replace = [var.round]
        provisioner "local-exec" { command = "echo made ${self.output} >> log" }
        provisioner "local-exec" {
          when        = destroy
          command     = "echo $WHAT ${count.index} >> log"
          environment = { WHAT = "leaving ${self.output}" }
        }
        provisioner "local-exec" {
          when       = destroy
          on_failure = continue
          command    = "echo then ${self.input} >> log; exit 3"
        }
      }
      resource "terraform_data" "user" {
        for_each   = toset(["x", "y"])
        input      = terraform_data.base[0].id
        depends_on = [terraform_data.base]
        provisioner "local-exec" {
          when    = destroy
          command = "echo user ${each.key} leaves >> log"
        }
      }
      """;

  private static final String GONE =
      """
      resource "terraform_data" "gone" {
        input = "gone"
        provisioner "local-exec" {
          when    = destroy
          command = "echo never >> log"
        }
      }
      """;

  private static final String STUBBORN =
      """
      resource "terraform_data" "stubborn" {
        input = "stubborn"
        provisioner "local-exec" {
          when    = destroy
          command = "echo tried >> log; test -e allowed"
        }
      }
      """;

  private static final String BROKEN =
      """
      resource "terraform_data" "broken" {
        triggers_replace = [BROKEN]
        provisioner "local-exec" { command = "exit ${BROKEN}" }
        provisioner "local-exec" {
          when    = destroy
          command = "echo broken leaves >> log"
        }
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  /** One of the two, in a folder of its own. */
  private interface Tool {
    Path folder();

    /** Exit code. */
    int run(String... arguments) throws Exception;
  }

  private static void write(Tool tool, String text) throws IOException {
    Files.writeString(tool.folder().resolve("main.tf"), text);
  }

  /** What the commands have written since, in order. */
  private static List<String> log(Tool tool) throws IOException {
    Path log = tool.folder().resolve("log");
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    Files.deleteIfExists(log);
    return lines;
  }

  private static List<List<String>> life(Tool tool) throws Exception {
    List<List<String>> logs = new ArrayList<>();
    write(tool, SITE + GONE + STUBBORN + BROKEN.replace("BROKEN", "0"));
    assertThat(tool.run("apply", "-auto-approve")).isZero();
    logs.add(log(tool));
    assertThat(tool.run("apply", "-auto-approve", "-var=round=2")).isZero();
    List<String> replaced = log(tool);
    assertThat(replaced.indexOf("leaving base-0 0")).isLessThan(replaced.indexOf("made base-0"));
    logs.add(replaced);
    assertThat(tool.run("apply", "-auto-approve", "-var=round=2", "-var=size=1")).isZero();
    logs.add(log(tool));
    write(tool, SITE + STUBBORN + BROKEN.replace("BROKEN", "0"));
    assertThat(tool.run("apply", "-auto-approve", "-var=round=2", "-var=size=1")).isZero();
    logs.add(log(tool));
    write(tool, SITE + STUBBORN + BROKEN.replace("BROKEN", "7"));
    assertThat(tool.run("apply", "-auto-approve", "-var=round=2", "-var=size=1")).isOne();
    logs.add(log(tool));
    write(tool, SITE + STUBBORN + BROKEN.replace("BROKEN", "0"));
    assertThat(tool.run("apply", "-auto-approve", "-var=round=2", "-var=size=1")).isZero();
    logs.add(log(tool));
    assertThat(tool.run("destroy", "-auto-approve", "-target=terraform_data.stubborn")).isOne();
    logs.add(log(tool));
    Files.createFile(tool.folder().resolve("allowed"));
    assertThat(tool.run("destroy", "-auto-approve", "-var=size=1", "-var=round=2")).isZero();
    List<String> end = log(tool);
    assertThat(end.indexOf("user x leaves")).isLessThan(end.indexOf("leaving base-0 0"));
    assertThat(end.indexOf("leaving base-0 0")).isLessThan(end.indexOf("then base-0"));
    logs.add(end);
    return logs.stream().map(lines -> lines.stream().sorted().toList()).toList();
  }

  @Test
  void commandsRunBeforeWhatTheyBelongToIsDeleted() throws Exception {
    Path own = Files.createDirectories(directory.resolve("own"));
    Tool sluice =
        new Tool() {
          @Override
          public Path folder() {
            return own;
          }

          @Override
          public int run(String... arguments) {
            Captured ended = Captured.run(own, arguments);
            System.err.print(ended.code() > 1 ? ended.out() + ended.err() : "");
            return ended.code();
          }
        };
    List<List<String>> logs;
    try (RunningDeployment local = RunningDeployment.up(own, Map.of())) {
      logs = life(sluice);
      replacesWhatIsMadeFirst(sluice);
      assertThat(local.run("state", "list").out()).isEmpty();
    }
    assertThat(logs)
        .containsExactly(
            List.of("made base-0", "made base-1"),
            List.of(
                "leaving base-0 0",
                "leaving base-1 1",
                "made base-0",
                "made base-1",
                "then base-0",
                "then base-1"),
            List.of("leaving base-1 1", "then base-1"),
            List.of(),
            List.of("broken leaves"),
            List.of(),
            List.of("tried"),
            List.of(
                "broken leaves",
                "leaving base-0 0",
                "then base-0",
                "tried",
                "user x leaves",
                "user y leaves"));

    Path theirs = Files.createDirectories(directory.resolve("theirs"));
    assumeThat(Terraform.isThere(theirs)).as("terraform is on PATH").isTrue();
    Terraform terraform = new Terraform(theirs);
    Tool other =
        new Tool() {
          @Override
          public Path folder() {
            return theirs;
          }

          @Override
          public int run(String... arguments) throws Exception {
            return terraform.run(arguments).code();
          }
        };
    write(other, SITE);
    terraform.done("init");
    assertThat(life(other)).isEqualTo(logs);
  }

  /** Terraform has no such commands there. */
  private static void replacesWhatIsMadeFirst(Tool tool) throws Exception {
    String early =
        """
        resource "terraform_data" "early" {
          input            = "v1"
          triggers_replace = ["v1"]
          lifecycle { create_before_destroy = true }
          provisioner "local-exec" { command = "echo made ${self.output} >> log" }
          provisioner "local-exec" {
            when    = destroy
            command = "echo leaving ${self.output} >> log; test ! -e held"
          }
        }
        """;
    write(tool, early);
    assertThat(tool.run("apply", "-auto-approve")).isZero();
    write(tool, early.replace("v1", "v2"));
    assertThat(tool.run("apply", "-auto-approve")).isZero();
    assertThat(log(tool)).containsExactly("made v1", "made v2", "leaving v1");

    Files.createFile(tool.folder().resolve("held"));
    write(tool, early.replace("v1", "v3"));
    assertThat(tool.run("apply", "-auto-approve")).isOne();
    Files.delete(tool.folder().resolve("held"));
    assertThat(tool.run("apply", "-auto-approve")).isZero();
    assertThat(log(tool)).containsExactly("made v3", "leaving v2", "leaving v2");
    assertThat(tool.run("destroy", "-auto-approve")).isZero();
    assertThat(log(tool)).containsExactly("leaving v3");
  }
}
