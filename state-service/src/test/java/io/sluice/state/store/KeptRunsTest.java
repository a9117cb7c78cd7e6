package io.sluice.state.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.state.store.LocalStore.Positions;
import io.sluice.state.store.LocalStore.Table;
import io.sluice.state.store.LocalStore.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;

  private static Write run(String id, int second, @Nullable Instant ended) {
    RunRecord run =
        Json.mapper()
            .convertValue(
                Json.object()
                    .put("run", id)
                    .put("workspace", "w")
                    .put("kind", "apply")
                    .put("phase", ended == null ? "running" : "ended")
                    .put("endedAt", ended == null ? null : ended.toString())
                    .put("submittedAt", NOW.plusSeconds(second).toString()),
                RunRecord.class);
    return new Write(Table.RUNS, RecordKeys.run("w", id), Envelope.encode(run, NOW));
  }

  @Test
  void tellsOfRunsThatHaveNotEndedAndChangesNothing() throws IOException {
    Path file = folder.resolve("partition-0.mv");
    try (LocalStore store = LocalStore.open(file, "id")) {
      store.apply(
          List.of(run("old", 1, null), run("new", 2, null), run("over", 3, NOW)),
          new Positions(0, 3));
      assertThat(KeptRuns.unfinished(folder)).as("somebody has it open").isEmpty();
    }
    byte[] before = Files.readAllBytes(file);

    assertThat(KeptRuns.unfinished(folder))
        .extracting(RunRecord::run)
        .containsExactly("new", "old");

    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void whatIsDamagedOrNotThereTellsOfNone() throws IOException {
    Files.writeString(folder.resolve("partition-0.mv"), "no store at all");
    assertThat(KeptRuns.unfinished(folder)).isEmpty();
    assertThat(folder.resolve("partition-0.mv")).hasContent("no store at all");
    assertThat(KeptRuns.unfinished(folder.resolve("nowhere"))).isEmpty();
  }
}
