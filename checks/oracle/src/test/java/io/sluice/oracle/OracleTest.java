package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.oracle.Terraform;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.oracle.Recordings.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Terraform is the judge of what a provider is asked about each object: by what it asked when it
 * was recorded, and, where there is one on PATH, by some that are asked again.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OracleTest {
  private static final Path RESOURCES = Path.of("src/test/resources");

  /** Asked about again each time; the others are as recorded. */
  private static final Set<String> LIVE = Set.of("create-half", "life");

  @TempDir private static Path directory;
  private static final Map<ProtocolVersion, SluiceSide.Plugin> PLUGINS =
      new EnumMap<>(ProtocolVersion.class);

  @BeforeAll
  static void start() throws IOException {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      PLUGINS.put(version, new SluiceSide.Plugin(directory.resolve(version.name()), version));
    }
  }

  @AfterAll
  static void end() {
    PLUGINS.values().forEach(SluiceSide.Plugin::close);
  }

  @TestFactory
  Stream<DynamicTest> asksWhatTerraformAsks() throws IOException {
    Recordings recordings = Recordings.read(RESOURCES.resolve("scenarios.log.gz"));
    return Suite.read(RESOURCES.resolve("scenarios")).stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () -> {
                      List<Recorded> judge =
                          recordings
                              .of(scenario)
                              .orElseThrow(
                                  () ->
                                      new AssertionError("Not recorded as it is: " + Suite.AGAIN));
                      List<String> differences =
                          Suite.compare(scenario, judge, PLUGINS.get(scenario.version()))
                              .differences();
                      assertThat(String.join("\n\n", differences)).isEmpty();
                    }));
  }

  @Test
  void terraformStillAsksWhatIsRecorded(@TempDir Path fresh) throws Exception {
    assumeTrue(Terraform.find().isPresent(), "no terraform on PATH: recorded requests only");
    Recordings recordings = Recordings.read(RESOURCES.resolve("scenarios.log.gz"));
    for (Scenario scenario : Suite.read(RESOURCES.resolve("scenarios"))) {
      if (LIVE.contains(scenario.name())) {
        List<Recorded> recorded = recordings.of(scenario).orElseThrow();
        List<Recorded> now = Suite.record(scenario, fresh.resolve(scenario.name()));
        for (int i = 0; i < now.size(); i++) {
          assertThat(Comparison.requests(scenario, now.get(i)))
              .as(scenario.name() + ": " + scenario.steps().get(i).title())
              .isEqualTo(Comparison.requests(scenario, recorded.get(i)));
        }
      }
    }
  }
}
