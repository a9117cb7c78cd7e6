package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.ConfigurationPlan.ResourceChange;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.configuration.desired.Outputs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ten configurations of the shapes that people use, each planned and applied in two steps by
 * Terraform and by the planner: the same addresses, actions, order and outputs.
 */
final class TerraformComparisonTest {
  private static final Path SCENARIOS = Path.of("src/test/resources/configurations");

  @TempDir private Path directory = Path.of("unset");

  @BeforeAll
  static void terraformIsThere() {
    Assumptions.assumeTrue(
        TerraformRun.isThere(), "skipped: there is no terraform on PATH to compare with");
  }

  static Stream<String> scenarios() throws IOException {
    try (Stream<Path> all = Files.list(SCENARIOS)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void plansAndAppliesAsTerraformDoes(String scenario) throws IOException {
    TerraformRun terraform = new TerraformRun(directory);
    SmallWorkspace workspace = new SmallWorkspace();
    for (String step : new String[] {"1", "2"}) {
      clear(directory);
      copy(SCENARIOS.resolve(scenario).resolve(step), directory);

      TerraformRun.Result wanted = terraform.apply();
      ConfigurationPlan plan = workspace.plan(directory);
      assertThat(actions(plan)).as("actions of step " + step).isEqualTo(wanted.actions());
      workspace.apply(plan);

      assertThat(outputs(workspace))
          .as("outputs of step " + step)
          .isEqualTo(texts(wanted.outputs()));
      SortedMap<String, SortedSet<String>> order = order(workspace);
      assertThat(order)
          .as("order of step " + step)
          .isEqualTo(amongThose(order.keySet(), terraform.order()));
      assertThat(workspace.plan(directory).changesSomething())
          .as("a second plan of step " + step)
          .isFalse();
    }
  }

  private static SortedMap<String, String> actions(ConfigurationPlan plan) {
    SortedMap<String, String> actions = new TreeMap<>();
    for (ResourceChange change : plan.changes()) {
      String words =
          switch (change.action()) {
            case CREATE -> "create";
            case UPDATE -> "update";
            case DELETE -> "delete";
            case REPLACE -> change.createBeforeDestroy() ? "create+delete" : "delete+create";
            case NOOP -> "no-op";
            case READ, EXPAND, STEP, FORGET, IMPORT, PLAN -> change.action().toString();
          };
      Address previous = change.previous();
      actions.put(change.address().text(), words + (previous == null ? "" : " from " + previous));
    }
    return actions;
  }

  private static SortedMap<String, String> outputs(SmallWorkspace workspace) {
    SortedMap<String, JsonNode> values = new TreeMap<>();
    Outputs.of(workspace.snapshot()).forEach((name, output) -> values.put(name, output.value()));
    return texts(values);
  }

  private static SortedMap<String, String> texts(SortedMap<String, JsonNode> values) {
    SortedMap<String, String> texts = new TreeMap<>();
    values.forEach((name, value) -> texts.put(name, sorted(value).toString()));
    return texts;
  }

  /** Numbers as both programs' JSON readers take them, names in one order. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isObject()) {
      SortedMap<String, JsonNode> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      var object = Json.object();
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

  private static SortedMap<String, SortedSet<String>> order(SmallWorkspace workspace) {
    SortedMap<String, SortedSet<String>> direct = new TreeMap<>();
    for (StateRecord record : workspace.records.values()) {
      if (record.address().equals(Outputs.ADDRESS)) {
        continue;
      }
      SortedSet<String> after =
          direct.computeIfAbsent(
              StaticResources.withoutKeys(record.address().text()), any -> new TreeSet<>());
      record.dependencies().forEach(on -> after.add(StaticResources.withoutKeys(on.text())));
    }
    SortedMap<String, SortedSet<String>> closed = new TreeMap<>();
    direct.forEach(
        (name, after) -> {
          SortedSet<String> all = new TreeSet<>();
          after.forEach(on -> collect(on, direct, all));
          all.remove(name);
          closed.put(name, all);
        });
    return closed;
  }

  /** Terraform also keeps the names of blocks without an instance, after which nothing can come. */
  private static SortedMap<String, SortedSet<String>> amongThose(
      Set<String> there, SortedMap<String, SortedSet<String>> order) {
    SortedMap<String, SortedSet<String>> among = new TreeMap<>();
    order.forEach(
        (name, after) -> {
          SortedSet<String> left = new TreeSet<>(after);
          left.retainAll(there);
          among.put(name, left);
        });
    return among;
  }

  private static void collect(
      String name, SortedMap<String, SortedSet<String>> direct, SortedSet<String> all) {
    if (all.add(name)) {
      direct.getOrDefault(name, new TreeSet<>()).forEach(on -> collect(on, direct, all));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(
          path -> {
            try {
              Path target = to.resolve(from.relativize(path).toString());
              if (Files.isDirectory(path)) {
                Files.createDirectories(target);
              } else {
                Files.copy(path, target);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /** The configuration goes, the state stays. */
  private static void clear(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder())
          .filter(path -> !path.equals(directory))
          .filter(path -> !path.getFileName().toString().startsWith("terraform.tfstate"))
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
