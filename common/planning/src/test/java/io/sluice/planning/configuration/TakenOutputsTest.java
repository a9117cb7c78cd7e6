package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.values.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded of outputs of others that a configuration uses. */
class TakenOutputsTest {
  private static final JsonNode UNKNOWN = Json.object().put("$unknown", true);

  @TempDir private Path directory;

  private void configured(String onChange, String use) throws IOException {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        %s
        data "sluice_outputs" "net" { workspace = "net" }
        %s
        """
            .formatted(onChange, use));
  }

  private static Upstream net(Map<String, JsonNode> outputs) {
    TreeMap<String, Upstream.Output> all = new TreeMap<>();
    outputs.forEach((name, value) -> all.put(name, new Upstream.Output(value, false)));
    return Upstream.NONE.with("net", all);
  }

  private static final Upstream TWO =
      net(Map.of("vpc", TextNode.valueOf("vpc-${1}"), "zones", TextNode.valueOf("a,b")));

  private ConfigurationPlan planned(Upstream upstream, JsonNode recorded, List<String> targets) {
    Snapshot state = new Snapshot("w", 1, 1, null, List.of(), recorded, List.of());
    RunOptions usual = RunOptions.DEFAULT;
    RunOptions options =
        new RunOptions(
            0,
            usual.onFailure(),
            targets,
            false,
            usual.approval(),
            null,
            false,
            false,
            List.of(),
            List.of());
    Configuration.PlanInputs inputs =
        new Configuration.PlanInputs(
            state, RunKind.APPLY, options, Map.of(), upstream, Answers.AT_ONCE);
    return switch (SmallWorkspace.load(directory).plan(inputs)) {
      case Configuration.Planned(ConfigurationPlan plan) -> plan;
      case Configuration.Asked asked -> throw new AssertionError(asked.toString());
      case Configuration.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  private static Optional<Node> record(ConfigurationPlan plan) {
    return plan.plan().nodes().stream().filter(node -> node.id().equals("!outputs")).findFirst();
  }

  private JsonNode taken(Upstream upstream) {
    return record(planned(upstream, none(), List.of())).orElseThrow().config().path("reads");
  }

  private static JsonNode none() {
    return Json.object();
  }

  /** As a worker records it. */
  private static JsonNode recorded(JsonNode reads) {
    ObjectNode record = Json.object();
    record
        .put("workspace", "w")
        .put("address", "!outputs")
        .put("type", "sluice_outputs")
        .put("schemaVersion", 0)
        .put("status", "ok")
        .put("version", 1)
        .put("epoch", 1)
        .put("updatedAt", "2026-01-02T03:04:05Z");
    record.putObject("desired");
    ObjectNode attributes = record.putObject("attributes");
    attributes.putObject("values");
    attributes.set("reads", reads);
    return record;
  }

  private static ObjectNode whole(JsonNode reads) {
    ObjectNode kept = reads.deepCopy();
    kept.put("document", "packed");
    ((ObjectNode) kept.at("/workspaces/net/outputs")).put("vpc", "vpc-${1}");
    return kept;
  }

  @Test
  void onlyWhatTheTextUsesIsRecorded() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }",
        "output \"x\" { value = \"in ${data.sluice_outputs.net.outputs.vpc}\" }");
    JsonNode reads = taken(TWO);
    assertThat(reads.path("on_change").asText()).isEqualTo("plan");
    assertThat(reads.at("/workspaces/net/outputs")).hasToString("{\"vpc\":\"vpc-$${1}\"}");
    assertThat(reads.path("digest").asText()).hasSize(64);
  }

  @Test
  void whatIsUsedAsAWholeIsRecordedAsAWhole() throws IOException {
    configured(
        "sluice { on_change = \"apply\" }",
        "output \"x\" { value = keys(data.sluice_outputs.net.outputs) }");
    JsonNode reads = taken(TWO);
    assertThat(reads.at("/workspaces/net/all").asBoolean()).isTrue();
    assertThat(reads.at("/workspaces/net/outputs").size()).isEqualTo(2);
  }

  @Test
  void nothingIsRecordedWithoutAWord() throws IOException {
    configured("", "output \"x\" { value = data.sluice_outputs.net.outputs.vpc }");
    assertThat(taken(TWO).isMissingNode()).isTrue();
  }

  @Test
  void whatIsRecordedAndTheSameIsNoWork() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }", "locals { x = data.sluice_outputs.net.outputs.vpc }");
    JsonNode reads = taken(TWO);
    ConfigurationPlan again = planned(TWO, recorded(whole(reads)), List.of());
    assertThat(record(again)).isEmpty();
    assertThat(again.isWork()).isFalse();
  }

  @Test
  void anotherValueIsWorkThatChangesNothing() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }", "locals { x = data.sluice_outputs.net.outputs.vpc }");
    JsonNode before = recorded(whole(taken(TWO)));
    Upstream other = net(Map.of("vpc", TextNode.valueOf("vpc-2")));
    ConfigurationPlan plan = planned(other, before, List.of());
    assertThat(plan.isWork()).isTrue();
    assertThat(plan.changesSomething()).isFalse();
    assertThat(record(plan).orElseThrow().config().at("/reads/workspaces/net/outputs/vpc").asText())
        .isEqualTo("vpc-2");
  }

  @Test
  void anotherTextIsRecordedToo() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }", "locals { x = data.sluice_outputs.net.outputs.vpc }");
    JsonNode before = recorded(whole(taken(TWO)));
    configured(
        "sluice { on_change = \"plan\" }", "locals { y = data.sluice_outputs.net.outputs.vpc }");
    assertThat(planned(TWO, before, List.of()).isWork()).isTrue();
  }

  @Test
  void whatThePlanDoesNotKnowYetIsFilledInByTheRun() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }",
        "output \"x\" { value = data.sluice_outputs.net.outputs.vpc }");
    Node node = record(planned(net(Map.of("vpc", UNKNOWN)), none(), List.of())).orElseThrow();
    assertThat(node.config().at("/reads/workspaces/net/outputs/vpc").asText())
        .isEqualTo("${data.sluice_outputs.net.outputs.vpc}");
    assertThat(node.values())
        .extracting(value -> value.address().text())
        .contains("data.sluice_outputs.net");
  }

  @Test
  void aPlanOfTargetsKeepsWhatWasTakenBefore() throws IOException {
    configured(
        "sluice { on_change = \"plan\" }",
        """
        resource "terraform_data" "a" { input = 1 }
        output "a" { value = terraform_data.a.input }
        output "x" { value = data.sluice_outputs.net.outputs.vpc }
        """);
    JsonNode before = recorded(whole(taken(TWO)));
    Upstream other = net(Map.of("vpc", TextNode.valueOf("vpc-2")));
    Node node = record(planned(other, before, List.of("terraform_data.a"))).orElseThrow();
    assertThat(node.config().at("/reads/workspaces/net/outputs/vpc").asText())
        .isEqualTo("vpc-$${1}");
    assertThat(node.sensitivePaths()).contains("/reads/workspaces/net/outputs/vpc");
  }
}
