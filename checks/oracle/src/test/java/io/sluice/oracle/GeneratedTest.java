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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same of configurations that nobody wrote. Some are as they were recorded; with {@code
 * -Poracle.seeds=500} the terraform on PATH is asked about as many, from {@code -Poracle.first} on.
 * What they disagree about is made as small as it can be, and printed with its seed.
 */
@Timeout(value = 1800, unit = TimeUnit.SECONDS)
class GeneratedTest {
  private static final Pattern SEED = Pattern.compile(": \\S+ s(\\d+)-");

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

  private static long number(String property, long otherwise) {
    String text = System.getProperty(property, "");
    return text.isEmpty() ? otherwise : Long.parseLong(text);
  }

  @TestFactory
  Stream<DynamicTest> asksWhatTerraformAsks() throws IOException {
    long seeds = number("oracle.seeds", 0);
    Recordings recordings = Recordings.read(Seeds.RECORDED);
    return LongStream.range(0, (seeds == 0 ? Seeds.SHORT : seeds) / Seeds.AT_ONCE)
        .map(group -> number("oracle.first", seeds == 0 ? Seeds.FIRST : 0) + group * Seeds.AT_ONCE)
        .mapToObj(Seeds::scenario)
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(), () -> compare(scenario, seeds > 0, recordings)));
  }

  private static void compare(Scenario scenario, boolean isLive, Recordings recordings)
      throws Exception {
    SluiceSide.Plugin plugin = PLUGINS.get(scenario.version());
    List<Recorded> judge =
        isLive
            ? live(scenario)
            : recordings
                .of(scenario)
                .orElseThrow(() -> new AssertionError("Not recorded as it is: " + Suite.AGAIN));
    List<String> differences = Suite.compare(scenario, judge, plugin);
    assertThat(differences.isEmpty() ? "" : told(differences, scenario, plugin)).isEmpty();
  }

  private static List<Recorded> live(Scenario scenario) throws Exception {
    assumeTrue(Terraform.find().isPresent(), "there is no terraform on PATH to ask");
    return Suite.record(scenario, directory.resolve("theirs-" + scenario.name()), false);
  }

  private static String told(List<String> differences, Scenario scenario, SluiceSide.Plugin plugin)
      throws Exception {
    Optional<Long> seed =
        differences.stream()
            .map(SEED::matcher)
            .filter(Matcher::find)
            .map(matcher -> Long.parseLong(matcher.group(1)))
            .findFirst();
    String all = "seed " + seed.orElse(-1L) + ":\n" + String.join("\n\n", differences);
    return seed.isEmpty() || Terraform.find().isEmpty()
        ? all
        : all
            + "\n\nAs small as can be, "
            + Seeds.shrunk(
                Generated.of(seed.get(), scenario.version()), scenario.version(), plugin);
  }
}
