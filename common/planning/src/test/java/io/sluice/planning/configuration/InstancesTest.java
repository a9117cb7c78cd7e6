package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.machine.task.Lookup;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks with several instances: what may refer to them, and what it gets. */
final class InstancesTest {
  @TempDir private Path directory = Path.of("unset");
  private final SmallWorkspace workspace = new SmallWorkspace();

  private ConfigurationPlan plan(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
    return workspace.plan(directory);
  }

  private static Node node(ConfigurationPlan plan, String id) {
    return plan.plan().nodes().stream()
        .filter(node -> node.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not in " + plan.plan().nodes()));
  }

  /** A run in which steps gave these outputs, and blocks became these instances. */
  private record Run(Map<String, String> outputs, Map<String, Lookup.Instances> blocks)
      implements Lookup {
    @Override
    public Optional<StateRecord> record(Address address) {
      return Optional.empty();
    }

    @Override
    public Optional<JsonNode> stepOutputs(Address step) {
      return Optional.ofNullable(outputs.get(step.text())).map(TerraformRun::json);
    }

    @Override
    public Optional<Instances> instances(Address block) {
      return Optional.ofNullable(blocks.get(block.text()));
    }
  }

  private static Run pings(int count) {
    Map<String, String> outputs = new TreeMap<>();
    List<Address> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Address address = Address.of("step.http_request.ping[" + i + "]");
      addresses.add(address);
      outputs.put(address.text(), "{\"status_code\": %d, \"id\": \"p%d\"}".formatted(200 + i, i));
    }
    return new Run(
        outputs, Map.of("step.http_request.ping[*]", new Lookup.Instances(true, addresses)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "step.http_request.ping[*].output.status_code | [200,201,202]",
        "[for p in step.http_request.ping : p.output.status_code] | [200,201,202]",
        "{for i, p in step.http_request.ping : i => p.output.id} |"
            + " {\"0\":\"p0\",\"1\":\"p1\",\"2\":\"p2\"}",
        "length(step.http_request.ping) | 3",
        "step.http_request.ping[1].output.status_code | 201",
        "\"${step.http_request.ping[2].output.id}!\" | \"p2!\"",
        "step.http_request.ping[length(step.http_request.ping) - 1].output.id | \"p2\"",
        "step.http_request.ping.*.output.id | [\"p0\",\"p1\",\"p2\"]",
        "keys(step.http_request.ping[0].output) | [\"id\",\"status_code\"]",
      })
  void whatASplatOverStepsGives(String expression, String expected) throws IOException {
    for (String count : List.of("3", "step.sleep.n.output.number")) {
      ConfigurationPlan plan =
          plan(
              """
              step "sleep" "n" {
                arguments { duration = "1ms" }
              }
              step "http_request" "ping" {
                count = COUNT
                arguments { url = "http://127.0.0.1/p${count.index}" }
              }
              step "print" "results" {
                arguments { message = MESSAGE }
              }
              """
                  .replace("COUNT", count)
                  .replace("MESSAGE", expression));
      Node print = node(plan, "step.print.results");

      assertThat(SmallWorkspace.resolved(print, pings(3)).path("message"))
          .as("count = %s: %s", count, print.config())
          .isEqualTo(TerraformRun.json(expected));
    }
  }

  @Test
  void aStepIsCountedByWhatTheRunFindsOut() throws IOException {
    ConfigurationPlan plan =
        plan(Files.readString(Path.of("src/test/resources/cases/step-dynamic-count/main.tf")));

    Node placeholder = node(plan, "step.exec.p[*]");
    assertThat(placeholder.action()).isEqualTo(Action.EXPAND);
    assertThat(placeholder.after()).containsExactly("step.exec.n");
    assertThat(node(plan, "step.print.all").after()).containsExactly("step.exec.p[*]");
    assertThat(plan.changesSomething()).isFalse();
    assertThat(plan.changes())
        .filteredOn(change -> change.action() == Action.EXPAND)
        .singleElement()
        .satisfies(
            change ->
                assertThat(change.after().properties())
                    .extracting(Map.Entry::getKey)
                    .containsExactly("command"));
  }

  @Test
  void instancesThatTheRunFindsOutAreReferredToInIt() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "n" { input = 2 }
            resource "terraform_data" "p" {
              count = terraform_data.n.output
              input = count.index
            }
            resource "terraform_data" "k" {
              for_each = toset([for i in range(terraform_data.n.output) : "k${i}"])
              input    = terraform_data.p[0].id
            }
            resource "terraform_data" "pair" {
              count = terraform_data.n.output
              input = terraform_data.p[count.index].id
            }
            resource "terraform_data" "one" {
              input = "${terraform_data.p[1].id}-${terraform_data.k["k0"].id}"
            }
            resource "terraform_data" "all" {
              input = {
                ids    = terraform_data.p[*].id
                length = length(terraform_data.p)
                keys   = keys(terraform_data.k)
              }
            }
            output "ids" { value = terraform_data.p[*].id }
            """);

    assertThat(node(plan, "terraform_data.one").values())
        .extracting(reference -> reference.text())
        .containsExactly("terraform_data.k[\"k0\"].id", "terraform_data.p[1].id");
    assertThat(node(plan, "terraform_data.one").after())
        .containsExactly("terraform_data.k[*]", "terraform_data.p[*]");
    assertThat(node(plan, "terraform_data.all").after())
        .containsExactly("terraform_data.k[*]", "terraform_data.p[*]");
    assertThat(node(plan, "terraform_data.all").values())
        .extracting(reference -> reference.text() + " " + reference.address())
        .containsExactly(
            "terraform_data.k terraform_data.k[*]", "terraform_data.p terraform_data.p[*]");
    assertThat(node(plan, "!outputs").after()).contains("terraform_data.p[*]");
    Map<String, String> made =
        Map.of(
            "terraform_data.p[0]", "{\"id\": \"a\"}",
            "terraform_data.p[1]", "{\"id\": \"b\"}",
            "terraform_data.k[\"k0\"]", "{\"id\": \"c\"}");
    Run run =
        new Run(
            made,
            Map.of(
                "terraform_data.p[*]",
                new Lookup.Instances(
                    true,
                    List.of(Address.of("terraform_data.p[0]"), Address.of("terraform_data.p[1]"))),
                "terraform_data.k[*]",
                new Lookup.Instances(false, List.of(Address.of("terraform_data.k[\"k0\"]")))));
    assertThat(SmallWorkspace.resolved(node(plan, "terraform_data.all"), run).path("input"))
        .isEqualTo(
            TerraformRun.json("{\"ids\": [\"a\", \"b\"], \"length\": 2, \"keys\": [\"k0\"]}"));
  }

  @Test
  void aKeyThatCannotBePrintedIsReferredToByItsEscapes() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "k" {
              for_each = toset(["a\\u0001"])
            }
            resource "terraform_data" "one" { input = terraform_data.k["a\\u0001"].id }
            """);
    String address = "terraform_data.k[\"a\\u0001\"]";

    assertThat(node(plan, "terraform_data.one").values())
        .extracting(Reference::text, reference -> reference.address().text(), Reference::path)
        .containsExactly(Tuple.tuple(address + ".id", address, "id"));
    Run run = new Run(Map.of(address, "{\"id\": \"x\"}"), Map.of());
    assertThat(SmallWorkspace.resolved(node(plan, "terraform_data.one"), run).path("input"))
        .isEqualTo(TerraformRun.json("\"x\""));
  }

  @Test
  void aStepThatIsNotThereCannotBeWaitedFor() throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        step "exec" "p" {
          count = 3
          arguments { command = "true" }
        }
        step "print" "x" {
          depends_on = [step.exec.p[5]]
          arguments { message = "" }
        }
        """);

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT))
        .isInstanceOfSatisfying(
            Configuration.Refused.class,
            refused ->
                assertThat(refused.diagnostics())
                    .extracting(Diagnostic::summary, Diagnostic::detail)
                    .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                            "Invalid step instance",
                            "There is no step.exec.p[5]: step.exec.p has 3 instances.")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resource \"terraform_data\" \"a\" { count = 10001 } | at most 10000 instances",
        "resource \"terraform_data\" \"a\" { for_each = toset([format(\"%2000s\", \"x\")]) } | an"
            + " address may have 1000",
        "step \"print\" \"a\" { for_each = toset([format(\"%2000s\", \"x\")]) } | an address may"
            + " have 1000",
        "module \"a\" { source = \"./many\" } | more than 50000 instances of modules",
      })
  void sizesHaveLimits(String text, String says) throws IOException {
    Files.createDirectories(directory.resolve("many/n"));
    Files.writeString(
        directory.resolve("many/main.tf"), "module \"n\" {\n source = \"./n\"\n count = 300\n}\n");
    Files.writeString(
        directory.resolve("many/n/main.tf"),
        "module \"m\" {\n source = \"../../m\"\n count = 300\n}\n");
    Files.writeString(directory.resolve("main.tf"), text);

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT))
        .isInstanceOfSatisfying(
            Configuration.Refused.class,
            refused -> assertThat(refused.diagnostics().toString()).contains(says));
  }

  @Test
  void aLongChainOfDeclarationsIsAPlanOrAFault() throws IOException {
    StringBuilder text = new StringBuilder("resource \"terraform_data\" \"a\" {}\nlocals {\n");
    text.append("  l0 = terraform_data.a.id\n");
    for (int i = 1; i < 20_000; i++) {
      text.append("  l%d = \"${local.l%d}\"\n".formatted(i, i - 1));
    }
    text.append("}\nresource \"terraform_data\" \"b\" { input = local.l19999 }\n");
    Files.writeString(directory.resolve("main.tf"), text);

    Configuration.Outcome outcome = workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT);
    assertThat(
            outcome instanceof Configuration.Planned
                || outcome.toString().contains("too long a chain"))
        .isTrue();
  }

  @Test
  void textThatDoublesInTheRunIsAFault() throws IOException {
    StringBuilder text = new StringBuilder("resource \"terraform_data\" \"a\" {}\nlocals {\n");
    text.append("  l0 = terraform_data.a.id\n");
    for (int i = 1; i < 40; i++) {
      text.append("  l%d = upper(\"${local.l%d}${local.l%d}\")\n".formatted(i, i - 1, i - 1));
    }
    text.append("}\nresource \"terraform_data\" \"b\" { input = local.l39 }\n");
    Files.writeString(directory.resolve("main.tf"), text);

    assertThat(workspace.outcome(directory, RunKind.APPLY, RunOptions.DEFAULT).toString())
        .contains("Configuration too large");
  }

  @Test
  void aResourceMayBeNamedAsStepsAre() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "step" { input = 1 }
            module "step" { source = "./m" }
            resource "terraform_data" "all" {
              input = [upper(terraform_data.step.id), upper(module.step.id)]
            }
            """);

    assertThat(node(plan, "terraform_data.all").config().toString())
        .contains("terraform_data.step.id", "module.step.terraform_data.x.id");
  }

  @org.junit.jupiter.api.BeforeEach
  void makeAModule() throws IOException {
    Files.createDirectories(directory.resolve("m"));
    Files.writeString(
        directory.resolve("m/main.tf"),
        "resource \"terraform_data\" \"x\" {}\noutput \"id\" { value = terraform_data.x.id }\n");
  }
}
