package io.sluice.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.install.address.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A provider of Terraform's kind in the components of a stack, and in workspaces that one run
 * walks, on one deployment whose workers fetch it by its hash.
 */
class RealProvidersTogetherTest {
  private static final String REQUIRED =
      """
      terraform {
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static Path mirror;
  private static Path calls;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    calls = directory.resolve("calls.jsonl");
    mirror = directory.resolve("mirror");
    Path packages =
        Files.createDirectories(
            mirror.resolve("example.com/acme/trial/1.0.0/" + Platform.current()));
    TrialPlugin.script(packages, Map.of("TRIAL_LOG", calls.toString()));
    Path settings =
        Files.writeString(
            directory.resolve("workers.tfrc"),
            "provider_installation { filesystem_mirror { path = \"%s\" } }".formatted(mirror));
    Files.createDirectories(project());
    local = RunningDeployment.up(project(), Map.of("TF_CLI_CONFIG_FILE", settings.toString()));
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static Path project() {
    return directory.resolve("project");
  }

  private static void write(String file, String text) throws IOException {
    Path path = project().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String done(String... words) {
    Captured captured = Captured.run(project(), words);
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured.out();
  }

  private static long called(String call) throws IOException {
    return Files.readAllLines(calls).stream().filter(line -> line.contains(call)).count();
  }

  @Test
  void componentsUseItByTheStacksConfigurationAndOneIsCountedByWhatItMade() throws Exception {
    write(
        "garden/thing/main.tf",
        REQUIRED
            + """
            variable "name" { type = string }
            resource "trial_thing" "this" { name = var.name }
            output "id" { value = trial_thing.this.id }
            """);
    write(
        "garden/main.tfcomponent.hcl",
        """
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
        provider "trial" "here" {
          config { endpoint = "here" }
        }
        variable "name" { type = string }
        component "base" {
          source    = "./thing"
          inputs    = { name = var.name }
          providers = { trial = provider.trial.here }
        }
        component "on_top" {
          source    = "./thing"
          for_each  = toset([component.base.id])
          inputs    = { name = "on-${each.key}" }
          providers = { trial = provider.trial.here }
        }
        output "tops" {
          type  = list(string)
          value = [for top in component.on_top : top.id]
        }
        """);
    write(
        "garden/main.tfdeploy.hcl",
        """
        deployment "one" { inputs = { name = "one" } }
        deployment "two" { inputs = { name = "two" } }
        rollout "both" { waves = [1] }
        """);
    done("-chdir=garden", "init", "--plugin-dir=" + mirror);
    long before = Files.exists(calls) ? called("ApplyResourceChange") : 0;

    assertThat(done("stack", "apply", "--auto-approve", "garden"))
        .contains("Workspaces: 2 done; 4 added, 0 changed, 0 destroyed.");

    assertThat(called("ApplyResourceChange") - before).isEqualTo(4);
    assertThat(done("stack", "output", "--deployment", "two", "garden"))
        .contains("made-for-on-made-for-two");
    assertThat(done("stack", "plan", "garden")).contains("No changes.");
    done("stack", "destroy", "--auto-approve", "garden");
    assertThat(done("stack", "show", "garden"))
        .contains("garden/one has no objects", "garden/two has no objects");
  }

  @Test
  void workspacesThatOneRunWalksHandItsValuesOn() throws Exception {
    write(
        "network/main.tf",
        REQUIRED
            + """
            provider "trial" { endpoint = "here" }
            resource "trial_thing" "net" { name = "net" }
            output "id" { value = trial_thing.net.id }
            """);
    write(
        "shop/main.tf",
        REQUIRED
            + """
            provider "trial" { endpoint = "here" }
            data "sluice_outputs" "network" { workspace = "network" }
            resource "trial_named" "front" { name = "in-${data.sluice_outputs.network.outputs.id}" }
            output "name" { value = trial_named.front.name }
            """);
    done("-chdir=network", "init", "--plugin-dir=" + mirror);
    done("-chdir=shop", "init", "--plugin-dir=" + mirror);

    assertThat(done("fleet", "apply", "--auto-approve", "network", "shop"))
        .contains("Workspaces: 2 done; 2 added, 0 changed, 0 destroyed.");

    assertThat(done("output", "--workspace", "shop", "--raw", "name")).contains("in-made-for-net");
    assertThat(done("fleet", "plan", "network", "shop")).contains("2 workspaces, 0 to apply.");
    assertThat(done("fleet", "destroy", "--auto-approve", "network", "shop"))
        .contains("2 destroyed.");
  }
}
