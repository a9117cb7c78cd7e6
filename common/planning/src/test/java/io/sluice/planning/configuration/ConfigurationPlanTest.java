package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.desired.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Sluice has and Terraform doesn't, and what can't be seen from outside. */
final class ConfigurationPlanTest {
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
        .orElseThrow();
  }

  @Test
  void leavesReferencesAndExpressionsOfWhatIsNotKnownYet() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            locals { late = terraform_data.a.output }
            resource "terraform_data" "a" { input = "x" }
            resource "terraform_data" "b" {
              input = {
                whole = local.late
                text  = "a-${terraform_data.a.id}-b"
                upper = upper(local.late)
                known = "$${HOME}"
              }
            }
            """);

    assertThat(node(plan, "terraform_data.b").config())
        .isEqualTo(
            TerraformRun.json(
                """
                {"input": {
                  "whole": "${terraform_data.a.output}",
                  "text": "a-${terraform_data.a.id}-b",
                  "upper": {"$expr": "upper(terraform_data.a.output)", "refs": ["terraform_data.a.output"]},
                  "known": "$${HOME}"
                }}\
                """));
    assertThat(node(plan, "terraform_data.b").after()).containsExactly("terraform_data.a");
  }

  @Test
  void aPreconditionGuardsItsResourceWhateverItsKeyHolds() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "a" { input = "x" }
            resource "terraform_data" "b" {
              for_each = toset(["a#b", "#precondition"])
              input    = each.key
              lifecycle {
                precondition {
                  condition     = terraform_data.a.id != ""
                  error_message = "no"
                }
              }
            }
            """);

    for (String key : List.of("a#b", "#precondition")) {
      String id = "terraform_data.b[\"" + key + "\"]";
      assertThat(node(plan, id).after()).contains(id + "#precondition");
    }
  }

  @Test
  void keepsTextOfFilesAndStateFromBeingTakenForReferences() throws IOException {
    Files.writeString(directory.resolve("t.tftpl"), "x $${HOME} ${name}");
    String text =
        """
        resource "terraform_data" "a" {
          input = templatefile("t.tftpl", { name = "n" })
        }
        resource "terraform_data" "b" { input = terraform_data.a.output }
        output "o" { value = terraform_data.b.output }
        """;
    ConfigurationPlan first = plan(text);
    assertThat(node(first, "terraform_data.a").config().path("input").asText())
        .isEqualTo("x $${HOME} n");
    workspace.apply(first);

    assertThat(Outputs.of(workspace.snapshot()).get("o").value().asText()).isEqualTo("x ${HOME} n");
    assertThat(Outputs.of(workspace.snapshot()).get("o").type().asText())
        .as("not known when it was planned")
        .isEqualTo("string");
    ConfigurationPlan second =
        plan(text + "resource \"terraform_data\" \"c\" { input = terraform_data.a.output }\n");
    assertThat(node(second, "terraform_data.c").config().path("input").asText())
        .isEqualTo("x $${HOME} n");
    workspace.apply(second);
    assertThat(
            workspace
                .records
                .get(Address.of("terraform_data.c"))
                .attributes()
                .path("input")
                .asText())
        .isEqualTo("x ${HOME} n");
  }

  @Test
  void aDirectoryWithoutConfigurationIsNoPlanToDestroyAllThatIsHeld() throws IOException {
    workspace.apply(plan("resource \"terraform_data\" \"a\" {}\n"));
    Path empty = Files.createDirectories(directory.resolve("elsewhere"));
    Files.writeString(empty.resolve("README.md"), "nothing");
    Configuration nothing = SmallWorkspace.load(empty);

    for (RunKind kind : List.of(RunKind.APPLY, RunKind.REFRESH)) {
      assertThat(nothing.plan(inputs(kind)))
          .isInstanceOfSatisfying(
              Configuration.Refused.class,
              refused ->
                  assertThat(refused.diagnostics().getFirst().summary())
                      .isEqualTo("No configuration files"));
    }
    assertThat(nothing.plan(inputs(RunKind.DESTROY))).isInstanceOf(Configuration.Planned.class);
  }

  private Configuration.PlanInputs inputs(RunKind kind) {
    return new Configuration.PlanInputs(workspace.snapshot(), kind, RunOptions.DEFAULT, Map.of());
  }

  @Test
  void theSameInputGivesTheSamePlan() throws IOException {
    String text =
        """
        resource "terraform_data" "a" { for_each = toset(["z", "y", "x"]) }
        resource "terraform_data" "b" { input = [for a in terraform_data.a : a.id] }
        output "o" { value = terraform_data.b.output }
        """;

    assertThat(plan(text).plan().hash()).isEqualTo(plan(text).plan().hash());
    assertThat(plan(text).plan()).isEqualTo(plan(text).plan());
  }

  @Test
  void stepsRunInEveryApplyAndAreNoChanges() throws IOException {
    String text =
        """
        resource "terraform_data" "a" { input = "x" }
        step "print" "say" {
          count      = 2
          depends_on = [terraform_data.a]
          arguments { message = "${count.index}: ${terraform_data.a.output}" }
        }
        """;
    ConfigurationPlan first = plan(text);
    assertThat(node(first, "step.print.say[1]").action()).isEqualTo(Action.STEP);
    assertThat(node(first, "step.print.say[1]").after()).containsExactly("terraform_data.a");
    workspace.apply(first);

    ConfigurationPlan second = plan(text);
    assertThat(second.changesSomething()).isFalse();
    assertThat(second.plan().nodes())
        .extracting(Node::id)
        .containsExactly("step.print.say[0]", "step.print.say[1]");
  }

  @Test
  void blocksWhoseCountTheRunFindsOutArePlaceholders() throws IOException {
    ConfigurationPlan plan =
        plan(
            """
            resource "terraform_data" "n" { input = 2 }
            resource "terraform_data" "many" {
              count = terraform_data.n.output
              input = "number ${count.index}"
            }
            """);

    Node placeholder = node(plan, "terraform_data.many[*]");
    assertThat(placeholder.action()).isEqualTo(Action.EXPAND);
    assertThat(placeholder.values()).extracting("text").containsExactly("terraform_data.n.output");
    assertThat(placeholder.after()).containsExactly("terraform_data.n");
  }

  @Test
  void aBlockThatIsCountedByAReplacedResourceIsExpandedAfterTheReplace() throws IOException {
    String text =
        """
        resource "terraform_data" "n" {
          input            = 2
          triggers_replace = "a"
        }
        resource "terraform_data" "many" {
          count = 2
          input = "${terraform_data.n.id}-${count.index}"
        }
        """;
    workspace.apply(plan(text));

    ConfigurationPlan plan =
        plan(
            text.replace("\"a\"", "\"b\"").replace("count = 2", "count = terraform_data.n.output"));

    assertThat(plan.plan().nodes())
        .extracting(Node::id)
        .containsExactly("terraform_data.n#delete", "terraform_data.n", "terraform_data.many[*]");
    assertThat(node(plan, "terraform_data.many[*]").after()).containsExactly("terraform_data.n");
  }

  @Test
  void aBlockThatTheRunExpandsIsReplacedWithWhatTriggersIt() throws IOException {
    String text =
        """
        resource "terraform_data" "n" { input = 2 }
        resource "terraform_data" "t" {
          count = 2
          input = "one ${count.index}"
        }
        resource "terraform_data" "all" {
          count = 2
          lifecycle { replace_triggered_by = [terraform_data.t] }
        }
        resource "terraform_data" "own" {
          count = 2
          lifecycle { replace_triggered_by = [terraform_data.t[count.index]] }
        }
        """;
    workspace.apply(plan(text));
    String counted =
        text.replace("{ input = 2 }", "{ input = 3 }")
            .replace("\"all\" {\n  count = 2", "\"all\" {\n  count = terraform_data.n.output")
            .replace("\"own\" {\n  count = 2", "\"own\" {\n  count = terraform_data.n.output");

    ConfigurationPlan same = plan(counted);
    assertThat(node(same, "terraform_data.all[*]").config().has("replaced")).isFalse();

    ConfigurationPlan plan =
        plan(
            counted.replace(
                "one ${count.index}", "${count.index == 0 ? \"one\" : \"two\"} ${count.index}"));
    assertThat(node(plan, "terraform_data.all[*]").config().path("replaced"))
        .extracting(com.fasterxml.jackson.databind.JsonNode::asText)
        .containsExactly("terraform_data.all[0]", "terraform_data.all[1]");
    assertThat(node(plan, "terraform_data.own[*]").config().path("replaced"))
        .extracting(com.fasterxml.jackson.databind.JsonNode::asText)
        .containsExactly("terraform_data.own[1]");
    assertThat(node(plan, "terraform_data.all[*]").after()).contains("terraform_data.t[1]");
  }

  @Test
  void blocksOfWhichTheRunFindsOutHowManyThereAreAreMadeByTheWorker() throws IOException {
    String text =
        """
        resource "terraform_data" "names" { input = ["a.example"] }
        resource "tls_cert_request" "c" {
          private_key_pem = "key"
          dynamic "subject" {
            for_each = terraform_data.names.output
            iterator = it
            content {
              common_name  = upper(it.value)
              organization = "number ${it.key}"
            }
          }
        }
        """;
    ConfigurationPlan first = plan(text);

    assertThat(node(first, "tls_cert_request.c").config().at("/subject/$expr").asText())
        .isNotEmpty();
    assertThat(
            first.changes().stream()
                .filter(change -> change.address().text().equals("tls_cert_request.c"))
                .map(change -> change.after().path("subject").has("$unknown")))
        .containsExactly(true);
    workspace.apply(first);
    assertThat(workspace.records.get(Address.of("tls_cert_request.c")).attributes().path("subject"))
        .isEqualTo(
            TerraformRun.json(
                "[{\"common_name\": \"A.EXAMPLE\", \"organization\": \"number 0\"}]"));
    assertThat(plan(text).changesSomething()).isFalse();

    Files.writeString(directory.resolve("main.tf"), text.replace("common_name ", "comon_name "));
    assertThat(
            ConfigurationValidation.of(new DirectorySource(directory), SmallWorkspace.REGISTRY)
                .toString())
        .contains("Unsupported argument");
  }

  @Test
  void aBlockThatRefersToSomethingIsComparedWithWhatItCameTo() throws IOException {
    String text =
        """
        resource "terraform_data" "name" { input = "a.example" }
        resource "tls_cert_request" "c" {
          private_key_pem = "key"
          subject { common_name = terraform_data.name.output }
        }
        """;
    workspace.apply(plan(text));

    assertThat(plan(text).changesSomething()).isFalse();
    assertThat(plan(text.replace("a.example", "b.example")).changes())
        .extracting(change -> change.address() + " " + change.action())
        .containsExactly("terraform_data.name UPDATE", "tls_cert_request.c REPLACE");
  }

  @Test
  void plansTheDestructionOfEverythingInReverse() throws IOException {
    String text =
        """
        resource "terraform_data" "a" { input = "x" }
        resource "terraform_data" "b" { input = terraform_data.a.id }
        output "o" { value = terraform_data.b.id }
        """;
    workspace.apply(plan(text));

    ConfigurationPlan destroy = workspace.plan(directory, RunKind.DESTROY, RunOptions.DEFAULT);
    assertThat(node(destroy, "terraform_data.a").after()).containsExactly("terraform_data.b");
    workspace.apply(destroy);
    assertThat(workspace.records).isEmpty();
  }

  @Test
  void protectsWhatMustNotBeDestroyed() throws IOException {
    workspace.apply(
        plan(
            """
            resource "terraform_data" "a" {
              input = "x"
              lifecycle { prevent_destroy = true }
            }
            """));

    assertThat(workspace.outcome(directory, RunKind.DESTROY, RunOptions.DEFAULT).toString())
        .contains("Instance cannot be destroyed");
  }

  @Test
  void replacesExcludesAndTargetsWhatIsNamed() throws IOException {
    String text =
        """
        resource "terraform_data" "a" { input = "x" }
        resource "terraform_data" "b" { input = terraform_data.a.id }
        resource "terraform_data" "c" { input = "y" }
        """;
    workspace.apply(plan(text));
    RunOptions replaced =
        new RunOptions(
            0,
            null,
            List.of(),
            false,
            null,
            null,
            false,
            false,
            List.of(),
            List.of("terraform_data.a"));
    ConfigurationPlan plan = workspace.plan(directory, RunKind.APPLY, replaced);
    assertThat(plan.changes())
        .extracting(change -> change.address() + " " + change.action() + " " + change.reason())
        .containsExactly(
            "terraform_data.a REPLACE requested",
            "terraform_data.b UPDATE ",
            "terraform_data.c NOOP ");

    RunOptions excluded =
        new RunOptions(
            0,
            null,
            List.of(),
            false,
            null,
            null,
            false,
            false,
            List.of("terraform_data.b"),
            List.of("terraform_data.a"));
    assertThat(workspace.plan(directory, RunKind.APPLY, excluded).plan().nodes())
        .extracting(Node::id)
        .doesNotContain("terraform_data.b");
  }

  @Test
  void forgetsWhatARemovedBlockKeeps() throws IOException {
    workspace.apply(plan("resource \"terraform_data\" \"a\" { input = \"x\" }\n"));

    ConfigurationPlan plan =
        plan("removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = false\n  }\n}\n");
    assertThat(node(plan, "terraform_data.a").action()).isEqualTo(Action.FORGET);
  }

  @Test
  void aBundleGivesTheSamePlanAsTheDirectory() throws IOException {
    Files.writeString(directory.resolve("f.txt"), "content");
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "n" { default = 2 }
        resource "terraform_data" "a" {
          count = var.n
          input = file("f.txt")
        }
        """);
    assertSamePlanFromItsBundle();
  }

  @Test
  void pathsAreTheSameInAPlannerServiceAsWhereTheyWereTyped() throws IOException {
    Files.createDirectories(directory.resolve("m"));
    Files.writeString(directory.resolve("m/t.txt"), "text");
    Files.writeString(
        directory.resolve("m/main.tf"),
        """
        output "here" { value = abspath(path.module) }
        output "text" { value = file("${abspath(path.module)}/t.txt") }
        """);
    Files.writeString(
        directory.resolve("main.tf"),
        """
        module "m" { source = "./m" }
        resource "terraform_data" "a" {
          input = {
            module  = abspath(path.module)
            root    = abspath(path.root)
            below   = abspath("${path.root}/x/./y//z")
            above   = abspath("${path.module}/../../x")
            outside = abspath("/a/../../b")
            empty   = abspath("")
            exists  = fileexists("${abspath(path.module)}/m/t.txt")
          }
          provisioner "local-exec" { command = "ls ${abspath(path.module)}" }
        }
        output "m" { value = module.m }
        output "o" { value = abspath(path.cwd) }
        """);
    assertSamePlanFromItsBundle();
  }

  private void assertSamePlanFromItsBundle() {
    DirectorySource files = new DirectorySource(directory);
    Configuration configuration =
        Configuration.load(
                files,
                io.sluice.language.config.VariableSources.NONE,
                "default",
                "2026-01-02T03:04:05Z",
                SmallWorkspace.REGISTRY)
            .configuration();
    assertThat(configuration).isNotNull();
    Configuration.PlanInputs inputs =
        new Configuration.PlanInputs(
            workspace.snapshot(), RunKind.APPLY, RunOptions.DEFAULT, java.util.Map.of());
    Configuration.Outcome here = configuration.plan(inputs);
    Bundle bundle =
        configuration.bundle(
            files,
            "root",
            io.sluice.seal.Keyring.of(new byte[32], "test").sealer(),
            null,
            List.of());

    Bundle.Outcome read = Bundle.read(bundle.toJson());
    assertThat(read).isInstanceOf(Bundle.Read.class);
    Configuration again =
        Configuration.of(((Bundle.Read) read).bundle(), SmallWorkspace.REGISTRY).configuration();
    assertThat(again).isNotNull();
    assertThat(((Configuration.Planned) again.plan(inputs)).plan().plan())
        .isEqualTo(((Configuration.Planned) here).plan().plan());
  }

  @Test
  void runsCommandsOnceAResourceIsMadeAndBeforeItsDependents() throws IOException {
    String text =
        """
        resource "terraform_data" "a" {
          input = "x"
          provisioner "local-exec" { command = "echo ${self.id}" }
          provisioner "local-exec" {
            command     = "false"
            on_failure  = continue
            environment = { ID = self.id }
          }
          provisioner "local-exec" {
            command     = "print('a b')"
            interpreter = ["python3", "-c"]
          }
        }
        resource "terraform_data" "b" { input = terraform_data.a.id }
        """;
    ConfigurationPlan first = plan(text);

    Node last = node(first, "terraform_data.a#provisioner");
    assertThat(last.action()).isEqualTo(Action.STEP);
    assertThat(last.type()).isEqualTo("exec");
    assertThat(last.after()).contains("terraform_data.a#provisioner1");
    assertThat(last.config().path("command").asText())
        .isEqualTo("'python3' '-c' 'print('\\''a b'\\'')'");
    Node middle = node(first, "terraform_data.a#provisioner1");
    assertThat(middle.config().path("command").asText()).isEqualTo("(\nfalse\n) || true");
    assertThat(middle.config().at("/environment/ID").asText()).isEqualTo("${terraform_data.a.id}");
    assertThat(node(first, "terraform_data.a#provisioner0").config().path("command").asText())
        .isEqualTo("echo ${terraform_data.a.id}");
    assertThat(node(first, "terraform_data.b").after())
        .contains("terraform_data.a", "terraform_data.a#provisioner");
    workspace.apply(first);
    assertThat(plan(text).plan().nodes()).isEmpty();
  }

  @Test
  void aVariableOfTheWorkerIsNotComparedWithWhatItCameTo() throws IOException {
    String text = "resource \"terraform_data\" \"a\" { input = worker_env(\"HOME\") }\n";
    ConfigurationPlan first = plan(text);
    workspace.record(
        node(first, "terraform_data.a"),
        "id",
        TerraformRun.json("{\"input\": \"/root\", \"output\": \"/root\", \"id\": \"id\"}"));

    assertThat(plan(text).changes())
        .extracting(change -> change.action())
        .containsExactly(Action.NOOP);
    assertThat(plan(text.replace("HOME", "USER")).changes())
        .extracting(change -> change.action())
        .containsExactly(Action.UPDATE);
  }
}
