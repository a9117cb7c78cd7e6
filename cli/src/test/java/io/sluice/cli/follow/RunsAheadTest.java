package io.sluice.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Who waits is told for whom, and how that can be ended. */
class RunsAheadTest {
  @Test
  void saysWhoseRunItIsHowFarAndTheVerbs() {
    RunRecord run =
        RunRecords.decoded(
                Json.object()
                    .put("run", "r1")
                    .put("workspace", "shop")
                    .put("kind", "apply")
                    .put("phase", "running")
                    .put("by", "ada")
                    .put("submittedAt", Instant.now().minusSeconds(90).toString())
                    .<ObjectNode>set("counts", Json.object().put("nodes", 6).put("succeeded", 2)))
            .orElseThrow();

    assertThat(RunsAhead.text(run, words -> "sluice " + String.join(" ", words)))
        .startsWith("Waiting for run r1: apply of workspace shop by ada, 2 of 6 done, begun 1m")
        .contains("To follow it: sluice runs watch r1")
        .contains("To end it: sluice runs cancel r1\n", "in doubt: sluice runs abandon r1");
  }
}
