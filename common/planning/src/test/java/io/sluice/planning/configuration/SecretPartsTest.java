package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.plan.Node;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A text that contains a secret leaves sealed, together with the secret, so that opening it shows
 * both.
 */
class SecretPartsTest {
  private final Keyring keyring = Keyring.of(new byte[32], "a test");
  private final SmallWorkspace workspace = new SmallWorkspace();
  @TempDir Path directory;

  @Test
  void ofASensitiveVariable() throws IOException {
    plan(
        """
        variable "pw" {
          default   = "hunter2secret"
          sensitive = true
        }
        resource "terraform_data" "a" { input = "echo oops ${var.pw} >&2; exit 3" }
        resource "terraform_data" "b" { input = "echo oops" }
        """);

    assertThat(parts("terraform_data.a")).containsExactly("hunter2secret");
    assertThat(parts("terraform_data.b")).isEmpty();
  }

  @Test
  void ofOneThatIsInACollectionOrALocalOrAModule() throws IOException {
    Files.createDirectory(directory.resolve("child"));
    Files.writeString(
        directory.resolve("child/main.tf"),
        """
        variable "given" { sensitive = true }
        resource "terraform_data" "c" { input = "echo ${var.given}" }
        """);
    plan(
        """
        variable "all" {
          default   = { one = ["canary-one"] }
          sensitive = true
        }
        locals { two = sensitive("canary-two") }
        resource "terraform_data" "a" { input = "echo ${var.all.one[0]}; echo ${local.two}" }
        module "m" {
          source = "./child"
          given  = "canary-three"
        }
        """);

    assertThat(parts("terraform_data.a")).contains("canary-one", "canary-two");
    assertThat(parts("module.m.terraform_data.c")).containsExactly("canary-three");
  }

  @Test
  void ofOneThatIsJoinedWithWhatOnlyTheWorkerKnows() throws IOException {
    plan(
        """
        variable "pw" {
          default   = "hunter2secret"
          sensitive = true
        }
        resource "terraform_data" "b" { input = "b" }
        resource "terraform_data" "a" { input = "echo ${var.pw} ${terraform_data.b.id}" }
        """);

    assertThat(parts("terraform_data.a")).containsExactly("hunter2secret");
  }

  private Plan plan;

  private void plan(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    plan = workspace.plan(directory).plan();
  }

  private Set<String> parts(String address) {
    Node node =
        new Secrets(keyring)
            .sealed("w", plan).stream()
                .filter(each -> each.address().text().equals(address))
                .findFirst()
                .orElseThrow();
    return keyring.opener().parts("w", node.config());
  }
}
