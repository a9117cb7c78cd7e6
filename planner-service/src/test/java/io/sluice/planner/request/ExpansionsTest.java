package io.sluice.planner.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.TestTypes;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpansionsTest {
  private static final Keyring KEYRING = Keyring.of(new byte[32], "a test");
  private static final Secrets SECRETS = new Secrets(KEYRING);
  private final List<StateRecord> records = new ArrayList<>();

  @Test
  void makesAsManyAsTheValueSays() {
    Expanded expanded = expanded("count", Map.of("n.output", json("2"), "s.id", json("\"S\"")));

    assertThat(expanded.error()).isNull();
    assertThat(expanded.node()).isEqualTo("disk.x[*]");
    assertThat(shown(expanded)).containsExactly("CREATE disk.x[0]", "CREATE disk.x[1]");
    assertThat(expanded.nodes().getLast().config())
        .hasToString("{\"path\":\"/${s.id}/1-of-${n.output}\"}");
    assertThat(expanded.nodes().getLast().values())
        .extracting(value -> value.text())
        .containsExactly("n.output", "s.id");
  }

  @Test
  void deletesSurplusOnesAndReplacesOnlyWhatReallyChanged() {
    record("disk.x[0]", "/S/0-of-1");
    record("disk.x[1]", "/S/1-of-2");
    record("disk.x[2]", "/S/2-of-2");

    Expanded same = expanded("count", Map.of("n.output", json("2"), "s.id", json("\"S\"")));
    assertThat(shown(same))
        .containsExactly("DELETE disk.x[0]#delete", "DELETE disk.x[2]", "CREATE disk.x[0]");

    records.removeIf(record -> record.address().text().equals("disk.x[0]"));
    record("disk.x[0]", "/S/0-of-2");
    Expanded less = expanded("count", Map.of("n.output", json("2"), "s.id", json("\"S\"")));
    assertThat(shown(less)).containsExactly("DELETE disk.x[2]");
  }

  @Test
  void takesKeysFromAListOrAnObject() {
    assertThat(
            shown(
                expanded("for_each", Map.of("n.output", json("[\"b\",\"a\"]"), "s.id", json("1")))))
        .containsExactly("CREATE disk.x[\"a\"]", "CREATE disk.x[\"b\"]");
  }

  @Test
  void failsTheNodeWithTheValueWhenItCannotBeACount() {
    for (String value : List.of("-1", "1.5", "\"many\"", "null", "{\"$sealed\":{}}")) {
      Expanded expanded = expanded("count", Map.of("n.output", json(value), "s.id", json("1")));

      assertThat(expanded.nodes()).isEmpty();
      assertThat(expanded.error()).isNotNull();
      assertThat(expanded.error().errorClass()).isEqualTo(ErrorClass.USER);
      assertThat(expanded.error().message()).contains("${n.output}", "unsuitable");
    }
  }

  @Test
  void repeatsTheAttemptThatItAnswers() {
    for (String value : List.of("2", "-1")) {
      Map<String, JsonNode> values = Map.of("n.output", json(value), "s.id", json("\"S\""));
      Snapshot snapshot = new Snapshot("w", 9, 7, null, List.of(), null, List.of());

      Expanded first = attempt(1, values, snapshot);
      Expanded fourth = attempt(4, values, snapshot);

      assertThat(first.attempt()).isEqualTo(1);
      assertThat(fourth.attempt()).isEqualTo(4);
      assertThat(fourth.planId()).isNotEqualTo(first.planId());
    }
  }

  private static Expanded attempt(int number, Map<String, JsonNode> values, Snapshot snapshot) {
    return new Expansions(TestTypes.REGISTRY, SECRETS)
        .answer(new ExpandNode("run", "w", 1, 9, placeholder("count"), values, number), snapshot);
  }

  @Test
  void saysWhatToDoAboutTooManyInstances() {
    Expanded expanded = expanded("count", Map.of("n.output", json("1001"), "s.id", json("1")));

    assertThat(expanded.error()).isNotNull();
    assertThat(expanded.error().message())
        .contains("1001 instances are more than max_instances, 1000", "raise max_instances");
  }

  @Test
  void replacesTheInstancesThatAreTriggered() {
    record("disk.x[0]", "/S/0-of-2");
    record("disk.x[1]", "/S/1-of-2");
    Node node = placeholder("count");
    ((com.fasterxml.jackson.databind.node.ObjectNode) node.config())
        .putArray("replaced")
        .add("disk.x[1]")
        .add("disk.x[7]");
    Snapshot snapshot = new Snapshot("w", 9, 1, null, List.copyOf(records), null, List.of());

    Expanded expanded =
        new Expansions(TestTypes.REGISTRY, SECRETS)
            .answer(
                new ExpandNode(
                    "run", "w", 1, 9, node, Map.of("n.output", json("2"), "s.id", json("\"S\""))),
                snapshot);

    assertThat(shown(expanded)).containsExactly("DELETE disk.x[1]#delete", "CREATE disk.x[1]");
  }

  private List<String> shown(Expanded expanded) {
    return expanded.nodes().stream().map(node -> node.action() + " " + node.id()).toList();
  }

  private void record(String address, String path) {
    records.addFirst(
        StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = Address.of(address);
              draft.type = "disk";
              draft.id = address;
              draft.attributes = Json.object().put("path", path);
              draft.desired =
                  Json.object().put("path", "/${s.id}/" + address.charAt(7) + "-of-${n.output}");
              draft.dependencies = List.of(Address.of("host.n"), Address.of("host.s"));
              draft.status = RecordStatus.OK;
              draft.version = 1;
              draft.epoch = 1;
              draft.runId = "before";
              draft.updatedAt = Instant.EPOCH;
            }));
  }

  /** Through a real plan, so that what one planner writes another can read. */
  private Expanded expanded(String multiplicity, Map<String, JsonNode> values) {
    Node node = placeholder(multiplicity);
    Snapshot snapshot = new Snapshot("w", 9, 1, null, List.copyOf(records), null, List.of());
    return new Expansions(TestTypes.REGISTRY, SECRETS)
        .answer(new ExpandNode("run", "w", 1, 9, node, values), snapshot);
  }

  private static Node placeholder(String multiplicity) {
    String own = multiplicity.equals("count") ? "${count.index}" : "${each.key}";
    String text =
        """
        schema_version: 2
        workspace: w
        resources:
          - {name: n, type: host, config: {input: 2}}
          - {name: s, type: host}
          - {name: x, type: disk, %s: "${n.output}", config: {path: "/${s.id}/%s-of-${n.output}"}}
        """
            .formatted(multiplicity, own);
    DocumentCheck.Outcome checked =
        DocumentCheck.check(
            text.getBytes(StandardCharsets.UTF_8),
            "plan.yaml",
            TestTypes.REGISTRY,
            DocumentCheck.Options.STRICT);
    Diff.Outcome drawn =
        Diff.draw(
            new Situation(
                ((DocumentCheck.Checked) checked).document(),
                new Snapshot("w", 1, 1, null, List.of(), null, List.of()),
                RunKind.APPLY,
                RunOptions.DEFAULT,
                TestTypes.REGISTRY));
    return ((Diff.Drawn) drawn)
        .plan().nodes().stream()
            .filter(node -> node.action() == Action.EXPAND)
            .findFirst()
            .orElseThrow();
  }

  private static JsonNode json(String text) {
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void evaluatesWhateverAConfigurationCountsBy(@TempDir Path directory) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        resource "terraform_data" "a" { input = 2 }
        resource "terraform_data" "b" { input = ["x"] }
        resource "terraform_data" "n" {
          count = terraform_data.a.output + length(terraform_data.b.output)
          input = "${terraform_data.a.id}-${count.index}"
        }
        resource "terraform_data" "k" {
          for_each = toset([for name in terraform_data.b.output : upper(name)])
          input    = each.key
        }
        """);

    Expanded counted =
        expanded(
            directory,
            "terraform_data.n[*]",
            Map.of(
                "terraform_data.a.output", json("2"),
                "terraform_data.b.output", json("[\"x\"]"),
                "terraform_data.a.id", json("\"A\"")));
    assertThat(counted.error()).isNull();
    assertThat(shown(counted))
        .containsExactly(
            "CREATE terraform_data.n[0]",
            "CREATE terraform_data.n[1]",
            "CREATE terraform_data.n[2]");
    Expanded keyed =
        expanded(
            directory,
            "terraform_data.k[*]",
            Map.of("terraform_data.b.output", json("[\"x\", \"y\"]")));
    assertThat(shown(keyed))
        .containsExactly("CREATE terraform_data.k[\"X\"]", "CREATE terraform_data.k[\"Y\"]");
    assertThat(keyed.nodes().getFirst().config().at("/input/$expr").asText()).contains("each.key");

    Expanded faulty =
        expanded(
            directory,
            "terraform_data.n[*]",
            Map.of(
                "terraform_data.a.output", json("0.5"),
                "terraform_data.b.output", json("[]"),
                "terraform_data.a.id", json("\"A\"")));
    assertThat(String.valueOf(faulty.error())).contains("0.5", "unsuitable");
    Expanded secret =
        expanded(
            directory,
            "terraform_data.k[*]",
            Map.of(
                "terraform_data.b.output",
                Keyring.of(new byte[32], "a test")
                    .sealer()
                    .sealPaths("w", "/x", Json.object().set("v", json("[\"x\"]")), List.of("/v"))
                    .path("v")));
    assertThat(String.valueOf(secret.error())).contains("sensitive");
  }

  @Test
  void runsAStepAsOftenAsTheValueSays(@TempDir Path directory) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        step "exec" "n" {
          arguments { command = "true" }
        }
        step "exec" "p" {
          count = step.exec.n.output.exit_code
          arguments { command = "echo ${count.index} ${step.exec.n.output.stdout}" }
        }
        """);

    Expanded expanded =
        expanded(
            directory,
            "step.exec.p[*]",
            Map.of(
                "step.exec.n.output.exit_code", json("2"),
                "step.exec.n.output.stdout", json("\"out\"")));

    assertThat(expanded.error()).isNull();
    assertThat(shown(expanded)).containsExactly("STEP step.exec.p[0]", "STEP step.exec.p[1]");
    Node last = expanded.nodes().getLast();
    assertThat(last.config().toString()).contains("step.exec.n.output.stdout");
    assertThat(last.config()).isNotEqualTo(expanded.nodes().getFirst().config());
    assertThat(last.values())
        .extracting(value -> value.text())
        .containsExactly("step.exec.n.output.stdout");
    assertThat(last.after()).isEmpty();
  }

  @Test
  void sealsWhatIsSecretOfABlockThatTheRunExpands(@TempDir Path directory) throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "token" {
          default   = "canary-35"
          sensitive = true
        }
        resource "terraform_data" "a" { input = 2 }
        resource "terraform_data" "n" {
          count = terraform_data.a.output
          input = "${var.token}-${count.index}"
        }
        resource "terraform_data" "k" {
          count = terraform_data.a.output + length(var.token)
        }
        step "print" "p" {
          count = terraform_data.a.output
          arguments { message = [var.token, terraform_data.a.id] }
        }
        """);

    Map<String, JsonNode> values =
        Map.of("terraform_data.a.output", json("2"), "terraform_data.a.id", json("\"A\""));
    for (String id : List.of("terraform_data.n[*]", "step.print.p[*]")) {
      Expanded expanded = expanded(sealed(directory, id), values);

      assertThat(expanded.error()).as(id).isNull();
      assertThat(expanded.nodes())
          .hasSize(2)
          .allSatisfy(
              node ->
                  assertThat(SECRETS.opened("w", node.config()).toString()).contains("canary-35"));
      assertThat(Json.text(expanded)).doesNotContain("canary-35");
      if (id.equals("terraform_data.n[*]")) {
        assertThat(expanded.nodes())
            .allSatisfy(
                node ->
                    assertThat(KEYRING.opener().parts("w", node.config()))
                        .containsExactly("canary-35"));
      }
    }
    Expanded refused = expanded(sealed(directory, "terraform_data.k[*]"), values);
    assertThat(String.valueOf(refused.error())).contains("sensitive").doesNotContain("canary-35");
  }

  private static Node sealed(Path directory, String id) {
    Node node = node(SECRETS.sealed("w", plan(directory)), id);
    assertThat(Json.text(node)).as(id).contains("$sealed").doesNotContain("canary-35");
    return node;
  }

  private static Expanded expanded(Path directory, String id, Map<String, JsonNode> values) {
    return expanded(planned(directory, id), values);
  }

  private static Expanded expanded(Node node, Map<String, JsonNode> values) {
    Snapshot nothing = new Snapshot("w", 9, 1, null, List.of(), null, List.of());
    return new Expansions(ProviderRegistry.builtIn(), SECRETS)
        .answer(new ExpandNode("run", "w", 1, 9, node, values), nothing);
  }

  private static Node planned(Path directory, String id) {
    return node(plan(directory).nodes(), id);
  }

  private static Node node(List<Node> nodes, String id) {
    Node node = nodes.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    assertThat(node.action()).isEqualTo(Action.EXPAND);
    return node;
  }

  private static Plan plan(Path directory) {
    Configuration configuration =
        Configuration.load(
                new DirectorySource(directory),
                VariableSources.NONE,
                "w",
                "2026-01-02T03:04:05Z",
                ProviderRegistry.builtIn())
            .configuration();
    assertThat(configuration).isNotNull();
    Snapshot nothing = new Snapshot("w", 9, 1, null, List.of(), null, List.of());
    Configuration.Outcome outcome =
        configuration.plan(
            new Configuration.PlanInputs(nothing, RunKind.APPLY, RunOptions.DEFAULT, Map.of()));
    assertThat(outcome).isInstanceOf(Configuration.Planned.class);
    return ((Configuration.Planned) outcome).plan().plan();
  }
}
