package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.desired.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rare corners of the language, each as Terraform has it. */
final class LanguageCornersTest {
  @TempDir private Path directory = Path.of("unset");

  private final SmallWorkspace workspace = new SmallWorkspace();

  private ConfigurationPlan plan(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return workspace.plan(directory);
  }

  private List<Diagnostic> faults(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY);
  }

  private String attribute(String address, String name) {
    return workspace.records.get(Address.of(address)).attributes().path(name).asText();
  }

  private static String ignoring(int trigger, String input) {
    return """
    resource "terraform_data" "a" {
      input            = "%s"
      triggers_replace = %d
      lifecycle { ignore_changes = [input] }
    }
    """
        .formatted(input, trigger);
  }

  @Test
  void aReplacementIsMadeAsItIsWrittenWhateverIsIgnored() throws IOException {
    workspace.apply(plan(ignoring(1, "one")));
    workspace.apply(plan(ignoring(1, "two")));
    assertThat(attribute("terraform_data.a", "input")).isEqualTo("one");

    ConfigurationPlan replaced = plan(ignoring(2, "three"));
    workspace.apply(replaced);

    assertThat(replaced.changes()).extracting(change -> change.action()).contains(Action.REPLACE);
    assertThat(attribute("terraform_data.a", "input")).isEqualTo("three");
  }

  @Test
  void whatIsIgnoredHasToBeThere() throws IOException {
    assertThat(
            faults(
                """
                resource "terraform_data" "a" {
                  input = 1
                  lifecycle { ignore_changes = [inpt] }
                }
                """))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.summary()).isEqualTo("Unsupported attribute");
              assertThat(fault.hint()).isEqualTo("Did you mean \"input\"?");
              assertThat(String.valueOf(fault.range())).isEqualTo("main.tf:3,33-37");
            });
  }

  @Test
  void whatIsOtherwiseInTheRunGoesIntoNoOutput() throws IOException {
    assertThat(faults("output \"a\" { value = terraform.applying }\n"))
        .extracting(Diagnostic::summary)
        .containsExactly("Ephemeral value not allowed");
    assertThat(
            faults(
                """
                output "a" { value = terraform.workspace }
                resource "terraform_data" "b" {
                  provisioner "local-exec" { command = "echo ${terraform.applying}" }
                }
                """))
        .isEmpty();
  }

  @Test
  void theProviderOfTerraformHasFunctions() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            terraform {
              required_providers {
                tf = { source = "terraform.io/builtin/terraform" }
              }
            }
            resource "terraform_data" "a" { input = "x" }
            output "known" { value = provider::tf::encode_tfvars({ b = [1], a = "x" }) }
            output "read" { value = provider::tf::decode_tfvars("a = 1").a }
            output "late" { value = provider::tf::encode_expr(terraform_data.a.output) }
            """);

    assertThat(plan.outputs().get("known").after().asText()).isEqualTo("a = \"x\"\nb = [1]\n");
    assertThat(plan.outputs().get("read").after().asInt()).isEqualTo(1);
    assertThat(
            plan.plan().nodes().stream()
                .filter(node -> node.address().equals(Outputs.ADDRESS))
                .findFirst()
                .orElseThrow()
                .config()
                .at("/values/late/value/$expr")
                .asText())
        .isEqualTo("provider::terraform::encode_expr(terraform_data.a.output)");
  }

  private static RunOptions only(String target) {
    return new RunOptions(
        0,
        OnFailure.CONTINUE,
        List.of(target),
        false,
        RunOptions.Approval.GIVEN,
        null,
        false,
        false);
  }

  @Test
  void aPlanOfSomeTargetsSettlesTheOutputsThatItCan() throws IOException {
    String both =
        """
        resource "terraform_data" "a" { input = "a1" }
        resource "terraform_data" "b" { input = "b1" }
        output "a" { value = terraform_data.a.output }
        output "b" { value = terraform_data.b.output }
        output "c" { value = "c1" }
        """;
    workspace.apply(plan(both));
    Files.writeString(directory.resolve("main.tf"), both.replace("1\"", "2\""));

    ConfigurationPlan plan = workspace.plan(directory, RunKind.APPLY, only("terraform_data.a"));
    workspace.apply(plan);

    assertThat(plan.outputs()).containsOnlyKeys("a", "c");
    assertThat(Outputs.of(workspace.snapshot()))
        .hasEntrySatisfying("a", it -> assertThat(it.value().asText()).isEqualTo("a2"))
        .hasEntrySatisfying("b", it -> assertThat(it.value().asText()).isEqualTo("b1"))
        .hasEntrySatisfying("c", it -> assertThat(it.value().asText()).isEqualTo("c2"));
  }

  @Test
  void aCheckThatOnlyTheRunCanDecideIsToldAfterIt() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "a" { input = "x" }
            check "later" {
              assert {
                condition     = terraform_data.a.output == "y"
                error_message = "It is ${terraform_data.a.output}."
              }
            }
            check "fine" {
              assert {
                condition     = terraform_data.a.output == "x"
                error_message = "no"
              }
            }
            """);
    assertThat(plan.warnings()).isEmpty();
    workspace.apply(plan);

    assertThat(
            ConfigurationView.brokenChecks(
                SmallWorkspace.load(directory), workspace.snapshot(), Set.of()))
        .singleElement()
        .satisfies(
            broken -> {
              assertThat(broken.summary()).isEqualTo("Check block assertion failed");
              assertThat(broken.detail()).isEqualTo("It is x.");
              assertThat(broken.about()).isEqualTo("check.later");
            });
  }

  @Test
  void aFileOfValuesTravelsInNoBundleWhateverItIsCalled() throws IOException {
    Files.writeString(directory.resolve("main.tf"), "variable \"name\" {}\n");
    Files.writeString(directory.resolve("secret.yaml"), "name: hunter2\n");
    DirectorySource source = new DirectorySource(directory);
    Configuration.Loaded loaded =
        Configuration.load(
            source,
            new VariableSources(Map.of(), List.of(new VariableSources.ValuesFile("secret.yaml"))),
            "default",
            "2026-01-02T03:04:05Z",
            SmallWorkspace.REGISTRY);

    assertThat(loaded.configuration()).as(loaded.diagnostics().toString()).isNotNull();
    assertThat(source.bundled()).containsOnlyKeys("main.tf");
  }

  @Test
  void nothingIsFoundInADirectoryThatIsNotThere() throws IOException {
    ConfigurationPlan plan = plan("output \"a\" { value = fileset(\"nowhere\", \"*\") }\n");

    assertThat(plan.outputs().get("a").after()).isEmpty();
  }

  @Test
  void variablesMayBeInAYamlFile() throws IOException {
    Files.writeString(
        directory.resolve("terraform.tfvars.yaml"), "name: web\nsizes: [1, 2]\ntags: {a: b}\n");
    Files.writeString(directory.resolve("z.auto.tfvars.yaml"), "name: db\n");
    ConfigurationPlan plan =
        plan(
            """
            variable "name" {}
            variable "sizes" { type = list(number) }
            variable "tags" { type = map(string) }
            output "all" { value = "${var.name} ${join(",", var.sizes)} ${var.tags.a}" }
            """);

    assertThat(plan.outputs().get("all").after().asText()).isEqualTo("db 1,2 b");
  }
}
