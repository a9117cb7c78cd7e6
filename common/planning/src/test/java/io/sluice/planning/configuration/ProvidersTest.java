package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.document.CheckedDocument.Import;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which configuration of its provider a resource is worked on through. */
final class ProvidersTest {
  @TempDir private Path directory = Path.of("unset");

  private final SmallWorkspace workspace = new SmallWorkspace();

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Node node(String id) {
    return workspace.plan(directory).plan().nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private String endpoint(String id) {
    ProviderBlock block = node(id).providerBlock();
    return block == null ? "none" : block.config().path("endpoint").asText();
  }

  private List<String> faults() {
    return ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY)
        .stream()
        .map(diagnostic -> diagnostic.summary())
        .toList();
  }

  @Test
  void takesTheDefaultOneOrTheOneThatIsNamed() throws IOException {
    write(
        "main.tf",
        """
        variable "host" { default = "a.example" }
        locals { url = "http://${var.host}" }
        provider "fakecloud" {
          endpoint       = local.url
          rate           = 2.5
          max_concurrent = 7
        }
        provider "fakecloud" {
          alias    = "west"
          endpoint = "http://west"
        }
        resource "fakecloud_bucket" "a" { name = "a" }
        resource "fakecloud_bucket" "b" {
          provider = fakecloud.west
          name     = "b"
        }
        resource "terraform_data" "c" {}
        """);

    Node first = node("fakecloud_bucket.a");
    assertThat(first.provider()).isEqualTo("fakecloud");
    assertThat(first.providerBlock())
        .extracting(ProviderBlock::rate, ProviderBlock::maxConcurrent)
        .containsExactly(2.5, 7);
    assertThat(endpoint("fakecloud_bucket.a")).isEqualTo("http://a.example");
    assertThat(node("fakecloud_bucket.b").provider()).isEqualTo("fakecloud.west");
    assertThat(endpoint("fakecloud_bucket.b")).isEqualTo("http://west");
    assertThat(node("terraform_data.c").providerBlock()).isNull();
  }

  @Test
  void modulesInheritTheDefaultAndAreHandedTheRest() throws IOException {
    write(
        "main.tf",
        """
        provider "fakecloud" { endpoint = "http://home" }
        provider "fakecloud" {
          alias    = "west"
          endpoint = "http://west"
        }
        module "plain" { source = "./child" }
        module "west" {
          source    = "./child"
          providers = { fakecloud = fakecloud.west }
        }
        module "both" {
          source    = "./two"
          providers = { fakecloud.other = fakecloud.west }
        }
        """);
    write("child/main.tf", "resource \"fakecloud_bucket\" \"b\" { name = \"b\" }\n");
    write(
        "two/main.tf",
        """
        resource "fakecloud_bucket" "b" { name = "b" }
        resource "fakecloud_bucket" "o" {
          provider = fakecloud.other
          name     = "o"
        }
        module "below" { source = "../child" }
        """);

    assertThat(endpoint("module.plain.fakecloud_bucket.b")).isEqualTo("http://home");
    assertThat(endpoint("module.west.fakecloud_bucket.b")).isEqualTo("http://west");
    assertThat(node("module.west.fakecloud_bucket.b").provider()).isEqualTo("fakecloud.west");
    assertThat(endpoint("module.both.fakecloud_bucket.b")).isEqualTo("http://home");
    assertThat(endpoint("module.both.fakecloud_bucket.o")).isEqualTo("http://west");
    assertThat(endpoint("module.both.module.below.fakecloud_bucket.b")).isEqualTo("http://home");
  }

  @Test
  void credentialsOfAWorkerStayExpressionsForIt() throws IOException {
    write(
        "main.tf",
        """
        provider "postgresql" {
          host     = "db"
          password = worker_env("PGPASSWORD")
        }
        variable "token" {
          default   = "canary-7781"
          sensitive = true
        }
        provider "fakecloud" { endpoint = var.token }
        resource "postgresql_role" "r" { name = "r" }
        resource "fakecloud_bucket" "b" { name = "b" }
        """);

    ProviderBlock block = node("postgresql_role.r").providerBlock();
    assertThat(block).isNotNull();
    JsonNode password = block.config().path("password");
    assertThat(password.path("$expr").asText()).isEqualTo("worker_env(\"PGPASSWORD\")");
    assertThat(password.path("refs")).isEmpty();
    assertThat(block.sensitivePaths()).contains("/password");
    ProviderBlock sensitive = node("fakecloud_bucket.b").providerBlock();
    assertThat(sensitive).isNotNull();
    assertThat(sensitive.sensitivePaths()).containsExactly("/endpoint");
  }

  @Test
  void whatIsDestroyedOrReadIsReachedThroughItsConfiguration() throws IOException {
    write("main.tf", "resource \"fakecloud_bucket\" \"b\" { name = \"b\" }\n");
    write("provider.tf", "provider \"fakecloud\" { endpoint = \"http://home\" }\n");
    workspace.apply(workspace.plan(directory));

    ConfigurationPlan destroy = workspace.plan(directory, RunKind.DESTROY, RunOptions.DEFAULT);
    assertThat(destroy.plan().nodes())
        .extracting(Node::id, n -> String.valueOf(n.providerBlock()).contains("http://home"))
        .containsExactly(tuple("fakecloud_bucket.b", true));

    RunOptions refreshing = new RunOptions(0, null, List.of(), true, null, null, false, false);
    var reads =
        SmallWorkspace.load(directory)
            .reads(
                new Configuration.PlanInputs(
                    workspace.snapshot(), RunKind.APPLY, refreshing, Map.of()),
                true,
                true);
    assertThat(reads.orElseThrow().nodes())
        .extracting(Node::id, n -> String.valueOf(n.providerBlock()).contains("http://home"))
        .containsExactly(tuple("fakecloud_bucket.b#read", true));
  }

  @Test
  void tellsWhatIsWrongWithThem() throws IOException {
    write(
        "main.tf",
        """
        provider "fakeclod" {}
        provider "fakecloud" {
          endpoint = "http://home"
          colour   = "red"
        }
        provider "postgresql" { host = nosuch.thing }
        provider "http" { rate = 0 }
        resource "fakecloud_bucket" "b" {
          provider = fakecloud.east
          name     = "b"
        }
        """);

    assertThat(faults())
        .contains("Provider configuration not present", "Reference to undeclared resource");

    write(
        "main.tf",
        """
        provider "fakeclod" {}
        provider "fakecloud" {
          endpoint = "http://home"
          colour   = "red"
        }
        provider "http" { rate = 0 }
        """);
    assertThat(faults())
        .containsExactlyInAnyOrder("Unknown provider", "Unsupported argument", "Invalid rate");
  }

  @Test
  void refusesOneThatWaitsForTheRun() throws IOException {
    write(
        "main.tf",
        """
        resource "terraform_data" "url" { input = "http://made" }
        provider "fakecloud" { endpoint = terraform_data.url.id }
        resource "fakecloud_bucket" "b" { name = "b" }
        """);

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT).toString())
        .contains("Invalid provider configuration", "terraform_data.url");
  }

  @Test
  void importsByTheProviderOfTheBlockAndNothingThatNoBlockDescribes() throws IOException {
    write(
        "main.tf",
        """
        provider "fakecloud" { endpoint = "http://usual" }
        provider "fakecloud" {
          alias    = "west"
          endpoint = "http://west"
        }
        resource "fakecloud_bucket" "b" {
          provider = fakecloud.west
          name     = "b"
        }
        """);

    assertThat(imported("fakecloud_bucket.b", false))
        .isInstanceOfSatisfying(
            Configuration.Planned.class,
            planned -> assertThat(asked(planned)).isEqualTo("IMPORT fakecloud.west http://west"));
    assertThat(imported("fakecloud_bucket.typo", false))
        .isInstanceOfSatisfying(
            Configuration.Refused.class,
            refused ->
                assertThat(refused.diagnostics().getFirst().summary())
                    .isEqualTo("No block describes fakecloud_bucket.typo"));
    assertThat(imported("fakecloud_bucket.typo", true))
        .isInstanceOfSatisfying(
            Configuration.Planned.class,
            planned -> assertThat(asked(planned)).isEqualTo("IMPORT null http://usual"));
  }

  private Configuration.Outcome imported(String address, boolean undeclared) {
    Configuration.PlanInputs inputs =
        new Configuration.PlanInputs(
            workspace.snapshot(), RunKind.IMPORT, RunOptions.DEFAULT, Map.of());
    return SmallWorkspace.load(directory)
        .importing(inputs, List.of(new Import(address, "id")), undeclared);
  }

  private static String asked(Configuration.Planned planned) {
    Node node = planned.plan().plan().nodes().getFirst();
    ProviderBlock block = node.providerBlock();
    return node.action()
        + " "
        + node.provider()
        + " "
        + (block == null ? "none" : block.config().path("endpoint").asText());
  }
}
