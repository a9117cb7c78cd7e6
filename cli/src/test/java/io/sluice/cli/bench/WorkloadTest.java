package io.sluice.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.bench.Workload.Shape;
import io.sluice.cli.bench.Workload.Vertex;
import io.sluice.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  @Test
  void fansOutFromARootToAJoin() {
    Workload workload = Shape.FAN_OUT.of(100, 0);
    assertThat(workload.tasks()).isEqualTo(100);
    assertThat(workload.vertices()).hasSize(102);
    assertThat(workload.vertices().getLast().after()).hasSize(100);
  }

  @Test
  void chainsEachOutputIntoTheNextInput() throws Exception {
    Workload workload = Shape.CHAIN.of(3, 5);
    assertThat(Json.tree(workload.document("w")).path("resources").get(2).path("config"))
        .isEqualTo(Json.object().put("input", "${link1.output}").put("sleep_ms", 5));
    assertThat(workload.tasks()).isEqualTo(3);
  }

  @Test
  void laysTwentyLayersThatDependOnThoseBelow() {
    Workload workload = Shape.LAYERS.of(1_000, 0);
    assertThat(workload.vertices()).hasSize(1_000);
    Vertex vertex =
        workload.vertices().stream()
            .filter(v -> v.name().equals("n3x49"))
            .findFirst()
            .orElseThrow();
    assertThat(vertex.after()).containsExactly("n2x49", "n2x0", "n2x36");
    assertThat(Shape.LAYERS.of(1_013, 0).tasks()).isEqualTo(1_013);
  }

  @Test
  void givesEachRunOfAFleetTwentyFiveNodes() {
    Workload workload = Shape.FLEET.of(25, 0);
    assertThat(workload.tasks()).isEqualTo(25);
    assertThat(workload.vertices().getLast().after()).isEqualTo(List.of("n5x0", "n5x1", "n5x2"));
  }

  @Test
  void reportsExactlyTheFieldsThatProgramsRead() {
    BenchResult result =
        new BenchResult("chain", 1, 1, 1, 1, 0, 0.5, 2, 2, 3.25, 4.5, 300, null, null, null);
    assertThat(Json.text(result))
        .isEqualTo(
            "{\"workload\":\"chain\",\"tasks\":1,\"runs\":1,\"workers\":1,\"succeeded\":1,"
                + "\"failed\":0,\"seconds\":0.5,\"tasks_per_second\":2.0,\"runs_per_second\":2.0,"
                + "\"hop_ms_p50\":3.25,\"hop_ms_p99\":4.5,\"rss_mb\":300}");
    assertThat(Json.text(result.besideRawHop(2)))
        .endsWith(",\"rss_mb\":300,\"raw_hop_ms_p50\":2.0,\"ratio\":1.625}");
    assertThat(result.besideRawRate(8).text()).contains("8 records/s alone: ratio 0.250");
  }
}
