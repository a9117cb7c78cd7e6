package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack is planned as one graph, and what is left of it when its text is gone, too. */
final class StackPlanTest {
  private static final String STACK =
      """
      component "net" {
        for_each = toset(["eu", "us"])
        source   = "./thing"
        inputs   = { name = each.key }
      }
      stack "region" {
        for_each = toset(["a"])
        source   = "./region"
        inputs   = { name = component.net["eu"].name }
      }
      component "top" {
        source = "./thing"
        inputs = { name = stack.region["a"].name }
      }
      output "names" {
        type  = list(string)
        value = [for key, one in component.net : one.name]
      }
      """;

  @TempDir private Path directory = Path.of("unset");
  private final SmallWorkspace workspace = new SmallWorkspace();

  @BeforeEach
  void writeModules() throws IOException {
    write(
        "thing/main.tf",
        """
        variable "name" { type = string }
        resource "terraform_data" "own" { input = var.name }
        resource "terraform_data" "beside" {}
        output "name" { value = terraform_data.own.output }
        """);
    write(
        "region/main.tfcomponent.hcl",
        """
        variable "name" { type = string }
        component "app" {
          source = "../thing"
          inputs = { name = var.name }
        }
        output "name" {
          type  = string
          value = component.app.name
        }
        """);
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void stack(String text) throws IOException {
    write("main.tfcomponent.hcl", text);
  }

  private List<Node> nodes() {
    return workspace.plan(directory).plan().nodes();
  }

  private static Node node(List<Node> nodes, String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void plansComponentsAndEmbeddedStacksAsOneGraph() throws IOException {
    stack(STACK);

    List<Node> nodes = nodes();

    assertThat(nodes)
        .filteredOn(node -> node.action() == Action.CREATE)
        .extracting(Node::id)
        .containsExactlyInAnyOrder(
            "component.net[\"eu\"].terraform_data.beside",
            "component.net[\"eu\"].terraform_data.own",
            "component.net[\"us\"].terraform_data.beside",
            "component.net[\"us\"].terraform_data.own",
            "component.top.terraform_data.beside",
            "component.top.terraform_data.own",
            "stack.region[\"a\"].component.app.terraform_data.beside",
            "stack.region[\"a\"].component.app.terraform_data.own");
    assertThat(node(nodes, "component.top.terraform_data.beside").after())
        .as("it comes after the whole of what its component refers to")
        .contains(
            "stack.region[\"a\"].component.app.terraform_data.beside",
            "stack.region[\"a\"].component.app.terraform_data.own");
    assertThat(nodes).extracting(node -> node.address().isInstance()).contains(true);
  }

  @Test
  void changesNothingOnceItIsApplied() throws IOException {
    stack(STACK);
    workspace.apply(workspace.plan(directory));

    assertThat(workspace.records.keySet())
        .extracting(Object::toString)
        .contains("stack.region[\"a\"].component.app.terraform_data.own");
    assertThat(workspace.plan(directory).changesSomething()).isFalse();
  }

  @Test
  void destroysWhatWasRemovedInTheRecordedOrder() throws IOException {
    stack(STACK);
    workspace.apply(workspace.plan(directory));
    stack(
        """
        component "other" {
          source = "./thing"
          inputs = { name = "x" }
        }
        """);

    List<Node> nodes = nodes();

    assertThat(nodes).filteredOn(node -> node.action() == Action.DELETE).hasSize(8);
    String inner = "stack.region[\"a\"].component.app.terraform_data.beside";
    assertThat(after(nodes, inner))
        .as("what waits before %s goes", inner)
        .contains("component.top.terraform_data.own", "component.top.terraform_data.beside");
    assertThat(after(nodes, "component.net[\"eu\"].terraform_data.beside"))
        .contains(inner, "component.top.terraform_data.beside");
  }

  /** All that a deletion waits for, directly or not. */
  private static List<String> after(List<Node> nodes, String address) {
    Node start =
        nodes.stream()
            .filter(node -> node.action() == Action.DELETE)
            .filter(node -> node.address().text().equals(address))
            .findFirst()
            .orElseThrow();
    java.util.Set<String> seen = new java.util.LinkedHashSet<>();
    java.util.Deque<String> open = new java.util.ArrayDeque<>(start.after());
    while (!open.isEmpty()) {
      String id = open.pop();
      nodes.stream()
          .filter(node -> node.id().equals(id))
          .filter(node -> seen.add(node.address().text()))
          .forEach(node -> open.addAll(node.after()));
    }
    return List.copyOf(seen);
  }

  @Test
  void letsGoOfWhatARemovedBlockDoesNotDestroy() throws IOException {
    stack(STACK);
    workspace.apply(workspace.plan(directory));
    stack(
        """
        component "net" {
          for_each = toset(["us"])
          source   = "./thing"
          inputs   = { name = each.key }
        }
        removed {
          from = component.net["eu"]
          lifecycle { destroy = false }
        }
        removed {
          from   = stack.region
          source = "./region"
        }
        removed {
          from = component.top
          lifecycle { destroy = false }
        }
        """);

    List<Node> nodes = nodes();

    assertThat(nodes)
        .filteredOn(node -> node.action() == Action.FORGET && node.address().isInstance())
        .extracting(node -> node.address().text())
        .containsExactlyInAnyOrder(
            "component.net[\"eu\"].terraform_data.beside",
            "component.net[\"eu\"].terraform_data.own",
            "component.top.terraform_data.beside",
            "component.top.terraform_data.own");
    assertThat(nodes)
        .filteredOn(node -> node.action() == Action.DELETE)
        .extracting(node -> node.address().text())
        .containsExactlyInAnyOrder(
            "stack.region[\"a\"].component.app.terraform_data.beside",
            "stack.region[\"a\"].component.app.terraform_data.own");
  }

  @Test
  void givesEachComponentTheConfigurationOfItsKey() throws IOException {
    write("cloud/main.tf", "resource \"fakecloud_bucket\" \"b\" { name = \"b\" }\n");
    stack(
        """
        required_providers {
          fakecloud = { source = "sluice.io/builtin/fakecloud" }
        }
        locals { regions = toset(["eu", "us"]) }
        provider "fakecloud" "main" {
          for_each = local.regions
          config {
            endpoint = "http://${each.key}.example"
          }
        }
        component "each" {
          for_each  = local.regions
          source    = "./cloud"
          providers = { fakecloud = provider.fakecloud.main[each.key] }
        }
        component "one" {
          source    = "./cloud"
          providers = { fakecloud = provider.fakecloud.main["us"] }
        }
        """);

    List<Node> nodes = nodes();

    assertThat(endpoint(nodes, "component.each[\"eu\"].fakecloud_bucket.b"))
        .isEqualTo("http://eu.example");
    assertThat(endpoint(nodes, "component.each[\"us\"].fakecloud_bucket.b"))
        .isEqualTo("http://us.example");
    assertThat(endpoint(nodes, "component.one.fakecloud_bucket.b")).isEqualTo("http://us.example");
    assertThat(node(nodes, "component.one.fakecloud_bucket.b").provider())
        .isEqualTo("fakecloud.main[\"us\"]");
  }

  private static String endpoint(List<Node> nodes, String id) {
    ProviderBlock block = Objects.requireNonNull(node(nodes, id).providerBlock());
    return block.config().path("endpoint").asText();
  }

  @Test
  void refusesAKeyThatNoConfigurationHas() throws IOException {
    write("cloud/main.tf", "resource \"fakecloud_bucket\" \"b\" { name = \"b\" }\n");
    stack(
        """
        required_providers {
          fakecloud = { source = "sluice.io/builtin/fakecloud" }
        }
        provider "fakecloud" "main" {
          for_each = toset(["eu", "us"])
        }
        component "one" {
          source    = "./cloud"
          providers = { fakecloud = provider.fakecloud.main["asia"] }
        }
        """);

    Configuration.Outcome outcome =
        workspace.outcome(
            directory, io.sluice.model.plan.RunKind.APPLY, io.sluice.model.plan.RunOptions.DEFAULT);

    assertThat(outcome).isInstanceOf(Configuration.Refused.class);
    assertThat(((Configuration.Refused) outcome).diagnostics())
        .extracting(diagnostic -> diagnostic.detail())
        .containsExactly(
            "A component names an instance of provider.fakecloud.main that its for_each does not"
                + " have; it has [\"eu\"], [\"us\"].");
  }

  @Test
  void validatesATypeThatDoesNotFit() throws IOException {
    stack(
        """
        component "net" {
          source = "./thing"
          inputs = { name = ["a"] }
        }
        """);

    assertThat(ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY))
        .extracting(diagnostic -> diagnostic.summary() + " " + diagnostic.range())
        .containsExactly("Invalid value for input variable main.tfcomponent.hcl:3,21-26");
  }
}
