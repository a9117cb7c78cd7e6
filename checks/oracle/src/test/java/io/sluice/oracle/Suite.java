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
  /** What to do where a recording is another one's. */
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

  /** What Terraform does; a step that ends otherwise than the scenario says is a fault of it. */
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
        recorded.add(new Recorded(done.succeeded(), done.entries()));
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

  /** Where Sluice disagrees; each line says in which step. */
  static List<String> compare(Scenario scenario, List<Recorded> judge, SluiceSide.Plugin plugin)
      throws Exception {
    List<String> differences = new ArrayList<>();
    try (SluiceSide side = new SluiceSide(plugin)) {
      for (int i = 0; i < scenario.steps().size(); i++) {
        Scenario.Step step = scenario.steps().get(i);
        Side.Done done = side.take(step);
        Comparison.of(scenario, step, judge.get(i), done)
            .forEach(each -> differences.add(step.title() + ": " + each));
        if (!differences.isEmpty()) {
          return differences;
        }
      }
    }
    return differences;
  }
}
