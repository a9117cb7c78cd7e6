package io.sluice.oracle;

import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.oracle.Generated.Edited;
import io.sluice.oracle.Recordings.Recorded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Many generated configurations in one, since a start of terraform costs more than all that it asks
 * about ten of them.
 */
final class Seeds {
  static final int AT_ONCE = 10;

  /** Those that are recorded: what Terraform can plan and Sluice asks the same about. */
  static final long FIRST = 20;

  static final long SHORT = 40;
  static final Path RECORDED = Path.of("src/test/resources/generated.log.gz");
  private static final int MOST_TRIES = 150;

  private Seeds() {}

  /** Every second ten speak the older protocol. */
  static ProtocolVersion version(long first) {
    return (first / AT_ONCE) % 2 == 0 ? ProtocolVersion.SIX : ProtocolVersion.FIVE;
  }

  static List<Edited> edited(long first) {
    List<Edited> all = new ArrayList<>();
    for (long seed = first; seed < first + AT_ONCE; seed++) {
      all.add(Generated.of(seed, version(first)));
    }
    return all;
  }

  static Scenario scenario(long first) {
    return Edited.scenario(edited(first), "seeds-" + first, version(first));
  }

  /**
   * The smallest that the two still disagree about in the same way, with the disagreement: what
   * both refuse is smaller, and another matter.
   */
  static String shrunk(Edited edited, ProtocolVersion version, SluiceSide.Plugin plugin)
      throws Exception {
    Edited smallest = edited;
    List<String> differences = differences(edited, version, plugin);
    List<String> kind = kind(differences);
    int tries = 0;
    boolean isSmaller = !differences.isEmpty();
    while (isSmaller && tries < MOST_TRIES) {
      isSmaller = false;
      for (Edited candidate : smaller(smallest)) {
        if (++tries > MOST_TRIES) {
          break;
        }
        List<String> found = differences(candidate, version, plugin);
        if (kind(found).equals(kind)) {
          smallest = candidate;
          differences = found;
          isSmaller = true;
          break;
        }
      }
    }
    return "seed %d of protocol %s:\n%s\n# then\n%s\n%s"
        .formatted(
            edited.seed(),
            version,
            Written.text(smallest.first()),
            Written.text(smallest.second()),
            String.join("\n", differences));
  }

  /** Which step, object, call and field; not which one of several calls. */
  private static List<String> kind(List<String> differences) {
    return differences.stream()
        .limit(1)
        .map(each -> each.lines().findFirst().orElse(""))
        .map(
            each ->
                each.replaceAll("(Terraform|Sluice) calls .*| \\(call \\d+\\)|: .*failed.*", ""))
        .toList();
  }

  private static List<Edited> smaller(Edited edited) {
    List<Edited> all = new ArrayList<>();
    Function<List<Written>, Edited> first =
        less -> new Edited(edited.seed(), less, edited.second());
    Function<List<Written>, Edited> second =
        less -> new Edited(edited.seed(), edited.first(), less);
    all.add(new Edited(edited.seed(), edited.first(), edited.first()));
    all.add(new Edited(edited.seed(), edited.second(), edited.second()));
    Written.smaller(edited.second()).forEach(less -> all.add(second.apply(less)));
    Written.smaller(edited.first()).forEach(less -> all.add(first.apply(less)));
    all.removeIf(edited::equals);
    return all;
  }

  private static List<String> differences(
      Edited edited, ProtocolVersion version, SluiceSide.Plugin plugin) throws Exception {
    Scenario scenario = edited.scenario(version);
    Path directory = Files.createTempDirectory("seed");
    List<Recorded> judge = Suite.record(scenario, directory, false);
    return Suite.compare(scenario, judge, plugin);
  }
}
