package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Module calls of which only the run finds out the instances. */
final class LateModulesTest {
  @TempDir private Path directory = Path.of("unset");
  private final SmallWorkspace workspace = new SmallWorkspace();

  private void write(String path, String text) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** A module that makes two things of its name, and gives out the second one's input. */
  private void net() throws IOException {
    write(
        "net/main.tf",
        """
        variable "name" { type = string }
        variable "size" { default = 1 }
        resource "terraform_data" "first" { input = "first of ${var.name}" }
        resource "terraform_data" "second" {
          count = var.size
          input = "${terraform_data.first.output}: ${count.index}"
        }
        output "id" { value = terraform_data.first.output }
        output "all" { value = terraform_data.second[*].output }
        """);
  }

  private ConfigurationPlan plan() {
    return workspace.plan(directory);
  }

  private SmallRun applied() {
    SmallRun run = new SmallRun(workspace, directory);
    run.apply(plan());
    return run;
  }

  private static List<String> actions(ConfigurationPlan plan) {
    return plan.plan().nodes().stream()
        .filter(node -> !node.action().isIdle())
        .map(node -> node.action() + " " + node.id())
        .sorted()
        .toList();
  }

  private JsonNode input(String address) {
    return workspace.records.get(Address.of(address)).attributes().path("input");
  }

  private String refusal(RunOptions options) {
    return workspace.outcome(directory, RunKind.APPLY, options)
            instanceof Configuration.Refused(List<Diagnostic> reasons)
        ? reasons.toString()
        : "";
  }

  @Test
  void areExpandedBlockByBlockInOneApply() throws IOException {
    net();
    write(
        "main.tf",
        """
        resource "terraform_data" "names" { input = ["a", "b"] }
        module "net" {
          source   = "./net"
          for_each = toset(terraform_data.names.output)
          name     = each.key
          size     = each.key == "a" ? 2 : 1
        }
        resource "terraform_data" "user" { input = module.net["a"].id }
        resource "terraform_data" "all" { input = { for k, n in module.net : k => n.all } }
        output "ids" { value = [for n in module.net : n.id] }
        """);

    ConfigurationPlan plan = plan();
    assertThat(actions(plan))
        .containsExactly(
            "CREATE terraform_data.all",
            "CREATE terraform_data.names",
            "CREATE terraform_data.user",
            "EXPAND module.net[*].output",
            "EXPAND module.net[*].output.id",
            "EXPAND module.net[*].terraform_data.first",
            "EXPAND module.net[*].terraform_data.second[*]",
            "READ !outputs");

    SmallRun run = applied();
    assertThat(run.done)
        .contains(
            "CREATE module.net[\"a\"].terraform_data.first",
            "CREATE module.net[\"a\"].terraform_data.second[1]",
            "CREATE module.net[\"b\"].terraform_data.second[0]")
        .doesNotContain("CREATE module.net[\"b\"].terraform_data.second[1]");
    assertThat(input("module.net[\"a\"].terraform_data.second[1]").asText())
        .isEqualTo("first of a: 1");
    assertThat(input("terraform_data.user").asText()).isEqualTo("first of a");
    assertThat(input("terraform_data.all"))
        .hasToString("{\"a\":[\"first of a: 0\",\"first of a: 1\"],\"b\":[\"first of b: 0\"]}");
    assertThat(workspace.records.get(Address.of("terraform_data.user")).dependencies())
        .contains(Address.of("module.net[*].terraform_data.first"))
        .noneMatch(address -> address.text().contains("output"));

    assertThat(actions(plan())).isEmpty();
  }

  @Test
  void ofEachOtherAndWithinEachOtherAreExpandedInTheSameRun() throws IOException {
    net();
    write(
        "pair/main.tf",
        """
        variable "of" { type = list(string) }
        resource "terraform_data" "list" { input = var.of }
        module "inner" {
          source = "../net"
          count  = length(terraform_data.list.output)
          name   = terraform_data.list.output[count.index]
        }
        output "ids" { value = module.inner[*].id }
        """);
    write(
        "main.tf",
        """
        resource "terraform_data" "names" { input = { x = ["p", "q"], y = ["r"] } }
        module "pair" {
          source   = "./pair"
          for_each = terraform_data.names.output
          of       = each.value
        }
        module "last" {
          source   = "./net"
          for_each = toset(flatten([for p in module.pair : p.ids]))
          name     = each.value
          depends_on = [terraform_data.gate]
        }
        resource "terraform_data" "gate" { input = "gate" }
        """);

    SmallRun run = applied();

    assertThat(run.done)
        .contains(
            "CREATE module.pair[\"x\"].module.inner[1].terraform_data.first",
            "CREATE module.last[\"first of r\"].terraform_data.second[0]");
    assertThat(run.done.indexOf("CREATE terraform_data.gate"))
        .isLessThan(run.done.indexOf("EXPAND module.last[*].terraform_data.first"));
    assertThat(input("module.last[\"first of q\"].terraform_data.first").asText())
        .isEqualTo("first of first of q");
    assertThat(actions(plan())).isEmpty();
  }

  @Test
  void nameWhatTheyMayDeleteAndDeleteItWhenItsKeyIsGone() throws IOException {
    net();
    String text =
        """
        resource "terraform_data" "names" { input = NAMES }
        module "net" {
          source   = "./net"
          for_each = toset(terraform_data.names.output)
          name     = each.key
        }
        resource "terraform_data" "user" { input = keys(module.net) }
        """;
    write("main.tf", text.replace("NAMES", "[\"a\", \"b\"]"));
    applied();
    write("main.tf", text.replace("NAMES", "[\"b\", \"c\"]"));

    ConfigurationPlan plan = plan();
    Node first =
        plan.plan().nodes().stream()
            .filter(node -> node.id().equals("module.net[*].terraform_data.first"))
            .findFirst()
            .orElseThrow();
    assertThat(first.config().path("may_delete"))
        .hasToString(
            "[\"module.net[\\\"a\\\"].terraform_data.first\","
                + "\"module.net[\\\"b\\\"].terraform_data.first\"]");

    SmallRun run = applied();
    assertThat(run.done)
        .contains(
            "DELETE module.net[\"a\"].terraform_data.first",
            "DELETE module.net[\"a\"].terraform_data.second[0]",
            "CREATE module.net[\"c\"].terraform_data.first")
        .doesNotContain("CREATE module.net[\"b\"].terraform_data.first");
    assertThat(input("terraform_data.user")).hasToString("[\"b\",\"c\"]");
    assertThat(actions(plan())).isEmpty();
  }

  @Test
  void mayFeedOneOutputBackIntoAnotherArgument() throws IOException {
    write(
        "loop/main.tf",
        """
        variable "back" { default = "" }
        resource "terraform_data" "first" { input = "first" }
        resource "terraform_data" "second" { input = var.back }
        output "first" { value = terraform_data.first.output }
        """);
    write(
        "main.tf",
        """
        resource "terraform_data" "n" { input = 1 }
        module "loop" {
          source = "./loop"
          count  = terraform_data.n.output
          back   = terraform_data.between.output
        }
        resource "terraform_data" "between" { input = "by way of ${module.loop[0].first}" }
        """);

    applied();

    assertThat(input("module.loop[0].terraform_data.second").asText()).isEqualTo("by way of first");
  }

  @Test
  void haveTheirConditionsAndDataAndReplacements() throws IOException {
    write(
        "net/main.tf",
        """
        variable "name" {
          validation {
            condition     = length(var.name) < 5
            error_message = "The name ${var.name} is too long."
          }
        }
        resource "terraform_data" "first" {
          input            = var.name
          triggers_replace = [var.name]
        }
        resource "terraform_data" "second" {
          input = "fixed"
          lifecycle {
            replace_triggered_by = [terraform_data.first]
            precondition {
              condition     = terraform_data.first.output != "bad"
              error_message = "It is ${terraform_data.first.output}."
            }
          }
        }
        """);
    String text =
        """
        resource "terraform_data" "names" { input = { k = "NAME" } }
        module "net" {
          source   = "./net"
          for_each = terraform_data.names.output
          name     = each.value
        }
        """;
    write("main.tf", text.replace("NAME", "one"));
    applied();

    write("main.tf", text.replace("NAME", "two"));
    SmallRun run = applied();
    assertThat(run.done)
        .contains(
            "CREATE module.net[\"k\"].terraform_data.first",
            "CREATE module.net[\"k\"].terraform_data.second");

    write("main.tf", text.replace("NAME", "bad"));
    assertThat(failure()).contains("It is bad.");
    write("main.tf", text.replace("NAME", "long name"));
    assertThat(failure()).contains("The name long name is too long.");
  }

  private String failure() {
    try {
      applied();
      return "";
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void keepTheirSecretsAndOutputsThatDoNotHoldFailThem() throws IOException {
    write(
        "net/main.tf",
        """
        variable "name" { type = string }
        resource "terraform_data" "first" { input = var.name }
        output "open" {
          value = "open ${terraform_data.first.output}"
          precondition {
            condition     = terraform_data.first.output != "closed"
            error_message = "It is closed."
          }
        }
        output "hidden" {
          value     = "hidden ${terraform_data.first.output}"
          sensitive = true
        }
        """);
    String text =
        """
        resource "terraform_data" "names" { input = ["NAME"] }
        module "net" {
          source   = "./net"
          for_each = toset(terraform_data.names.output)
          name     = each.key
        }
        resource "terraform_data" "user" { input = module.net["NAME"].hidden }
        """;
    write("main.tf", text.replace("NAME", "a"));

    SmallRun run = applied();

    assertThat(run.sensitive.get("module.net[*].output.hidden")).containsExactly("/a");
    Node user =
        plan().plan().nodes().stream()
            .filter(node -> node.id().equals("terraform_data.user"))
            .findFirst()
            .orElse(null);
    assertThat(user == null || user.action().isIdle()).isTrue();
    write("main.tf", text.replace("NAME", "closed"));
    assertThat(failure()).contains("It is closed.");
  }

  @Test
  void areDestroyedAsTheyAreInState() throws IOException {
    net();
    write(
        "main.tf",
        """
        resource "terraform_data" "names" { input = ["a"] }
        module "net" {
          source   = "./net"
          for_each = toset(terraform_data.names.output)
          name     = each.key
        }
        resource "terraform_data" "user" { input = module.net["a"].id }
        """);
    applied();

    ConfigurationPlan destroy = workspace.plan(directory, RunKind.DESTROY, RunOptions.DEFAULT);

    assertThat(destroy.plan().nodes()).allMatch(node -> node.action() == Action.DELETE);
    List<String> order = destroy.plan().nodes().stream().map(Node::id).toList();
    Node first =
        destroy.plan().nodes().stream()
            .filter(node -> node.id().equals("module.net[\"a\"].terraform_data.first"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(order.toString()));
    assertThat(first.after())
        .contains("module.net[\"a\"].terraform_data.second[0]", "terraform_data.user");
  }

  @Test
  void areRefusedWhereNothingInTheRunCouldMakeTheirNumberKnown() throws IOException {
    net();
    write(
        "main.tf",
        """
        module "net" {
          source   = "./net"
          for_each = toset([timestamp()])
          name     = each.key
        }
        """);

    assertThat(refusal(RunOptions.DEFAULT))
        .contains("Invalid for_each argument", "depends on no resource");
  }

  @Test
  void cannotBeMovedInto() throws IOException {
    net();
    write("main.tf", "resource \"terraform_data\" \"old\" { input = 1 }");
    applied();
    write(
        "main.tf",
        """
        resource "terraform_data" "names" { input = ["a"] }
        module "net" {
          source   = "./net"
          for_each = toset(terraform_data.names.output)
          name     = each.key
        }
        moved {
          from = terraform_data.old
          to   = module.net["a"].terraform_data.first
        }
        """);

    assertThat(refusal(RunOptions.DEFAULT))
        .contains(
            "Moved to an instance that is not known yet", "module.net[*].terraform_data.first");
  }
}
