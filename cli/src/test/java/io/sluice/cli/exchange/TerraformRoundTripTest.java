package io.sluice.cli.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * People move over with what they have, and back: a state that Terraform made, planned here without
 * changes, given back, and planned by Terraform without changes.
 */
class TerraformRoundTripTest {
  private static final Path CONFIGURATION = Path.of("src/test/resources/roundtrip");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @Test
  void aStateThatTerraformMadeComesOverAndGoesBackWithoutChanges() throws Exception {
    Assumptions.assumeTrue(Terraform.isThere(folder), "there is no terraform on PATH");
    // given what terraform apply made
    copy(folder);
    Terraform terraform = new Terraform(folder);
    terraform.done("init", "-no-color");
    terraform.done("apply", "-no-color", "-auto-approve");
    Files.writeString(folder.resolve("made.json"), terraform.done("state", "pull"));
    Files.move(folder.resolve("terraform.tfstate"), folder.resolve("elsewhere.json"));

    try (RunningDeployment local = RunningDeployment.up(folder, Map.of())) {
      // when it is pushed
      Captured pushed = local.run("state", "push", "made.json");
      assertThat(pushed.code()).as(pushed.err()).isZero();

      // then nothing is to do, the outputs are there, and the secret is sealed
      Captured planned = local.run("plan", "-detailed-exitcode");
      assertThat(planned.out()).as(planned.err()).contains("No changes.");
      assertThat(planned.code()).isZero();
      Captured outputs = local.run("output");
      assertThat(outputs.out())
          .as(outputs.err())
          .contains("name = \"base\"", "secret = <sensitive>")
          .doesNotContain("canary");
      assertThat(local.run("state", "pull").out()).doesNotContain("canary");
      assertThat(local.run("state", "pull", "--format", "terraform").err())
          .contains("sealed values", "--reveal");

      // and what is pulled back is what came, so that Terraform finds nothing to do either
      Captured back = local.run("state", "pull", "--format", "terraform", "--reveal");
      assertThat(back.code()).as(back.err()).isZero();
      JsonNode made = tree(Files.readString(folder.resolve("made.json")));
      assertThat(Json.same(unordered(made), unordered(tree(back.out())))).as(back.out()).isTrue();
      assertFindsNothingToDo(terraform, back.out());

      // an apply here, and Terraform takes what Sluice made of it
      change("size = 3", "size = 4");
      Captured applied = local.run("apply", "-auto-approve");
      assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
      Captured after = local.run("state", "pull", "--format", "terraform", "--reveal");
      long serial = tree(after.out()).path("serial").asLong();
      assertThat(serial).isGreaterThan(made.path("serial").asLong());
      // a plan that reads nothing new leaves the serial alone
      assertThat(local.run("plan").out()).contains("No changes.");
      Captured looked = local.run("state", "pull", "--format", "terraform", "--reveal");
      assertThat(tree(looked.out()).path("serial").asLong()).isEqualTo(serial);
      assertFindsNothingToDo(terraform, after.out());
      // while what Terraform had is older than state now
      assertThat(local.run("state", "push", "made.json").err()).contains("older serial");
    }
  }

  private void assertFindsNothingToDo(Terraform terraform, String state) throws Exception {
    Files.deleteIfExists(folder.resolve("terraform.tfstate"));
    Files.writeString(folder.resolve("back.json"), state);
    terraform.done("state", "push", "back.json");
    Terraform.Ended plan = terraform.run("plan", "-no-color", "-detailed-exitcode");
    assertThat(plan.out()).contains("No changes.");
    assertThat(plan.code()).isZero();
  }

  private void change(String from, String to) throws IOException {
    Path file = folder.resolve("main.tf");
    Files.writeString(file, Files.readString(file).replace(from, to));
  }

  /** The order of resources is nobody's promise; that of instances is Terraform's own. */
  private static JsonNode unordered(JsonNode state) {
    ObjectNode copy = state.deepCopy();
    ObjectNode resources = copy.putObject("resources");
    for (JsonNode resource : state.path("resources")) {
      String name =
          resource.path("module").asText()
              + "."
              + resource.path("type").asText()
              + "."
              + resource.path("name").asText();
      resources.set(name, resource);
    }
    return copy;
  }

  private static JsonNode tree(String text) throws Exception {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void copy(Path to) throws IOException {
    try (Stream<Path> files = Files.walk(CONFIGURATION)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                try {
                  Path target = to.resolve(CONFIGURATION.relativize(file).toString());
                  Files.createDirectories(target.resolveSibling("."));
                  Files.copy(file, target);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
