package io.sluice.cli.command.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans of several workspaces where nothing was ever applied: no deployment is started for them.
 */
class FleetPlanTest {
  @TempDir private Path directory;

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Captured plan(String... more) {
    String[] words = new String[more.length + 2];
    words[0] = "fleet";
    words[1] = "plan";
    System.arraycopy(more, 0, words, 2, more.length);
    return Captured.run(directory, words);
  }

  private void network() throws IOException {
    write(
        "network/main.tf",
        """
        resource "terraform_data" "vpc" { input = "10.0.0.0/16" }
        output "id" { value = terraform_data.vpc.id }
        output "zones" { value = ["a", "b"] }
        output "password" {
          value     = "canary-8841"
          sensitive = true
        }
        """);
  }

  private void shop() throws IOException {
    write(
        "shop/main.tf",
        """
        data "sluice_outputs" "network" { workspace = "network" }
        resource "terraform_data" "front" {
          for_each = toset(data.sluice_outputs.network.outputs.zones)
          input    = "${data.sluice_outputs.network.outputs.id}-${each.key}"
        }
        resource "terraform_data" "login" { input = data.sluice_outputs.network.outputs.password }
        output "fronts" { value = { for k, v in terraform_data.front : k => v.output } }
        """);
  }

  @Test
  void whatTheUpstreamPlanLeavesUnknownIsUnknownDownstream() throws Exception {
    network();
    shop();
    write(
        "web/main.tf",
        """
        sluice { after = ["shop"] }
        resource "terraform_data" "page" { input = "page" }
        """);
    Captured plan = plan("web", "shop", "network");
    assertThat(plan.code()).as(plan.out() + plan.err()).isZero();
    assertThat(plan.out())
        .containsSubsequence(
            "Workspace network (network)",
            "Workspace shop (shop, after network)",
            "terraform_data.front[\"a\"]",
            "input  = (known after apply)",
            "terraform_data.front[\"b\"]",
            "input  = (sensitive value)",
            "This rests on outputs that are known after the apply",
            "Workspace web (web, after shop)",
            "Fleet: 3 workspaces, 3 to apply.")
        .doesNotContain("canary-8841");
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void takesFoldersBelowAndWorkspacesByTheirFilesOfVariables() throws Exception {
    write("live/net/prod/main.tf", "output \"a\" { value = 1 }");
    write("shops/main.tf", "variable \"n\" {}\noutput \"n\" { value = var.n }");
    write("shops/workspaces/shop-eu.auto.tfvars", "n = \"eu\"");
    write("shops/workspaces/shop-us.auto.tfvars", "n = \"us\"");
    write("named/main.tf", "sluice { workspace = \"billing\" }\noutput \"a\" { value = 1 }");
    Captured all = plan("live", "shops", "named");
    assertThat(all.out())
        .as(all.err())
        .containsSubsequence(
            "Workspace billing (named)",
            "Workspace live.net.prod (live/net/prod)",
            "Workspace shop-eu (shops)",
            "n = \"eu\"",
            "Workspace shop-us (shops)",
            "n = \"us\"",
            "Fleet: 4 workspaces");
    assertThat(plan("--workspaces", "shop-*", "shops", "named").out())
        .contains("Fleet: 2 workspaces")
        .doesNotContain("billing");
    Captured none = plan("--workspaces", "store-*", "shops");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("No workspace is called store-*", "shop-eu, shop-us");
  }

  @Test
  void namesACycleBetweenWorkspaces() throws Exception {
    write("a/main.tf", "sluice { after = [\"b\"] }\noutput \"x\" { value = 1 }");
    write("b/main.tf", "data \"sluice_outputs\" \"a\" { workspace = \"a\" }");
    Captured plan = plan();
    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.err())
        .contains(
            "Cycle: a -> b -> a", "a comes after b: after, at main.tf:1", "data.sluice_outputs.a");
  }

  @Test
  void aFaultyWorkspaceHoldsBackOnlyWhatComesAfterIt() throws Exception {
    network();
    shop();
    write("network/bad.tf", "resource \"terraform_data\" \"bad\" { input = var.none }");
    write("apart/main.tf", "resource \"terraform_data\" \"x\" { input = 1 }");
    Captured broken = plan();
    assertThat(broken.code()).isEqualTo(1);
    write("network/bad.tf", "resource \"random_id\" \"bad\" { byte_length = tonumber(\"x\") }");
    Captured plan = plan();
    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.err())
        .contains("bad.tf", "Workspace shop was not planned: it comes after network");
    assertThat(plan.out())
        .contains("Workspace apart (apart)", "Plan: 1 to add", "2 without a plan");
  }

  @Test
  void saysWhichOutputIsMissing() throws Exception {
    network();
    write(
        "shop/main.tf",
        """
        data "sluice_outputs" "network" { workspace = "network" }
        output "x" { value = data.sluice_outputs.network.outputs.vpc_id }
        """);
    Captured plan = plan();
    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.err()).contains("on main.tf line 2", "an attribute named \"vpc_id\"");
  }

  @Test
  void aCommandInTheFolderOfAMemberSaysWhatItLooksAt() throws Exception {
    write(
        "alone/main.tf",
        "sluice { workspace = \"hermit\" }\nresource \"terraform_data\" \"x\" { input = 1 }\n");
    Captured planned = Captured.run(directory.resolve("alone"), "plan");
    assertThat(planned.code()).as(planned.err()).isZero();
    assertThat(planned.err())
        .contains(
            "workspace default of this directory's own deployment",
            "it is hermit: `sluice fleet plan` shows that");
    Captured chosen = Captured.run(directory.resolve("alone"), "plan", "--workspace", "hermit");
    assertThat(chosen.err()).doesNotContain("fleet plan");
  }
}
