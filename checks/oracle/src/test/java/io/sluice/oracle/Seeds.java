package io.sluice.oracle;

import io.sluice.bridge.wire.ProtocolVersion;
import io.sluice.oracle.Generated.Edited;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Many generated configurations in one, since a start of terraform costs more than all that it asks
 * about ten of them.
 */
final class Seeds {
  static final int AT_ONCE = 10;

  /** From this one on they are {@link Wide}. */
  static final long WIDE = 500;

  static final Path RECORDED = Path.of("src/test/resources/generated.log.gz");
  private static final int MOST_TRIES = 150;

  private Seeds() {}

  /** Some that are one configuration. */
  record Group(String name, ProtocolVersion version, List<Edited> all) {
    Scenario scenario() {
      return Edited.scenario(all, name, version);
    }
  }

  /** Ten from one on. */
  static Group group(long first) {
    return group("seeds-" + first, LongStream.range(first, first + AT_ONCE));
  }

  /** Those that are recorded: what Terraform can plan together. */
  static List<Group> recorded() {
    return List.of(
        group(20),
        group(30),
        group(40),
        group("seeds-wide-6", LongStream.range(502, 508)),
        group("seeds-wide-5", LongStream.range(510, 514)));
  }

  private static Group group(String name, LongStream seeds) {
    List<Edited> all = seeds.mapToObj(Seeds::edited).toList();
    return new Group(name, version(all.getFirst().seed()), all);
  }

  /** Every second ten speak the older protocol. */
  static ProtocolVersion version(long seed) {
    return (seed / AT_ONCE) % 2 == 0 ? ProtocolVersion.SIX : ProtocolVersion.FIVE;
  }

  static Edited edited(long seed) {
    ProtocolVersion version = version(seed);
    return seed < WIDE ? Generated.of(seed, version) : Wide.of(seed, version);
  }

  /** A seed alone, with what Terraform is asked about now or was before. */
  static Suite.Compared alone(Edited edited, ProtocolVersion version, SluiceSide.Plugin plugin)
      throws Exception {
    return compared(edited.scenario(version), plugin);
  }

  private static Suite.Compared compared(Scenario scenario, SluiceSide.Plugin plugin)
      throws Exception {
    return Suite.compare(scenario, Kept.of(scenario), plugin);
  }

  /**
   * The smallest that the two still disagree about in the same way, with the disagreement: what
   * both refuse is smaller, and another matter. What follows the disagreement is left out.
   */
  static String shrunk(Edited edited, ProtocolVersion version, SluiceSide.Plugin plugin)
      throws Exception {
    Edited smallest = edited;
    Suite.Compared compared = alone(edited, version, plugin);
    int last = compared.step();
    List<String> kind = kind(compared.differences());
    int tries = 0;
    boolean isSmaller = !compared.agrees();
    while (isSmaller && tries < MOST_TRIES) {
      isSmaller = false;
      for (Edited candidate : smaller(smallest)) {
        if (++tries > MOST_TRIES) {
          break;
        }
        Suite.Compared found = compared(candidate.scenario(version).until(last), plugin);
        if (kind(found.differences()).equals(kind)) {
          smallest = candidate;
          compared = found;
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
            String.join("\n", compared.differences()));
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
}
