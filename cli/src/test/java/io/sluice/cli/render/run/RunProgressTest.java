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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private long sequence;

  private Event event(
      EventKind kind, @Nullable String node, long millis, String text, @Nullable ObjectNode data) {
    return new Event(
        "r1",
        "w",
        ++sequence,
        kind,
        node,
        1,
        node == null ? null : "worker-1",
        text,
        data,
        START.plusMillis(millis));
  }

  private static ObjectNode about(String action) {
    return Json.object().put("action", action);
  }

  private static List<String> lines(RunProgress progress, Event... events) {
    List<String> lines = new ArrayList<>();
    for (Event event : events) {
      lines.addAll(progress.accept(event));
    }
    return lines;
  }

  @Test
  void whatWasThereBeforeIsNotSaidToBeDestroyed() {
    assertThat(
            lines(
                new RunProgress(Style.PLAIN),
                event(EventKind.NODE_SUCCEEDED, "t.a", 5, "", about("DELETE").put("left", true))))
        .singleElement()
        .asString()
        .contains("t.a: Left in place (it existed before)")
        .doesNotContain("Destruction");
  }

  @Test
  void namesANodeOnceWhereItsTextBeginsWithItsAddress() {
    assertThat(
            lines(
                new RunProgress(Style.PLAIN),
                event(
                    EventKind.NODE_RECOVERING,
                    "t.a#delete",
                    5,
                    "t.a: no answer; checking, then continuing",
                    about("DELETE").put("address", "t.a"))))
        .containsExactly("t.a (the old object): no answer; checking, then continuing");
  }

  @Test
  void showsNodesAsTheyStartAndEnd() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    assertThat(
            lines(
                progress,
                event(EventKind.RUN_SUBMITTED, null, 0, "Run r1 submitted", null),
                event(EventKind.RUN_PLANNED, null, 10, "", Json.object().put("nodes", 3)),
                event(EventKind.NODE_STARTED, "local_file.a", 20, "", about("CREATE")),
                event(
                    EventKind.NODE_SUCCEEDED,
                    "local_file.a",
                    1520,
                    "",
                    about("CREATE").put("tookMs", 1500).put("id", "abc")),
                event(EventKind.NODE_STARTED, "local_file.b", 1530, "", about("DELETE")),
                event(
                    EventKind.NODE_FAILED,
                    "local_file.b",
                    1540,
                    "",
                    about("DELETE").put("class", "PERMANENT").put("message", "no such\nthing")),
                event(
                    EventKind.NODE_SKIPPED,
                    "local_file.c",
                    1541,
                    "",
                    Json.object().put("reason", "skipped: local_file.b failed"))))
        .containsExactly(
            "local_file.a: Creating... (worker-1)",
            "local_file.a: Creation complete after 1.5s [id=abc] (worker-1)",
            "local_file.b: Destroying... (worker-1)",
            "local_file.b: Destruction failed after 10ms (worker-1): no such");
    assertThat(progress.failures())
        .containsExactly(
            new RunProgress.Trouble("local_file.b", "Destroying", "PERMANENT", "no such\nthing"));
    assertThat(progress.skips()).containsEntry("local_file.c", "local_file.b failed");
  }

  @Test
  void forgetsWhatAnEarlierPlanSkipped() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    progress.accept(event(EventKind.RUN_PLANNED, null, 0, "", Json.object().put("nodes", 2)));
    progress.accept(
        event(
            EventKind.NODE_SKIPPED,
            "a.b",
            1,
            "",
            Json.object().put("reason", "skipped: a.a failed")));

    progress.accept(event(EventKind.RUN_PLANNED, null, 2, "", Json.object().put("nodes", 3)));

    assertThat(progress.skips()).isEmpty();
    assertThat(progress.skipCount()).isZero();
  }

  @Test
  void showsWhatAStepSaysBelowItsNode() {
    ObjectNode data = about("STEP").put("tookMs", 3);
    data.putArray("lines").add("[200,200]").add("red \u001b[31m");
    RunProgress progress = new RunProgress(Style.PLAIN);

    assertThat(lines(progress, event(EventKind.NODE_SUCCEEDED, "step.print.results", 5, "", data)))
        .hasSize(3)
        .endsWith("step.print.results: | [200,200]", "step.print.results: | red \\u001b[31m");
  }

  @Test
  void takesAnEventThatComesTwiceOnce() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    Event started = event(EventKind.NODE_STARTED, "a.b", 0, "", about("READ"));
    assertThat(progress.accept(started)).hasSize(1);
    assertThat(progress.accept(started)).isEmpty();
  }

  @Test
  void drawsALiveLineWithRateAndExpectedEnd() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    assertThat(progress.liveLine(START, 80)).isEqualTo("Planning...");
    progress.accept(event(EventKind.RUN_PLANNED, null, 0, "", Json.object().put("nodes", 100)));
    for (int i = 0; i < 40; i++) {
      progress.accept(event(EventKind.NODE_SUCCEEDED, "n" + i, 100, "", about("CREATE")));
    }
    progress.accept(event(EventKind.NODE_STARTED, "slow", 0, "", about("CREATE")));
    assertThat(progress.liveLine(START.plusSeconds(4), 120))
        .isEqualTo(
            "━━━━━━━━╸─────────── 40 of 100 done, 1 running, 59 waiting, 10.0/s, about 6.0s left"
                + " (slow 4.0s)");
    assertThat(progress.liveLine(START.plusSeconds(4), 59)).startsWith("40 of 100").hasSize(59);
    assertThat(progress.liveLine(START.plusSeconds(4), 20)).hasSize(20).endsWith("…");
  }

  @Test
  void saysEveryTenSecondsWhatGoesOn() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    progress.accept(event(EventKind.NODE_STARTED, "slow", 0, "", about("CREATE")));
    progress.accept(event(EventKind.NODE_STARTED, "quick", 5_000, "", about("DELETE")));
    assertThat(progress.stillRunning(START.plusSeconds(9))).isEmpty();
    assertThat(progress.stillRunning(START.plusSeconds(11)))
        .containsExactly("slow: Still creating... [10s elapsed]");
    assertThat(progress.stillRunning(START.plusSeconds(12))).isEmpty();
    progress.accept(event(EventKind.NODE_SUCCEEDED, "quick", 13_000, "", about("DELETE")));
    for (int i = 0; i < 12; i++) {
      progress.accept(event(EventKind.NODE_STARTED, "n" + i, 14_000, "", about("READ")));
    }
    assertThat(progress.stillRunning(START.plusSeconds(25)))
        .hasSize(11)
        .startsWith("slow: Still creating... [20s elapsed]")
        .endsWith("3 more go on for as long");
  }

  @Test
  void saysWhatACancelledRunStillWaitsForAndNoEnd() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    progress.accept(event(EventKind.RUN_WAITING, null, 0, "Waiting for r0", null));
    assertThat(progress.liveLine(START, 80)).isEqualTo("Waiting for r0");
    progress.accept(event(EventKind.RUN_PLANNED, null, 0, "", Json.object().put("nodes", 30)));
    progress.accept(event(EventKind.NODE_SUCCEEDED, "done", 100, "", about("CREATE")));
    progress.accept(event(EventKind.NODE_STARTED, "slow", 0, "", about("CREATE")));
    progress.accept(event(EventKind.RUN_PAUSED, null, 200, "Paused by me", null));
    assertThat(progress.liveLine(START.plusSeconds(4), 59))
        .isEqualTo("paused: 1 still running (slow 4.0s), 28 waiting");
    progress.accept(event(EventKind.RUN_CANCELLING, null, 300, "Cancelled by me", null));
    assertThat(progress.liveLine(START.plusSeconds(4), 59))
        .isEqualTo("cancelling: 1 still running (slow 4.0s)");
    progress.leftForWorkers(List.of("lost", "slow"), progress.cancelledAt().orElseThrow());
    assertThat(progress.liveLine(START.plusSeconds(4), 59))
        .isEqualTo("cancelling: 2 still running (slow 4.0s)");
  }

  @Test
  void keepsTheRefusalAndNotTheEndThatFollowsIt() {
    RunProgress progress = new RunProgress(Style.PLAIN);
    progress.accept(event(EventKind.REFUSED, null, 0, "because", null));
    progress.accept(event(EventKind.RUN_ENDED, null, 1, "Run refused", null));
    assertThat(progress.end()).get().extracting(Event::text).isEqualTo("because");
  }
}
