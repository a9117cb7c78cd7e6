package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestroyProvisionersTest {
  private static final String ONE =
      """
      resource "terraform_data" "a" {
        count = 2
        input = "x-${count.index}"
        provisioner "local-exec" {
          when    = destroy
          command = "echo $${HOME} ${self.output} ${count.index}"
        }
        provisioner "local-exec" {
          when       = destroy
          on_failure = continue
          command    = "false"
        }
      }
      resource "terraform_data" "b" { input = terraform_data.a[1].id }
      """;

  @TempDir private Path directory;
  private final SmallWorkspace workspace = new SmallWorkspace();

  private ConfigurationPlan plan(String text, RunKind kind, RunOptions options) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return workspace.plan(directory, kind, options);
  }

  private ConfigurationPlan plan(String text) throws IOException {
    return plan(text, RunKind.APPLY, RunOptions.DEFAULT);
  }

  private static List<String> ids(ConfigurationPlan plan) {
    return plan.plan().nodes().stream().map(Node::id).toList();
  }

  private static Node node(ConfigurationPlan plan, String id) {
    return plan.plan().nodes().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + ids(plan)));
  }

  @Test
  void areStepsThatTheDeleteWaitsForAndWaitForWhatItWaitsFor() throws IOException {
    workspace.apply(plan(ONE));

    ConfigurationPlan gone = plan(ONE, RunKind.DESTROY, RunOptions.DEFAULT);

    Node first = node(gone, "terraform_data.a[1]#destroy-provisioner0");
    Node second = node(gone, "terraform_data.a[1]#destroy-provisioner");
    assertThat(first.action()).isEqualTo(Action.STEP);
    assertThat(first.type()).isEqualTo("exec");
    assertThat(first.config().path("command").asText()).isEqualTo("echo $${HOME} x-1 1");
    assertThat(first.after()).containsExactly("terraform_data.b");
    assertThat(second.config().path("command").asText()).isEqualTo("(\nfalse\n) || true");
    assertThat(second.after()).contains("terraform_data.b", first.id());
    assertThat(node(gone, "terraform_data.a[1]").after())
        .containsExactlyInAnyOrder("terraform_data.b", second.id());
    workspace.apply(gone);
    assertThat(workspace.records).isEmpty();
  }

  @Test
  void runForAnInstanceThatGoesAndNotWithoutTheBlock() throws IOException {
    workspace.apply(plan(ONE));

    assertThat(ids(plan(ONE.replace("count = 2", "count = 1").replace("a[1].id", "a[0].id"))))
        .contains("terraform_data.a[1]#destroy-provisioner", "terraform_data.a[1]")
        .doesNotContain("terraform_data.a[0]#destroy-provisioner");
    assertThat(ids(plan("output \"o\" { value = 1 }\n")))
        .contains("terraform_data.a[1]")
        .noneMatch(id -> id.contains("provisioner"));
  }

  @Test
  void runBeforeTheOldHalfOfAReplacementGoes() throws IOException {
    workspace.apply(plan(ONE));
    RunOptions replacing =
        new RunOptions(
            0,
            OnFailure.CONTINUE,
            List.of(),
            false,
            RunOptions.Approval.GIVEN,
            null,
            false,
            false,
            List.of(),
            List.of("terraform_data.a[0]"));

    ConfigurationPlan replaced = plan(ONE, RunKind.APPLY, replacing);
    assertThat(node(replaced, "terraform_data.a[0]#delete").after())
        .contains("terraform_data.a[0]#destroy-provisioner");
    assertThat(node(replaced, "terraform_data.a[0]").after())
        .contains("terraform_data.a[0]#delete");

    String early =
        ONE.replace("count = 2", "count = 2\n  lifecycle { create_before_destroy = true }");
    ConfigurationPlan first = plan(early, RunKind.APPLY, replacing);
    assertThat(node(first, "terraform_data.a[0]#destroy-provisioner0").after())
        .contains("terraform_data.a[0]");
    assertThat(node(first, "terraform_data.a[0]#delete").after())
        .contains("terraform_data.a[0]#destroy-provisioner");

    String made =
        early.replace(
            "lifecycle {", "provisioner \"local-exec\" { command = \"made\" }\n  lifecycle {");
    assertThat(
            node(plan(made, RunKind.APPLY, replacing), "terraform_data.a[0]#destroy-provisioner0")
                .after())
        .as("the new object is there once its own commands have run")
        .contains("terraform_data.a[0]#provisioner");
  }

  @Test
  void goWithTheirDeleteWhereTargetsAreNamed() throws IOException {
    workspace.apply(plan(ONE));
    RunOptions target =
        new RunOptions(
            0,
            OnFailure.CONTINUE,
            List.of("terraform_data.a[0]"),
            false,
            RunOptions.Approval.GIVEN,
            null,
            false,
            false);
    RunOptions exclude =
        new RunOptions(
            0,
            OnFailure.CONTINUE,
            List.of(),
            false,
            RunOptions.Approval.GIVEN,
            null,
            false,
            false,
            List.of("terraform_data.a[0]"),
            List.of());

    assertThat(ids(plan(ONE, RunKind.DESTROY, target)))
        .containsExactlyInAnyOrder(
            "terraform_data.a[0]",
            "terraform_data.a[0]#destroy-provisioner0",
            "terraform_data.a[0]#destroy-provisioner");
    assertThat(ids(plan(ONE, RunKind.DESTROY, exclude)))
        .contains("terraform_data.a[1]#destroy-provisioner")
        .noneMatch(id -> id.startsWith("terraform_data.a[0]"));
  }

  @Test
  void doNotRunForWhatWasNeverCompleted() throws IOException {
    workspace.apply(plan(ONE));
    Address tainted = Address.of("terraform_data.a[0]");
    workspace.records.put(
        tainted, Objects.requireNonNull(workspace.records.get(tainted)).with(RecordStatus.TAINTED));

    assertThat(ids(plan(ONE)))
        .contains("terraform_data.a[0]#delete")
        .noneMatch(id -> id.startsWith("terraform_data.a[0]#destroy-provisioner"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "terraform_data.b.id",
        "var.v",
        "local.l",
        "each.value",
        "data.terraform_data.d.id"
      })
  void mayOnlyReferToWhatTheyBelongTo(String reference) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "v" { default = 1 }
        locals { l = 1 }
        resource "terraform_data" "b" {}
        data "terraform_data" "d" {}
        resource "terraform_data" "a" {
          for_each = toset(["k"])
          provisioner "local-exec" {
            when    = destroy
            command = "echo ${%s} ${self.id} ${each.key} ${path.module} ${terraform.workspace}"
          }
        }
        """
            .formatted(reference));

    List<Diagnostic> faults =
        ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY);

    assertThat(faults)
        .extracting(Diagnostic::summary)
        .containsOnlyOnce("Invalid reference from destroy provisioner");
  }

  @Test
  void keywordsAreChecked() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" {
          provisioner "local-exec" {
            when       = sometimes
            on_failure = never
            command    = "true"
          }
        }
        """);

    assertThat(ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY))
        .extracting(Diagnostic::summary)
        .contains("Invalid \"when\" keyword", "Invalid \"on_failure\" keyword");
  }
}
