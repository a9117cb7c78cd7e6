package io.sluice.planning.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.provider.ProviderRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProviderNodesTest {
  private static final ProviderRegistry REGISTRY = ProviderRegistry.builtIn();

  @Test
  void whatIsMadeAndWhatGoesBothCarryTheirConfiguration() {
    String text =
        """
        schema_version: 2
        workspace: w
        providers:
          - {name: fakecloud, config: {endpoint: "http://127.0.0.1:1"}}
          - {name: fakecloud.west, config: {endpoint: "http://127.0.0.1:2"}}
        resources:
          - {name: a, type: fakecloud_bucket, config: {name: a}}
        """;
    CheckedDocument document =
        ((DocumentCheck.Checked)
                DocumentCheck.check(
                    text.getBytes(StandardCharsets.UTF_8),
                    "plan.yaml",
                    REGISTRY,
                    DocumentCheck.Options.STRICT))
            .document();
    Snapshot snapshot =
        new Snapshot(
            "w",
            7,
            1,
            null,
            List.of(record("old", null), record("far", "fakecloud.west")),
            null,
            List.of());

    Diff.Outcome outcome =
        Diff.draw(new Situation(document, snapshot, RunKind.APPLY, RunOptions.DEFAULT, REGISTRY));

    List<Node> nodes = ((Diff.Drawn) outcome).plan().nodes();
    assertThat(endpoint(nodes, "a", Action.CREATE)).isEqualTo("http://127.0.0.1:1");
    assertThat(endpoint(nodes, "old", Action.DELETE)).isEqualTo("http://127.0.0.1:1");
    assertThat(endpoint(nodes, "far", Action.DELETE)).isEqualTo("http://127.0.0.1:2");
  }

  private static String endpoint(List<Node> nodes, String name, Action action) {
    Node node =
        nodes.stream()
            .filter(each -> each.address().text().equals("fakecloud_bucket." + name))
            .findFirst()
            .orElseThrow();
    assertThat(node.action()).isEqualTo(action);
    return node.providerBlock().config().path("endpoint").asText();
  }

  private static StateRecord record(String name, String provider) {
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = Address.of("fakecloud_bucket." + name);
          draft.type = "fakecloud_bucket";
          draft.providerConfig = provider;
          draft.id = "b-" + name;
          draft.attributes = Json.object();
          draft.desired = Json.object().put("name", name);
          draft.status = RecordStatus.OK;
          draft.version = 3;
          draft.epoch = 1;
          draft.runId = "run";
          draft.updatedAt = Instant.EPOCH;
        });
  }
}
