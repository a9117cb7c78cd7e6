package io.sluice.oracle;

import io.sluice.bridge.oracle.Terraform;
import io.sluice.oracle.Recordings.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs scenarios on both sides. */
final class Suite {
  /** What to do if a recording is of another scenario. */
  static final String AGAIN = "run ./gradlew :checks:oracle:refreshOracle";

  private Suite() {}

  /** The scenarios of a folder, each a file. */
  static List<Scenario> read(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Scenario> scenarios = new ArrayList<>();
      for (Path file : files.sorted(Comparator.comparing(Path::toString)).toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".tf")) {
          scenarios.add(Scenario.of(name.substring(0, name.length() - 3), Files.readString(file)));
        }
      }
      return scenarios;
    }
  }

  /**
   * What Terraform does; a step that ends differently from what the scenario says is a fault of the
   * scenario.
   */
  static List<Recorded> record(Scenario scenario, Path directory) throws Exception {
    return record(scenario, directory, true);
  }

  /**
   * @param expects whether the scenario knows how its steps end
   */
  static List<Recorded> record(Scenario scenario, Path directory, boolean expects)
      throws Exception {
    Path program = Terraform.find().orElseThrow();
    Files.createDirectories(directory);
    List<Recorded> recorded = new ArrayList<>();
    try (TerraformSide side = new TerraformSide(program, directory, scenario.version())) {
      for (Scenario.Step step : scenario.steps()) {
        Side.Done done = side.take(step);
        if (expects && done.succeeded() == fails(step)) {
          throw new AssertionError(
              scenario.name() + ": " + step.title() + " did not end so:\n" + done.said());
        }
        recorded.add(Recorded.of(done));
      }
    }
    return recorded;
  }

  private static boolean fails(Scenario.Step step) {
    return switch (step) {
      case Scenario.Step.Apply apply -> apply.fails();
      case Scenario.Step.Destroy destroy -> destroy.fails();
      case Scenario.Step.Edit edit -> false;
    };
  }

  /**
   * Where the two disagree first.
   *
   * @param step which one, beyond the last where they agree
   * @param differences each says in which step it is
   */
  record Compared(int step, List<String> differences) {
    boolean agrees() {
      return differences.isEmpty();
    }
  }

  /** Both sides go on from other states where Terraform refuses its own plan. */
  static Compared compare(Scenario scenario, List<Recorded> judge, SluiceSide.Plugin plugin)
      throws Exception {
    int last = scenario.steps().size();
    try (SluiceSide side = new SluiceSide(plugin)) {
      for (int i = 0; i < last; i++) {
        Scenario.Step step = scenario.steps().get(i);
        Side.Done done = side.take(step);
        List<String> differences =
            Comparison.of(scenario, step, judge.get(i), done).stream()
                .map(each -> step.title() + ": " + each)
                .toList();
        boolean isLast = !differences.isEmpty() || judge.get(i).wasCyclic();
        if (isLast) {
          return new Compared(i, differences);
        }
      }
    }
    return new Compared(last, List.of());
  }
}
