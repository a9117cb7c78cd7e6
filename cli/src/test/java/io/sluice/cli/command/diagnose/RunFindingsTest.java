package io.sluice.cli.command.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFindingsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static ObjectNode run(String id, String phase, Duration ago) {
    return Json.object()
        .put("run", id)
        .put("workspace", "shop")
        .put("kind", "apply")
        .put("phase", phase)
        .put("submittedAt", NOW.minus(ago).toString());
  }

  private static List<Finding> findings(JsonNode locks, ObjectNode... runs) {
    return findingsWith(Json.object(), locks, runs);
  }

  private static List<Finding> findingsWith(JsonNode nodes, JsonNode locks, ObjectNode... runs) {
    List<RunRecord> records = RunRecords.decoded(List.of(runs));
    assertThat(records).hasSameSizeAs(runs);
    return new RunFindings(
            NOW, words -> "sluice " + String.join(" ", words), run -> RunRecords.nodes(nodes))
        .of(records, workspace -> locks);
  }

  @Test
  void aRunThatWaitsForATimeIsNotStuck() {
    ObjectNode nothing = Json.object();
    nothing.putArray("held").addObject().put("run", "r1").putArray("out");
    ObjectNode nodes = Json.object();
    nodes
        .putObject("aws_instance.a")
        .put("status", "waiting")
        .put("attempt", 2)
        .put("recovering", true)
        .put("reason", "the answer was lost")
        .put("dueAt", NOW.plusSeconds(90).toString());
    nodes
        .putObject("aws_instance.b")
        .put("status", "waiting")
        .put("attempt", 2)
        .put("dueAt", NOW.plusSeconds(400).toString());
    nodes.putObject("aws_instance.c").put("status", "succeeded").put("attempt", 1);

    assertThat(findingsWith(nodes, nothing, run("r1", "running", Duration.ofMinutes(5))))
        .allMatch(Finding::good)
        .last()
        .extracting(Finding::found)
        .asString()
        .startsWith("waits to find out what became of aws_instance.a, whose outcome is in doubt")
        .contains("in 1m30s; 1 more wait for later (the answer was lost)");
  }

  @Test
  void aRunWhoseTimeIsLongOverIsStuck() {
    ObjectNode nothing = Json.object();
    nothing.putArray("held").addObject().put("run", "r1").putArray("out");
    ObjectNode nodes = Json.object();
    nodes
        .putObject("t.a")
        .put("status", "waiting")
        .put("attempt", 2)
        .put("dueAt", NOW.minusSeconds(90).toString());

    assertThat(findingsWith(nodes, nothing, run("r1", "running", Duration.ofMinutes(5))))
        .singleElement()
        .extracting(Finding::good)
        .isEqualTo(false);
  }

  @Test
  void whatIsUnderWayIsNoFault() {
    ObjectNode out = Json.object();
    out.putArray("held").addObject().put("run", "r1").putArray("out").add("t.a");
    assertThat(
            findings(
                out,
                run("r1", "running", Duration.ofHours(1)),
                run("r2", "planning", Duration.ofSeconds(5)),
                run("r3", "queued", Duration.ofMinutes(1))))
        .containsExactly(Finding.good("runs", "3 under way, none of them stuck"));
  }

  @Test
  void poolsAreCountedByTheRunsThatWaitForThemAndNotByThoseThatHaveEnded() {
    ObjectNode locks = Json.object();
    ArrayNode held = locks.putArray("held");
    held.addObject().put("run", "r1").putObject("unclaimed").put("gpu", 2).put("default", 1);
    held.addObject().put("run", "r2").putObject("unclaimed").put("gpu", 5);
    held.addObject().put("run", "r3").putObject("unclaimed").put("tpu", 7);

    var unclaimed =
        RunFindings.unclaimed(
            RunRecords.decoded(
                List.of(
                    run("r1", "running", Duration.ofHours(1)),
                    run("r2", "running", Duration.ofHours(1)),
                    run("r3", "ended", Duration.ofHours(1)).put("endedAt", NOW.toString()))),
            workspace -> locks);

    assertThat(unclaimed.toString()).isEqualTo("{default={r1=1}, gpu={r1=2, r2=5}}");
    Finding finding = RunFindings.unserved("gpu", unclaimed.get("gpu"));
    assertThat(finding.found()).isEqualTo("7 tasks wait, and no worker serves it (run r1, r2)");
    assertThat(finding.todo()).contains("sluice serve worker --pool gpu");
  }

  @Test
  void namesWhatIsStuckAndTheCommandThatEndsIt() {
    ObjectNode nothing = Json.object();
    nothing.putArray("held").addObject().put("run", "r1").putArray("out");
    nothing.putArray("closed").addObject().put("run", "r9").put("node", "t.a");
    ObjectNode ended = run("r9", "ended", Duration.ofHours(2));
    ended.put("endedAt", NOW.toString()).putObject("counts").put("inDoubt", 1);

    List<Finding> findings =
        findings(
            nothing,
            run("r1", "running", Duration.ofMinutes(5)),
            run("r2", "planning", Duration.ofMinutes(4)),
            run("r3", "awaitingApproval", Duration.ofMinutes(3)),
            ended);

    assertThat(findings).noneMatch(Finding::good);
    assertThat(findings)
        .extracting(finding -> finding.what() + " -> " + finding.todo())
        .containsExactly(
            "run r3 -> sluice runs approve r3, or sluice runs discard r3",
            "run r2 -> Check the planners above. To end it: sluice runs abandon r2",
            "run r1 -> To end it: sluice runs abandon r1",
            "in doubt -> Check each object, then resolve it: sluice locks");
  }
}
