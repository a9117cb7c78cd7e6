package io.sluice.stacks.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostics;
import io.sluice.stacks.StackText;
import io.sluice.stacks.load.StackLoader;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishedConfigurationTest {
  private static final String STACK =
      """
      --- main.tfcomponent.hcl ---
      component "net" {
        source = "./net"
      }
      output "id" {
        type  = string
        value = component.net.id
      }
      output "key" {
        type      = string
        value     = component.net.id
        sensitive = true
      }
      --- net/main.tf ---
      output "id" {
        value = "x"
      }
      --- main.tfdeploy.hcl ---
      deployment "a" {
      }
      deployment "b" {
      }
      publish_output "both" {
        value = [deployment.a.id, upper(deployment.b.id)]
      }
      publish_output "key" {
        value = deployment.a.key
      }
      """;

  private final Diagnostics diagnostics = new Diagnostics();

  private String text(Map<String, Set<String>> available) {
    StackText files = StackText.of(STACK);
    Module stack = StackLoader.load(files, diagnostics);
    DeploymentConfiguration configuration = Deployments.load(files, stack, "shop", diagnostics);
    assertThat(diagnostics.list()).isEmpty();
    return PublishedConfiguration.of(configuration, stack, "shop", available);
  }

  @Test
  void readsTheOutputsOfTheDeploymentsWorkspaces() {
    assertThat(text(Map.of("a", Set.of("id", "key"), "b", Set.of("id", "key"))))
        .isEqualTo(
            """
            data "sluice_outputs" "a" {
              workspace = "shop.a"
            }
            data "sluice_outputs" "b" {
              workspace = "shop.b"
            }

            output "both" {
              value = (
            [data.sluice_outputs.a.outputs.id, upper(data.sluice_outputs.b.outputs.id)]
              )
            }

            output "key" {
              value = (
            data.sluice_outputs.a.outputs.key
              )
              sensitive = true
            }
            """);
  }

  @Test
  void leavesOutWhatRefersToWhatWasNotApplied() {
    assertThat(text(Map.of("a", Set.of("id", "key"), "b", Set.of())))
        .contains("output \"key\"")
        .doesNotContain("both", "shop.b");
    assertThat(text(Map.of())).isEmpty();
  }
}
