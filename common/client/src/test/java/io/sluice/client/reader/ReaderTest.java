package io.sluice.client.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.model.plan.OnChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What has changed of what a workspace read, and who reads round in a circle. */
class ReaderTest {
  private static final JsonNode ONE = TextNode.valueOf("one");
  private static final JsonNode TWO = TextNode.valueOf("two");

  private static Reader reading(String workspace, String... from) {
    TreeMap<String, Reader.Taken> reads = new TreeMap<>();
    for (String each : from) {
      reads.put(each, new Reader.Taken(false, new TreeMap<>(), Map.of()));
    }
    return new Reader(workspace, 1, OnChange.APPLY, reads, true, List.of());
  }

  private static Reader.Taken taken(boolean all, Map<String, JsonNode> defaults) {
    return new Reader.Taken(all, new TreeMap<>(Map.of("vpc", ONE)), defaults);
  }

  @Test
  void onlyAnotherValueOfWhatIsReadIsAChange() {
    Reader.Taken vpc = taken(false, Map.of());
    assertThat(vpc.changed(Map.of("vpc", ONE, "zones", TWO))).isEmpty();
    assertThat(vpc.changed(Map.of("vpc", TWO))).containsExactly("vpc");
    assertThat(vpc.changed(Map.of())).containsExactly("vpc");
  }

  @Test
  void whoReadsAllSeesNewOnes() {
    assertThat(taken(true, Map.of()).changed(Map.of("vpc", ONE, "zones", TWO)))
        .containsExactly("zones");
  }

  @Test
  void aDefaultStandsForWhatIsNotThere() {
    assertThat(taken(false, Map.of("vpc", ONE)).changed(Map.of())).isEmpty();
    assertThat(taken(false, Map.of("vpc", TWO)).changed(Map.of())).containsExactly("vpc");
  }

  @Test
  void aWorkspaceThatCannotBeSeenSaysNothing() {
    assertThat(reading("shop", "net").changed(Map.of())).isEmpty();
  }

  @Test
  void readsTheAnswerOfTheStateService() throws Exception {
    JsonNode answer =
        Json.tree(
            """
            {"workspace": "shop", "version": 7, "kept": true,
             "reads": {"on_change": "plan", "digest": "d",
               "workspaces": {"net": {"outputs": {"vpc": "one"}}}},
             "runs": [{"run": "r", "by": "ann", "phase": "AWAITING_APPROVAL", "hash": "h"}]}
            """
                .getBytes(StandardCharsets.UTF_8));
    Reader reader = Reader.of(answer, (workspace, tree) -> tree).orElseThrow();
    assertThat(reader.onChange()).isEqualTo(OnChange.PLAN);
    assertThat(reader.runs().getFirst().awaitsApproval()).isTrue();
    assertThat(Reader.text(reader.changed(Map.of("net", Map.of("vpc", TWO))))).isEqualTo("net.vpc");
  }

  @Test
  void findsWhoReadsWhatItMakesItself() {
    assertThat(
            ReaderCircles.in(
                List.of(
                    reading("a", "b"),
                    reading("b", "c"),
                    reading("c", "a"),
                    reading("d", "a"),
                    reading("e", "net"))))
        .containsExactlyInAnyOrder("a", "b", "c");
  }
}
