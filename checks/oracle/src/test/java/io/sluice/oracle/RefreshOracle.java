package io.sluice.oracle;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Records what Terraform asks the provider, for every scenario that changed. */
final class RefreshOracle {
  private RefreshOracle() {}

  public static void main(String[] arguments) throws Exception {
    Path resources = Path.of(arguments[0]);
    Optional<String> only = arguments.length > 1 ? Optional.of(arguments[1]) : Optional.empty();
    refresh(
        Suite.read(resources.resolve("scenarios")),
        resources.resolve("scenarios.log.gz"),
        only,
        true);
    List<Scenario> generated = Seeds.recorded().stream().map(Seeds.Group::scenario).toList();
    refresh(generated, resources.resolve("generated.log.gz"), only, false);
  }

  private static void refresh(
      List<Scenario> scenarios, Path file, Optional<String> only, boolean expects)
      throws Exception {
    Recordings recordings = Recordings.read(file);
    recordings.retain(scenarios);
    recordings.write(file);
    for (Scenario scenario : scenarios) {
      boolean isWanted =
          only.map(scenario.name()::contains).orElse(recordings.of(scenario).isEmpty());
      if (isWanted) {
        record(scenario, recordings, expects);
        recordings.write(file);
      }
    }
  }

  private static void record(Scenario scenario, Recordings recordings, boolean expects)
      throws Exception {
    try {
      recordings.put(
          scenario, Suite.record(scenario, Files.createTempDirectory("oracle"), expects));
      System.out.println(scenario.name());
    } catch (AssertionError e) {
      System.out.println("NOT RECORDED: " + e.getMessage());
    }
  }
}
