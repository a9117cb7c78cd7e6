package io.sluice.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.Style;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeHistoryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private long sequence;

  private Event event(EventKind kind, String node, int attempt, long millis, ObjectNode data) {
    return new Event(
        "r1",
        "w",
        ++sequence,
        kind,
        node,
        attempt,
        "worker-" + attempt,
        "",
        data.put("action", "CREATE"),
        START.plusMillis(millis));
  }

  private static ObjectNode data() {
    return Json.object();
  }

  @Test
  void tellsAttemptsTimesWorkersAndErrorsOfEachNode() {
    List<NodeHistory> nodes =
        NodeHistory.of(
            List.of(
                event(EventKind.NODE_STARTED, "t.a[10]", 1, 0, data()),
                event(EventKind.NODE_RETRYING, "t.a[10]", 1, 100, data()),
                event(EventKind.NODE_STARTED, "t.a[10]", 2, 200, data()),
                event(EventKind.NODE_SUCCEEDED, "t.a[10]", 2, 1500, data().put("tookMs", 1300)),
                event(EventKind.NODE_SUCCEEDED, "t.a[2]", 1, 20, data().put("tookMs", 5)),
                event(
                    EventKind.NODE_FAILED,
                    "t.b",
                    1,
                    30,
                    data().put("class", "PERMANENT").put("message", "no\nmore")),
                event(
                    EventKind.NODE_SKIPPED, "!outputs", 0, 31, data().put("reason", "t.b failed")),
                event(EventKind.NODE_SUCCEEDED, "t.a[2]#precondition", 1, 32, data())));

    assertThat(NodeHistory.table(nodes, true, "", Style.PLAIN))
        .isEqualTo(
            """
            NODE         STATUS     ATTEMPTS  TOOK  WORKER    WHY
            t.b          failed     1               worker-1  no
            the outputs  skipped                              t.b failed
            t.a[2]       succeeded  1         5ms   worker-1
            t.a[10]      succeeded  2         1.3s  worker-2
            """);
    assertThat(nodes.getLast().began()).isEqualTo(START);
  }

  @Test
  void saysHowToSeeTheRestOfManyNodes() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      events.add(event(EventKind.NODE_SUCCEEDED, "t.a[" + i + "]", 1, i, data()));
    }

    assertThat(NodeHistory.table(NodeHistory.of(events), false, "COMMAND", Style.PLAIN))
        .contains("t.a[99] ")
        .doesNotContain("t.a[100]")
        .endsWith("and 20 more: COMMAND\n");
  }

  @Test
  void logsWhatANodeSaidAndWhyItFailed() {
    ObjectNode said = data().put("tookMs", 3);
    said.putArray("lines").add("[200]");

    assertThat(
            EventLog.entry(
                event(EventKind.NODE_SUCCEEDED, "step.print.x", 1, 0, said), Style.PLAIN))
        .isEqualTo(
            "2026-01-01 00:00:00.000Z  step.print.x: Creation complete after 3ms (attempt 1,"
                + " worker-1)\n    | [200]");
    assertThat(
            EventLog.entry(
                event(EventKind.NODE_FAILED, "t.b", 2, 0, data().put("message", "no\nmore")),
                Style.PLAIN))
        .endsWith("t.b: Creation failed (attempt 2, worker-2)\n    | no\n    | more");
  }
}
