package io.sluice.machine.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NodeCodecTest {
  /** One record of each shape, as the simulator wrote it. */
  @Test
  void recordsThatWereReallyWrittenAreReadAndWrittenAsTheyWere() throws Exception {
    Set<String> shapes = new TreeSet<>();
    for (String line : NodeStateTest.golden("node-records.jsonl").lines().toList()) {
      NodeRecord record =
          (NodeRecord) Envelope.decode(line.getBytes(StandardCharsets.UTF_8)).payload();
      NodeState state = NodeCodec.decode(record);
      shapes.add(state.getClass().getSimpleName());

      byte[] again = Envelope.encode(NodeCodec.encode(state), Instant.EPOCH);

      assertThat(Json.mapper().readTree(again)).isEqualTo(Json.mapper().readTree(line));
    }
    assertThat(shapes)
        .containsExactlyInAnyOrder(
            "Ready",
            "Waiting",
            "Dispatched",
            "Returned",
            "Leased",
            "Asked",
            "Expanded",
            "Succeeded",
            "Failed",
            "Cancelled",
            "InDoubt");
  }

  @Test
  void aRecordThatFitsNoStateBecomesTheNearestOfItsStatus() {
    for (NodeStatus status : NodeStatus.values()) {
      NodeRecord bare =
          NodeRecord.of(
              draft -> {
                draft.status = status;
                draft.attempt = 1;
              });

      NodeStatus read = NodeCodec.decode(bare).status();

      boolean derived = status == NodeStatus.PENDING || status == NodeStatus.SKIPPED;
      assertThat(read).isEqualTo(derived ? NodeStatus.PENDING : status);
    }
  }
}
