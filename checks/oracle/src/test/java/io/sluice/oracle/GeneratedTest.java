package io.sluice.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.oracle.Terraform;
import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.oracle.Generated.Edited;
import io.sluice.oracle.Recordings.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same comparison for generated configurations. For some the answers are recorded; with {@code
 * -Poracle.seeds=500} the terraform on PATH is asked about as many, from {@code -Poracle.first} on.
 * Where ten disagree together, or Terraform refuses something of them, which may hide what it asks
 * about the others, each is compared alone; the first that still disagrees is made as small as
 * possible, and printed.
 */
@Timeout(value = 1800, unit = TimeUnit.SECONDS)
class GeneratedTest {
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
    long first = number("oracle.first", 0);
    Recordings recordings = Recordings.read(Seeds.RECORDED);
    Stream<Seeds.Group> groups =
        seeds == 0
            ? Seeds.recorded().stream()
            : LongStream.range(0, seeds / Seeds.AT_ONCE)
                .mapToObj(group -> Seeds.group(first + group * Seeds.AT_ONCE));
    return groups.map(
        group ->
            DynamicTest.dynamicTest(group.name(), () -> compare(group, seeds > 0, recordings)));
  }

  private static void compare(Seeds.Group group, boolean isLive, Recordings recordings)
      throws Exception {
    Scenario scenario = group.scenario();
    SluiceSide.Plugin plugin = PLUGINS.get(scenario.version());
    assumeTrue(!isLive || Terraform.find().isPresent(), "there is no terraform on PATH to ask");
    List<Recorded> judge =
        isLive
            ? Kept.of(scenario)
            : recordings
                .of(scenario)
                .orElseThrow(() -> new AssertionError("Not recorded as it is: " + Suite.AGAIN));
    Suite.Compared compared = Suite.compare(scenario, judge, plugin);
    boolean wasRefused = isLive && judge.stream().anyMatch(step -> !step.succeeded());
    String alone = compared.agrees() && !wasRefused ? "" : alone(group, plugin);
    assertThat(String.join("\n\n", compared.differences()) + alone).isEmpty();
  }

  /** Those that disagree where each is alone, and the first of these made small. */
  private static String alone(Seeds.Group group, SluiceSide.Plugin plugin) throws Exception {
    if (Terraform.find().isEmpty()) {
      return "";
    }
    List<Edited> disagreeing = new ArrayList<>();
    for (Edited each : group.all()) {
      if (!Seeds.alone(each, group.version(), plugin).agrees()) {
        disagreeing.add(each);
      }
    }
    return disagreeing.isEmpty()
        ? ""
        : "\n\nAlone, these disagree: %s. As small as can be, %s"
            .formatted(
                disagreeing.stream().map(Edited::seed).toList(),
                Seeds.shrunk(disagreeing.getFirst(), group.version(), plugin));
  }
}
