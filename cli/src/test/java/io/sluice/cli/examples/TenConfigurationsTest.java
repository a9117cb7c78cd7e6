package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
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

  /** What was planned, and the state after it was applied, as Terraform writes state. */
  private record Applied(SortedMap<String, String> actions, JsonNode state) {}

  @ParameterizedTest
  @MethodSource("scenarios")
  void areAppliedAsTerraformAppliesThem(String scenario) throws Exception {
    Path theirs = Files.createDirectory(directory.resolve(scenario));
    for (String step : List.of("1", "2")) {
      Path configuration = SCENARIOS.resolve(scenario).resolve(step);
      lay(configuration, theirs);
      lay(configuration, directory.resolve("ours"));

      Applied wanted = byTerraform(theirs);
      Applied made = bySluice(scenario);

      String when = " of step " + step;
      assertThat(made.actions()).as("actions" + when).isEqualTo(wanted.actions());
      assertThat(instances(made.state())).as("state" + when).isEqualTo(instances(wanted.state()));
      assertThat(outputs(made.state())).as("outputs" + when).isEqualTo(outputs(wanted.state()));
      assertThat(order(made.state())).as("order" + when).isEqualTo(order(wanted.state()));
    }
    Captured again = local.run("plan", "--detailed-exitcode", "--workspace", scenario);
    assertThat(again.code()).as(again.out() + again.err()).isZero();
  }

  private static Applied byTerraform(Path folder) throws Exception {
    Terraform terraform = new Terraform(folder);
    terraform.done("init", "-backend=false");
    terraform.done("plan", "-input=false", "-out=plan.bin");
    SortedMap<String, String> actions = new TreeMap<>();
    JsonNode plan = RunningDeployment.json(terraform.done("show", "-json", "plan.bin").strip());
    for (JsonNode change : plan.path("resource_changes")) {
      List<String> words = new ArrayList<>();
      change.path("change").path("actions").forEach(word -> words.add(word.asText()));
      note(
          actions,
          change.path("address").asText(),
          String.join("+", words),
          change.path("previous_address").asText());
    }
    terraform.done("apply", "plan.bin");
    return new Applied(
        actions, RunningDeployment.json(Files.readString(folder.resolve("terraform.tfstate"))));
  }

  private static Applied bySluice(String workspace) throws Exception {
    Captured applied = local.run("apply", "--auto-approve", "--json", "--workspace", workspace);
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    SortedMap<String, String> actions = new TreeMap<>();
    for (String line : applied.out().lines().toList()) {
      JsonNode told = RunningDeployment.json(line);
      if (told.path("type").asText().equals("planned_change")) {
        JsonNode change = told.path("change");
        String action = change.path("action").asText();
        String words =
            switch (action) {
              case "noop" -> "no-op";
              case "replace" ->
                  change.path("create_before_destroy").asBoolean()
                      ? "create+delete"
                      : "delete+create";
              default -> action;
            };
        note(
            actions,
            change.path("resource").path("addr").asText(),
            words,
            change.path("previous_resource").path("addr").asText());
      }
    }
    Captured pulled =
        local.run("state", "pull", "--format", "terraform", "--reveal", "--workspace", workspace);
    assertThat(pulled.code()).as(pulled.err()).isZero();
    return new Applied(actions, RunningDeployment.json(pulled.out()));
  }

  private static void note(
      SortedMap<String, String> actions, String address, String words, String previous) {
    if (!words.equals("no-op") || !previous.isEmpty()) {
      actions.put(address, words + (previous.isEmpty() ? "" : " from " + previous));
    }
  }

  private static String block(JsonNode resource) {
    String module = resource.path("module").asText("");
    return (module.isEmpty() ? "" : module + ".")
        + resource.path("type").asText()
        + "."
        + resource.path("name").asText();
  }

  private static SortedSet<String> instances(JsonNode state) {
    SortedSet<String> instances = new TreeSet<>();
    for (JsonNode resource : state.path("resources")) {
      for (JsonNode instance : resource.path("instances")) {
        instances.add(block(resource) + "[" + instance.path("index_key") + "]");
      }
    }
    return instances;
  }

  private static SortedMap<String, String> outputs(JsonNode state) {
    SortedMap<String, String> outputs = new TreeMap<>();
    state
        .path("outputs")
        .properties()
        .forEach(
            output ->
                outputs.put(
                    output.getKey(),
                    sorted(output.getValue().path("value"))
                        + (output.getValue().path("sensitive").asBoolean() ? " (sensitive)" : "")));
    return outputs;
  }

  /** Numbers as a reader takes them, names in one order. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isObject()) {
      ObjectNode object = Json.object();
      SortedMap<String, JsonNode> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      fields.forEach(object::set);
      return object;
    }
    if (value.isArray()) {
      var list = Json.mapper().createArrayNode();
      value.forEach(element -> list.add(sorted(element)));
      return list;
    }
    return value.isNumber() ? Json.toTree(value.doubleValue()) : value;
  }

  /** For each block all blocks that it came after, of those that there are. */
  private static SortedMap<String, SortedSet<String>> order(JsonNode state) {
    SortedMap<String, SortedSet<String>> direct = new TreeMap<>();
    for (JsonNode resource : state.path("resources")) {
      SortedSet<String> after =
          direct.computeIfAbsent(block(resource).replaceAll(KEYS, ""), any -> new TreeSet<>());
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
