package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The example's stack from its first plan to its end, on a local deployment of its own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StackTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path temporary;

  private static Path directory;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    directory = temporary.resolve("shop");
    Path example = Path.of("..", "examples", "stack");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        write(example.relativize(file).toString(), Files.readString(file));
      }
    }
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

  private static Captured stack(String... words) {
    List<String> all = new ArrayList<>(List.of("stack"));
    all.addAll(List.of(words));
    return Captured.run(directory, all.toArray(String[]::new));
  }

  private static String done(Captured command) {
    assertThat(command.code()).as(command.out() + command.err()).isZero();
    return command.out();
  }

  @Test
  @Order(1)
  void appliesTwoDeploymentsOneByItsRuleAndOneByAPersonsWord() {
    assertThat(done(stack("validate"))).contains("Success! The stack is valid.");
    assertThat(done(stack("list")))
        .contains("staging     shop.staging     careless", "production  shop.production");
    assertThat(stack("plan", "--detailed-exitcode").code()).isEqualTo(2);

    assertThat(stack("apply").err())
        .as("without a terminal a rule is asked, and nobody else")
        .contains("The plan of shop/production needs approval before anything changes.");
    Captured staging = stack("apply", "--deployment", "staging");
    assertThat(done(staging)).contains("component.page[\"about\"].local_file.this");
    assertThat(staging.err()).contains("Approved by destroys_nothing.");
    Captured production =
        Captured.answering(
            directory,
            new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8)),
            "stack",
            "apply",
            "--deployment",
            "production");
    assertThat(done(production)).contains("Deployment shop/production");

    assertThat(directory.resolve("out/staging/index.txt"))
        .hasContent("out/staging/about.txt\nout/staging/help.txt\nout/staging/front-eu.txt\n");
    assertThat(directory.resolve("out/production/front-us.txt")).content().endsWith(" in us\n");
    assertThat(stack("plan", "--detailed-exitcode").code()).isZero();
  }

  @Test
  @Order(2)
  void showsStateByTheAddressesOfComponents() throws Exception {
    String front = "stack.region[\"us\"].component.front.local_file.this";
    assertThat(done(stack("show", "--deployment", "production")))
        .startsWith("shop/production\n")
        .contains("  component.page[\"terms\"].local_file.this\n", "  " + front + "\n");
    assertThat(
            done(
                Captured.run(
                    directory, "state", "list", "--workspace", "shop.production", "stack.region")))
        .isEqualTo("stack.region[\"eu\"].component.front.local_file.this\n" + front + "\n");
    assertThat(
            done(Captured.run(directory, "state", "show", "--workspace", "shop.production", front)))
        .contains("out/production/front-us.txt");
    assertThat(
            Json.tree(done(stack("output", "--json")).getBytes(StandardCharsets.UTF_8))
                .at("/staging/index/value")
                .asText())
        .isEqualTo("out/staging/index.txt");
    assertThat(done(stack("graph"))).contains("component.identity");
  }

  @Test
  @Order(3)
  void refusesToTakeAStackForAConfiguration() {
    assertThat(Captured.run(directory, "plan").err())
        .contains("This directory is a stack", "sluice stack plan");
    assertThat(stack("plan", "--deployment", "prodution").err())
        .contains("Did you mean production?");
  }

  @Test
  @Order(4)
  void destroysWhatWasRemovedAndAsksWhereTheRuleDoesNotHold() throws Exception {
    write(
        "main.tfdeploy.hcl",
        Files.readString(directory.resolve("main.tfdeploy.hcl"))
            .replace("[\"about\", \"help\"]", "[\"about\"]"));
    Captured staging = stack("apply", "--deployment", "staging");
    assertThat(staging.code()).isEqualTo(1);
    assertThat(staging.err()).contains("Not approved by destroys_nothing: It destroys 2 objects.");

    assertThat(done(stack("apply", "--auto-approve", "--deployment", "staging")))
        .contains("component.page[\"help\"].local_file.this");
    assertThat(directory.resolve("out/staging/help.txt")).doesNotExist();
  }

  @Test
  @Order(5)
  void givesAnotherStackWhatItPublishes() throws Exception {
    write(
        "reader/main.tfcomponent.hcl",
        """
        variable "name" {
          type = string
        }
        component "copy" {
          source = "./copy"
          inputs = { name = var.name }
        }
        output "name" {
          type  = string
          value = component.copy.name
        }
        """);
    write(
        "reader/copy/main.tf",
        """
        variable "name" { type = string }
        resource "terraform_data" "x" { input = var.name }
        output "name" { value = terraform_data.x.output }
        """);
    write(
        "reader/main.tfdeploy.hcl",
        """
        upstream_input "shop" {
          type   = "stack"
          source = "shop"
        }
        deployment "one" {
          inputs = { name = upstream_input.shop.production_name }
        }
        """);
    done(stack("apply", "--auto-approve", "reader"));

    String published =
        done(Captured.run(directory, "output", "--workspace", "shop", "--raw", "production_name"));
    assertThat(published).startsWith("production-");
    assertThat(
            done(Captured.run(directory, "output", "--workspace", "reader.one", "--raw", "name")))
        .isEqualTo(published);
  }

  @Test
  @Order(6)
  void destroysADeploymentThatSaysSo() throws Exception {
    write(
        "main.tfdeploy.hcl",
        Files.readString(directory.resolve("main.tfdeploy.hcl"))
            .replace("deployment \"staging\" {", "deployment \"staging\" {\n  destroy = true"));
    assertThat(done(stack("apply", "--auto-approve"))).contains("Deployment shop/staging");
    assertThat(directory.resolve("out/staging/index.txt")).doesNotExist();
    assertThat(directory.resolve("out/production/index.txt")).exists();
    done(stack("destroy", "--auto-approve", "--deployment", "production"));
    assertThat(done(stack("show"))).contains("shop/production has no objects");
  }
}
