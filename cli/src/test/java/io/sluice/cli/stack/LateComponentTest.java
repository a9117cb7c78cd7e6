package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stack of components of which one is counted by what another makes: each of its deployments is
 * planned and applied in one run, whatever is killed meanwhile, and what is removed from it is
 * destroyed in the order that state has recorded.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LateComponentTest {
  private static final String SEED =
      """
      variable "names" { type = list(string) }
      variable "folder" { type = string }
      resource "local_directory" "ground" { path = var.folder }
      resource "terraform_data" "names" {
        input      = var.names
        depends_on = [local_directory.ground]
      }
      output "names" { value = terraform_data.names.output }
      output "folder" { value = local_directory.ground.path }
      """;

  private static final String BED =
      """
      variable "name" { type = string }
      variable "folder" { type = string }
      variable "pause" { type = string }
      resource "local_file" "bed" {
        filename = "${var.folder}/${var.name}.txt"
        content  = var.name
      }
      resource "time_sleep" "growing" {
        create_duration = var.pause
        depends_on      = [local_file.bed]
      }
      resource "local_command" "made" {
        create     = "echo +${var.folder}/${var.name} >> made.log"
        delete     = "echo -${var.folder}/${var.name} >> made.log"
        depends_on = [time_sleep.growing]
      }
      output "file" { value = local_file.bed.filename }
      """;

  private static final String POST =
      """
      variable "side" { type = string }
      variable "folder" { type = string }
      resource "local_file" "post" {
        filename = "${var.folder}/post-${var.side}.txt"
        content  = var.side
      }
      output "file" { value = local_file.post.filename }
      """;

  private static final String MAP =
      """
      variable "files" { type = list(string) }
      resource "terraform_data" "map" { input = var.files }
      output "files" { value = terraform_data.map.output }
      """;

  private static final String FENCE =
      """
      variable "side" { type = string }
      variable "folder" { type = string }
      component "post" {
        source = "../post"
        inputs = {
          side   = var.side
          folder = var.folder
        }
      }
      output "file" {
        type  = string
        value = component.post.file
      }
      """;

  private static final String VARIABLES =
      """
      variable "names" { type = list(string) }
      variable "folder" { type = string }
      variable "pause" {
        type    = string
        default = "1ms"
      }
      """;

  private static final String GROUND =
      """
      component "seed" {
        source = "./seed"
        inputs = {
          names  = var.names
          folder = var.folder
        }
      }
      stack "fence" {
        source   = "./fence"
        for_each = toset(["east", "west"])
        inputs = {
          side   = each.key
          folder = component.seed.folder
        }
      }
      """;

  private static final String BEDS =
      """
      component "bed" {
        source   = "./bed"
        for_each = toset(component.seed.names)
        inputs = {
          name   = each.key
          folder = component.seed.folder
          pause  = var.pause
        }
      }
      component "map" {
        source = "./map"
        inputs = { files = [for bed in component.bed : bed.file] }
      }
      output "files" {
        type  = list(string)
        value = component.map.files
      }
      """;

  private static final String NOTHING_LEFT =
      """
      component "map" {
        source = "./map"
        inputs = { files = [] }
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path temporary;

  private static Path directory;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    directory = temporary.resolve("garden");
    write("seed/main.tf", SEED);
    write("bed/main.tf", BED);
    write("post/main.tf", POST);
    write("map/main.tf", MAP);
    write("fence/main.tfcomponent.hcl", FENCE);
    write("main.tfcomponent.hcl", VARIABLES + GROUND + BEDS);
    deployments("[\"rose\", \"sage\"]", "4s");
    local = RunningDeployment.up(directory, Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (RunningDeployment ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static void deployments(String names, String pause) throws IOException {
    write(
        "main.tfdeploy.hcl",
        """
        deployment "north" {
          inputs = {
            names  = %s
            folder = "north"
            pause  = "%s"
          }
        }
        deployment "south" {
          inputs = {
            names  = ["thyme"]
            folder = "south"
          }
        }
        """
            .formatted(names, pause));
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

  private static List<String> log() throws IOException {
    return Files.readAllLines(directory.resolve("made.log"));
  }

  private static List<JsonNode> applied(String workspace) throws Exception {
    List<JsonNode> runs = new ArrayList<>();
    for (String line : done(local.run("runs", "list", "--json")).lines().toList()) {
      JsonNode run = Json.tree(line.getBytes(StandardCharsets.UTF_8));
      if (run.path("workspace").asText().equals(workspace)
          && run.path("kind").asText().equalsIgnoreCase("apply")) {
        runs.add(run);
      }
    }
    return runs;
  }

  @Test
  @Order(1)
  void thePlanShowsTheLateComponentAndWhatComesOfItAsUnknown() {
    assertThat(done(stack("validate"))).contains("Success! The stack is valid.");
    assertThat(done(stack("plan", "--deployment", "north")))
        .contains(
            "component.bed[*].local_file.bed will be expanded during apply",
            "stack.fence[\"east\"].component.post.local_file.post",
            "component.map.terraform_data.map");
  }

  @Test
  @Order(2)
  void oneRunMakesItAllThoughEverythingIsKilledInTheMiddle() throws Exception {
    // given a run that has expanded the component, and waits in it
    Captured left = stack("apply", "--auto-approve", "--detach", "--deployment", "north");
    String run = done(left).lines().toList().getLast().strip();
    local.await(() -> Files.isRegularFile(directory.resolve("north/rose.txt")));

    // when everything is killed and started again
    local.kill();
    assertThat(local.upAgain()).contains("resuming run " + run);

    // then each instance is made once, by that run
    JsonNode ended = local.ended(run);
    assertThat(ended.path("outcome").asText()).as(ended.toString()).isEqualTo("succeeded");
    assertThat(log()).containsExactlyInAnyOrder("+north/rose", "+north/sage");
    assertThat(directory.resolve("north/post-west.txt")).hasContent("west");
    assertThat(applied("garden.north")).hasSize(1);

    // and the other deployment by another, and nothing is left to do
    done(stack("apply", "--auto-approve"));
    assertThat(applied("garden.south")).hasSize(1);
    assertThat(stack("plan", "--detailed-exitcode").code()).isZero();
    assertThat(done(local.run("output", "--workspace", "garden.north", "--json", "files")))
        .contains("north/rose.txt", "north/sage.txt");
    assertThat(done(stack("show", "--deployment", "north")))
        .contains("  component.bed[\"rose\"].local_file.bed\n");
  }

  @Test
  @Order(3)
  void anInstanceMoreAndOneLessAreOneRunToo() throws Exception {
    deployments("[\"sage\", \"mint\"]", "1ms");
    assertThat(done(stack("plan", "--deployment", "north")))
        .contains("(may delete or replace component.bed[\"rose\"].local_file.bed");

    done(stack("apply", "--auto-approve", "--deployment", "north"));

    assertThat(log().subList(3, log().size()))
        .containsExactlyInAnyOrder("-north/rose", "+north/mint");
    assertThat(directory.resolve("north/rose.txt")).doesNotExist();
    assertThat(stack("plan", "--detailed-exitcode").code()).isZero();
  }

  @Test
  @Order(4)
  void whatIsRemovedGoesInTheRecordedOrderWithoutItsConfiguration() throws Exception {
    write("main.tfcomponent.hcl", VARIABLES + NOTHING_LEFT);
    for (String gone : List.of("seed/main.tf", "bed/main.tf", "post/main.tf")) {
      Files.delete(directory.resolve(gone));
    }
    Files.delete(directory.resolve("fence/main.tfcomponent.hcl"));

    done(stack("apply", "--auto-approve"));

    // a directory goes only when it is empty, so what was in it went before
    assertThat(directory.resolve("north")).doesNotExist();
    assertThat(directory.resolve("south")).doesNotExist();
    assertThat(new TreeSet<>(log())).contains("-north/sage", "-north/mint", "-south/thyme");
    assertThat(done(stack("show")))
        .contains("component.map.terraform_data.map")
        .doesNotContain("component.seed", "component.bed", "stack.fence");
  }
}
