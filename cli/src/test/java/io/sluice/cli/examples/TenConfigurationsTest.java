package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import io.sluice.cli.local.RunningDeployment;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ten configurations of the shapes that people use, each in two steps, planned and applied by
 * Terraform and by Sluice with its whole deployment: the same addresses, actions, order and
 * outputs.
 */
class TenConfigurationsTest {
  private static final Path SCENARIOS =
      Path.of("..", "common", "planning", "src", "test", "resources", "configurations");
  private static final String KEYS = "\\[(\"(\\\\.|[^\"])*\"|\\d+)]";

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        Terraform.isThere(directory), "skipped: there is no terraform on PATH to compare with");
    local = RunningDeployment.up(Files.createDirectory(directory.resolve("ours")), Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    if (local != null) {
      local.close();
    }
  }

  static Stream<String> scenarios() throws IOException {
    try (Stream<Path> all = Files.list(SCENARIOS)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void areAppliedAsTerraformAppliesThem(String scenario) throws Exception {
    Path theirs = Files.createDirectory(directory.resolve(scenario));
    for (String step : List.of("1", "2")) {
      Path configuration = SCENARIOS.resolve(scenario).resolve(step);
      lay(configuration, theirs);
      lay(configuration, directory.resolve("ours"));

      new Terraform(theirs).done("init", "-backend=false");
      Applied wanted = Applied.byTerraform(theirs);
      Applied made = Applied.bySluice(local, scenario);

      String when = " of step " + step;
      assertThat(made.actions()).as("actions" + when).isEqualTo(wanted.actions());
      assertThat(made.objects()).as("state" + when).isEqualTo(wanted.objects());
      assertThat(made.outputs()).as("outputs" + when).isEqualTo(wanted.outputs());
      assertThat(order(made.state())).as("order" + when).isEqualTo(order(wanted.state()));
    }
    Captured again = local.run("plan", "--detailed-exitcode", "--workspace", scenario);
    assertThat(again.code()).as(again.out() + again.err()).isZero();
  }

  /** For each block all blocks that it came after, of those that there are. */
  private static SortedMap<String, SortedSet<String>> order(JsonNode state) {
    SortedMap<String, SortedSet<String>> direct = new TreeMap<>();
    for (JsonNode resource : state.path("resources")) {
      SortedSet<String> after =
          direct.computeIfAbsent(
              Applied.block(resource).replaceAll(KEYS, ""), any -> new TreeSet<>());
      for (JsonNode instance : resource.path("instances")) {
        instance.path("dependencies").forEach(on -> after.add(on.asText().replaceAll(KEYS, "")));
      }
    }
    SortedMap<String, SortedSet<String>> all = new TreeMap<>();
    direct.forEach(
        (name, after) -> {
          SortedSet<String> before = new TreeSet<>();
          after.forEach(on -> collect(on, direct, before));
          before.retainAll(direct.keySet());
          before.remove(name);
          all.put(name, before);
        });
    return all;
  }

  private static void collect(
      String name, SortedMap<String, SortedSet<String>> direct, SortedSet<String> found) {
    if (found.add(name)) {
      direct.getOrDefault(name, new TreeSet<>()).forEach(on -> collect(on, direct, found));
    }
  }

  /** Another configuration in the same folder: what the programs keep there stays. */
  private static void lay(Path configuration, Path folder) throws IOException {
    try (Stream<Path> old = Files.list(folder)) {
      for (Path each : old.toList()) {
        String name = each.getFileName().toString();
        if (!name.startsWith(".") && !name.startsWith("terraform.tfstate")) {
          delete(each);
        }
      }
    }
    Files.walkFileTree(
        configuration,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path target = folder.resolve(configuration.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> inside = Files.list(path)) {
        for (Path each : inside.toList()) {
          delete(each);
        }
      }
    }
    Files.delete(path);
  }
}
