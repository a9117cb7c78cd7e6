package io.sluice.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.render.run.RunEnd;
import io.sluice.cli.render.run.RunProgress;
import io.sluice.cli.render.run.RunSummary;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.StateRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What people see, compared with files: a change of a word shows as a change of a file. */
class GoldenTest {
  private static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static String golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GoldenTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static StateRecord record(String address, String id, String desired) {
    String type = address.substring(0, address.indexOf('.'));
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = Address.of(address);
          draft.type = type;
          draft.schemaVersion = 1;
          draft.id = id;
          draft.attributes = json(desired);
          draft.desired = json(desired);
          draft.sensitivePaths = List.of("password");
          draft.dependencies = List.of(Address.of("local_directory.d"));
          draft.status = RecordStatus.TAINTED;
          draft.version = 1;
          draft.epoch = 1;
          draft.runId = "r1";
          draft.updatedAt = Instant.EPOCH;
        });
  }

  private static RunEnd succeeded() {
    return new RunEnd(
        "r1", "w", RunKind.APPLY, RunOutcome.SUCCEEDED, counts(4, 0, 0, 0), List.of(), List.of());
  }

  @Test
  void sumsUpARunThatSucceeded() throws IOException {
    RunEnd end = succeeded();
    String text = RunSummary.of(end, new RunProgress(Style.PLAIN), advice(), Style.PLAIN);
    assertThat(text).isEqualTo("\nApply complete! Resources: 3 added, 1 changed, 0 destroyed.\n");
  }

  @Test
  void leavesTheNumbersToTheRunsThatAWalkHasBegun() {
    RunEnd end = succeeded();
    RunSummary.Advice walk =
        new RunSummary.Advice() {
          @Override
          public String again() {
            return "";
          }

          @Override
          public String command(List<String> words) {
            return "";
          }

          @Override
          public List<DoubtText.Doubt> doubts() {
            return List.of();
          }

          @Override
          public boolean isTotalled() {
            return true;
          }
        };

    assertThat(RunSummary.of(end, new RunProgress(Style.PLAIN), walk, Style.PLAIN))
        .isEqualTo("\nApply complete!\n");
  }

  @Test
  void countsApartWhatADestroyLeftInPlace() {
    RunCounts counts =
        Json.mapper()
            .convertValue(
                Json.object()
                    .put("nodes", 3)
                    .put("succeeded", 3)
                    .put("destroyed", 1)
                    .put("left", 2),
                RunCounts.class);
    RunEnd end =
        new RunEnd("r1", "w", RunKind.DESTROY, RunOutcome.SUCCEEDED, counts, List.of(), List.of());

    String text = RunSummary.of(end, new RunProgress(Style.PLAIN), advice(), Style.PLAIN);

    assertThat(text)
        .isEqualTo(
            "\nDestroy complete! Resources: 0 added, 0 changed, 1 destroyed, 2 left in place.\n");
    assertThat(RunSummary.numbers(counts)).containsEntry("left", 2);
  }

  @Test
  void sumsUpARunWithFailuresAndDoubts() throws IOException {
    RunEnd end =
        new RunEnd(
            "r1",
            "w",
            RunKind.APPLY,
            RunOutcome.NEEDS_ATTENTION,
            counts(4, 1, 2, 1),
            List.of(
                new NodeSummary(
                    "http.x",
                    NodeStatus.FAILED,
                    ErrorClass.THROTTLED,
                    ErrorCode.of("429"),
                    "too many calls"),
                new NodeSummary(
                    "local_command.y", NodeStatus.IN_DOUBT, null, null, "its worker was lost")),
            List.of());
    assertThat(RunSummary.of(end, new RunProgress(Style.PLAIN), advice(), Style.PLAIN))
        .isEqualTo(golden("troubled.txt"));
  }

  @Test
  void showsAResource() throws IOException {
    StateRecord resource =
        record("local_file.a", "id", "{'filename':'a.txt','password':'secret','mode':420}");
    assertThat(StateText.show(resource, Style.PLAIN))
        .isEqualTo(golden("resource.txt"))
        .doesNotContain("secret");
  }

  @Test
  void saysWhatHoldsTheRestUpBeforeItSaysHowToDoIt() {
    RunEnd end =
        new RunEnd(
            "r2",
            "w",
            RunKind.APPLY,
            RunOutcome.FAILED,
            counts(1, 1, 0, 0),
            List.of(
                new NodeSummary(
                    "t.a[\"it's\"]",
                    NodeStatus.FAILED,
                    ErrorClass.USER,
                    CoreCode.CLOSED,
                    "in doubt")),
            List.of());
    String text =
        RunSummary.of(
            end,
            new RunProgress(Style.PLAIN),
            advice(new DoubtText.Doubt("r1", "t.a[\"it's\"]", "t.a[\"it's\"]")),
            Style.PLAIN);
    assertThat(text)
        .contains("sluice runs resolve r1 't.a[\"it'\\''s\"]' --retry\n")
        .doesNotContain(" | ")
        .endsWith("To do the rest then: sluice apply -var 'a=b c' --workspace w2\n");
  }

  private static RunSummary.Advice advice(DoubtText.Doubt... doubts) {
    Invocation invocation =
        Captured.quiet(Path.of(""), "apply", "-var", "a=b c", "--workspace", "w2");
    return new RunSummary.Advice() {
      @Override
      public String again() {
        return invocation.again();
      }

      @Override
      public String command(List<String> words) {
        return invocation.command(words);
      }

      @Override
      public List<DoubtText.Doubt> doubts() {
        return List.of(doubts);
      }
    };
  }

  private static RunCounts counts(int succeeded, int failed, int skipped, int inDoubt) {
    JsonNode tree =
        Json.object()
            .put("nodes", succeeded + failed + skipped + inDoubt)
            .put("succeeded", succeeded)
            .put("failed", failed)
            .put("skipped", skipped)
            .put("inDoubt", inDoubt)
            .put("added", 3)
            .put("changed", 1)
            .put("recovered", inDoubt);
    return Json.mapper().convertValue(tree, RunCounts.class);
  }
}
