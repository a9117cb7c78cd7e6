package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Forty deployments of a stack that are applied in waves, on a deployment that is killed once. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StackRolloutTest {
  private static final int ALL = 40;

  private static final String CELL =
      """
      variable "name" { type = string }
      variable "edition" { type = string }
      variable "well" { type = bool }
      resource "local_file" "cell" {
        filename = "out/${var.name}.txt"
        content  = var.edition
      }
      resource "time_sleep" "start" {
        create_duration = "1s"
        triggers        = { edition = var.edition }
      }
      resource "terraform_data" "well" { input = var.well }
      output "healthy" { value = terraform_data.well.output }
      """;

  private static final String STACK =
      """
      variable "name" { type = string }
      variable "edition" { type = string }
      variable "well" { type = bool }
      component "cell" {
        source = "./cell"
        inputs = {
          name    = var.name
          edition = var.edition
          well    = var.well
        }
      }
      output "healthy" {
        type  = bool
        value = component.cell.healthy
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path temporary;

  private static Path directory;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    directory = temporary.resolve("work");
    write(directory.resolve("cells"), "one", "", rollout("stop"));
    local = RunningDeployment.up(directory, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (RunningDeployment ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static String rollout(String onFailure) {
    return """
    rollout "all" {
      canary     = [deployment.c07]
      waves      = [3, "50%%"]
      on_failure = "%s"
      check {
        output = "healthy"
        hold   = "2s"
      }
    }
    """
        .formatted(onFailure);
  }

  private static void write(Path stack, String edition, String sick, String rollout)
      throws IOException {
    Files.createDirectories(stack.resolve("cell"));
    Files.writeString(stack.resolve("cell/main.tf"), CELL);
    Files.writeString(stack.resolve("main.tfcomponent.hcl"), STACK);
    StringBuilder text = new StringBuilder("sluice { stack = \"cells\" }\n");
    for (String name : names()) {
      text.append(
          """
          deployment "%s" {
            inputs = {
              name    = "%s"
              edition = "%s"
              well    = %s
            }
            deployment_group = deployment_group.careless
          }
          """
              .formatted(name, name, edition, !name.equals(sick)));
    }
    Files.writeString(
        stack.resolve("main.tfdeploy.hcl"),
        text
            + """
            deployment_group "careless" {
              auto_approve_checks = [deployment_auto_approve.not_much]
            }
            deployment_auto_approve "not_much" {
              check {
                condition = context.plan.changes.remove < 2
                reason    = "It destroys too much."
              }
            }
            """
            + rollout);
  }

  private static List<String> names() {
    return IntStream.rangeClosed(1, ALL).mapToObj("c%02d"::formatted).toList();
  }

  private static Captured stack(String... words) {
    List<String> all = new ArrayList<>(List.of("stack"));
    all.addAll(List.of(words));
    return Captured.run(directory, all.toArray(String[]::new));
  }

  private static String done(Captured command) {
    assertThat(command.code()).as(command.out() + command.err()).isZero();
    return command.out();
  }

  /** The runs that apply deployments since the last that are known, by deployment. */
  private static Map<String, List<JsonNode>> runs() throws Exception {
    Map<String, List<JsonNode>> runs = new TreeMap<>();
    for (String line : done(local.run("runs", "list", "--json")).lines().toList()) {
      JsonNode run = Json.tree(line.getBytes(StandardCharsets.UTF_8));
      String workspace = run.path("workspace").asText();
      if (workspace.startsWith("cells.c") && run.path("kind").asText().equalsIgnoreCase("apply")) {
        runs.computeIfAbsent(workspace.substring("cells.".length()), any -> new ArrayList<>())
            .add(run);
      }
    }
    return runs;
  }

  /** Empty while the file is being replaced. */
  private static String content(String name) throws IOException {
    try {
      return Files.readString(directory.resolve("out/" + name + ".txt"));
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  @Test
  @Order(1)
  void aCanaryThatIsNotWellStopsIt() throws Exception {
    write(directory.resolve("cells"), "one", "c07", rollout("stop"));
    assertThat(done(stack("list", "cells"))).contains("c07         cells.c07  careless  all");

    Captured stopped = stack("apply", "cells");

    assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(1);
    assertThat(stopped.out() + stopped.err())
        .contains(
            "output healthy of workspace cells.c07 is not true",
            "Deployment cells/c40",
            "Rollout all: 4 waves of 1, 3, 20, 16 deployments.");
    assertThat(runs()).containsOnlyKeys("c07");
    assertThat(directory.resolve("out/c01.txt")).doesNotExist();
  }

  @Test
  @Order(2)
  void wavesGoOnWhereTheyWereWhenEverythingIsKilled() throws Exception {
    // given a rollout whose first wave has ended and whose second runs
    write(directory.resolve("cells"), "one", "", rollout("stop"));
    Captured left = stack("apply", "--detach", "cells");
    String walk = done(left).lines().toList().getLast().strip();
    local.await(() -> Files.isRegularFile(directory.resolve("out/c01.txt")));

    // when everything is killed and started again
    local.kill();
    local.upAgain();

    // then it goes on, each deployment is applied once, and in its wave
    Captured watched = local.run("runs", "watch", walk);
    assertThat(watched.code()).as(watched.out() + watched.err()).isZero();
    Map<String, List<JsonNode>> runs = runs();
    assertThat(runs.keySet()).containsExactlyInAnyOrderElementsOf(names());
    assertThat(runs.get("c07")).as("twice: it was not well, then it was").hasSize(2);
    runs.forEach((name, own) -> assertThat(own).hasSize(name.equals("c07") ? 2 : 1));
    List<String> begun =
        runs.values().stream()
            .map(List::getFirst)
            .sorted(Comparator.comparing(run -> instant(run, "submittedAt")))
            .map(run -> run.path("workspace").asText().substring("cells.".length()))
            .toList();
    assertThat(begun.getFirst()).isEqualTo("c07");
    assertThat(begun.subList(1, 4)).containsExactlyInAnyOrder("c01", "c02", "c03");
    assertThat(begun.subList(4, 24)).contains("c04", "c24").doesNotContain("c25", "c40");
    assertThat(ends(runs, "c01", "c02", "c03"))
        .as("no wave begins before the one before it has ended")
        .allSatisfy(end -> assertThat(end).isBefore(begins(runs, "c04")));
    assertThat(begins(runs, "c24"))
        .as("within a wave they run at the same time")
        .isBefore(instant(runs.get("c04").getFirst(), "endedAt"));
  }

  private static Instant begins(Map<String, List<JsonNode>> runs, String name) {
    return instant(runs.get(name).getFirst(), "submittedAt");
  }

  private static List<Instant> ends(Map<String, List<JsonNode>> runs, String... names) {
    return Stream.of(names).map(name -> instant(runs.get(name).getFirst(), "endedAt")).toList();
  }

  private static Instant instant(JsonNode run, String field) {
    return Instant.parse(run.path(field).asText());
  }

  @Test
  @Order(3)
  void aRolloutThatIsToGoBackAppliesWhatWasThereBefore() throws Exception {
    // given the version that is applied, beside one that is not well
    write(directory.resolve("cells-one"), "one", "", "");
    write(directory.resolve("cells"), "two", "c07", rollout("roll_back"));
    assertThat(stack("apply", "--auto-approve", "cells").err())
        .contains("There is no version to go back to", "--before DIR");
    String[] some = {"--deployment", "c01,c07,c08"};

    // when the canary has the new version, and everything is killed and started again
    Captured left =
        stack(
            "apply",
            "--auto-approve",
            "--detach",
            "--before",
            "cells-one",
            some[0],
            some[1],
            "cells");
    assertThat(done(left)).contains("Rollout all: 2 waves of 1, 2 deployments.");
    String walk = left.out().lines().toList().getLast().strip();
    local.await(() -> content("c07").equals("two"));
    local.kill();
    local.upAgain();
    Captured back = local.run("runs", "watch", walk);

    // then its check fails, and it has the version before
    assertThat(back.code()).as(back.out() + back.err()).isEqualTo(1);
    assertThat(back.out() + back.err())
        .contains("output healthy of workspace cells.c07 is not true");
    assertThat(content("c07")).isEqualTo("one");
    assertThat(content("c01")).isEqualTo("one");
    assertThat(runs().get("c07")).as("forward and back").hasSize(4);
    assertThat(runs().get("c01")).as("never begun").hasSize(1);
    assertThat(done(local.run("output", "--workspace", "cells.c07", "--raw", "healthy")).strip())
        .isEqualTo("true");
  }

  @Test
  @Order(4)
  void aRolloutThatPassesDoesNotGoBackAndPausesWhereItIsTo() throws Exception {
    write(
        directory.resolve("cells"),
        "two",
        "",
        rollout("roll_back").replace("waves      = [3, \"50%\"]", "pause = true"));
    Captured left =
        Captured.answering(
            directory,
            new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8)),
            "stack",
            "apply",
            "--detach",
            "--before",
            "cells-one",
            "--deployment",
            "c01,c07",
            "cells");
    String said = done(left).strip();
    String walk = said.substring(1 + Math.max(said.lastIndexOf('\n'), said.lastIndexOf(' ')));
    local.await(() -> local.shown(walk).path("paused").asBoolean());
    assertThat(content("c07")).isEqualTo("two");
    assertThat(content("c01")).isEqualTo("one");

    Captured resumed = local.run("runs", "resume", walk);

    assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
    assertThat(content("c01")).isEqualTo("two");
    assertThat(content("c07")).isEqualTo("two");
  }

  @Test
  @Order(5)
  void deploymentsAreDestroyedInTheSameWaves() throws Exception {
    write(directory.resolve("cells"), "two", "", rollout("roll_back"));
    Captured gone = stack("destroy", "--auto-approve", "--deployment", "c01,c02,c07", "cells");

    assertThat(done(gone))
        .contains("Rollout all: 2 waves of 1, 2 deployments.", "Workspaces: 3 done;");
    JsonNode canary = destroyed("cells.c07");
    for (String name : List.of("c01", "c02")) {
      assertThat(instant(destroyed("cells." + name), "submittedAt"))
          .isAfter(instant(canary, "endedAt"));
      assertThat(directory.resolve("out/" + name + ".txt")).doesNotExist();
    }
    assertThat(directory.resolve("out/c03.txt")).exists();
  }

  private static JsonNode destroyed(String workspace) throws Exception {
    String listed = done(local.run("runs", "list", "--json", "--workspace", workspace));
    JsonNode run = RunningDeployment.json(listed.lines().findFirst().orElseThrow());
    assertThat(run.path("kind").asText()).isEqualToIgnoringCase("destroy");
    assertThat(run.path("outcome").asText()).isEqualTo("succeeded");
    return run;
  }
}
