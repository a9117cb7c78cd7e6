package io.sluice.machine.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunCodecTest {
  /** Records of runs in all that they go through, as the simulator wrote them. */
  @Test
  void recordsThatWereReallyWrittenAreReadAndWrittenAsTheyWere() throws Exception {
    Set<RunPhase> phases = EnumSet.noneOf(RunPhase.class);
    for (String line : written()) {
      RunRecord record =
          (RunRecord) Envelope.decode(line.getBytes(StandardCharsets.UTF_8)).payload();
      Run run = RunCodec.decode(record);
      phases.add(RunCodec.encode(run).phase());

      byte[] again = Envelope.encode(RunCodec.encode(run), Instant.EPOCH);

      assertThat(Json.mapper().readTree(again)).isEqualTo(Json.mapper().readTree(line));
    }
    // Pausing and stopping are shown, and never stored.
    assertThat(EnumSet.complementOf(EnumSet.copyOf(phases)))
        .containsExactlyInAnyOrder(RunPhase.PAUSED, RunPhase.STOPPING);
  }

  private static List<String> written() throws Exception {
    try (InputStream file = RunCodecTest.class.getResourceAsStream("/golden/run-records.jsonl")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
