package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.planner.PlannerConfiguration;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.FigureReference;
import io.sluice.state.settings.StateConfiguration;
import io.sluice.transport.Connection;
import io.sluice.transport.setting.Mark;
import io.sluice.transport.setting.Setting;
import io.sluice.transport.setting.SettingNames;
import io.sluice.transport.setting.SettingReference;
import io.sluice.transport.setting.Type;
import io.sluice.worker.WorkerConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Keeps what operators read and use in step with what services do. */
class OperationsTest {
  private static final Path ROOT = Script.root();
  private static final Path OPERATIONS = ROOT.resolve("docs/operations");
  private static final Path PROMETHEUS = ROOT.resolve("deploy/prometheus");
  private static final Path GRAFANA = ROOT.resolve("deploy/grafana");
  private static final Pattern VARIABLE = Pattern.compile("\"(SLUICE_[A-Z_0-9]+)");
  private static final Pattern OF_SCRIPT = Pattern.compile("\\$\\{?(SLUICE_[A-Z_0-9]+)");
  private static final Pattern METRIC =
      Pattern.compile("\\b((?:sluice|jvm|process)_[a-z_]+)(?:\\{([^}]*)\\})?");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern BY = Pattern.compile("by \\(([a-z, ]+)\\)");

  /** Those that Prometheus and its histograms add. */
  private static final Set<String> ADDED = Set.of("instance", "job", "le", "pod", "namespace");

  @Test
  void thePageOfMetricsHasEveryFigure() throws IOException {
    assertThat(Files.readString(OPERATIONS.resolve("metrics.md")))
        .as("run ./gradlew figureReference")
        .isEqualTo(FigureReference.page());
  }

  @Test
  void thePageOfSettingsHasEverySetting() throws IOException {
    assertThat(Files.readString(OPERATIONS.resolve("settings.md")))
        .as("run ./gradlew settingReference")
        .isEqualTo(SettingReference.page());
  }

  @Test
  void everyVariableThatIsReadIsASetting() throws IOException {
    Set<String> unknown = new TreeSet<>();
    List<Path> sources = new ArrayList<>();
    collect(ROOT, sources);
    assertThat(sources).hasSizeGreaterThan(500);
    for (Path file : sources) {
      unknown.addAll(unknown(VARIABLE, Files.readString(file)));
    }
    unknown.addAll(unknown(OF_SCRIPT, Files.readString(ROOT.resolve("sluice"))));

    assertThat(unknown).as("add them to Setting").isEmpty();
  }

  private static void collect(Path folder, List<Path> sources) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        boolean left = name.equals("build") || name.equals("test") || name.startsWith(".");
        if (Files.isDirectory(entry) && !left) {
          collect(entry, sources);
        } else if (name.endsWith(".java")) {
          sources.add(entry);
        }
      }
    }
  }

  private static Set<String> unknown(Pattern pattern, String text) {
    Set<String> unknown = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      String name = matcher.group(1);
      boolean isBeginning =
          Stream.of(Setting.values())
              .anyMatch(each -> each.is(Mark.EACH) && each.variable().equals(name));
      if (!isBeginning && SettingNames.of(name).isEmpty()) {
        unknown.add(name);
      }
    }
    return unknown;
  }

  @Test
  void theDefaultsAreThoseOfTheServices() {
    Map<String, String> nothing =
        new TreeMap<>(Map.of("SLUICE_KAFKA", "k:1", "SLUICE_ZOOKEEPER", "z:1"));
    Map<String, String> defaults = new TreeMap<>(nothing);
    for (Setting setting : Setting.values()) {
      if (Set.of(Type.NUMBER, Type.FLAG, Type.DURATION).contains(setting.type())) {
        defaults.put(setting.variable(), setting.usual());
      }
    }

    assertThat(configurations(defaults)).isEqualTo(configurations(nothing));
  }

  private static List<String> configurations(Map<String, String> environment) {
    Connection connection = Connection.from(environment);
    return List.of(
        connection.toString(),
        PlannerConfiguration.from(connection, environment).toString(),
        WorkerConfiguration.from(connection, environment).toString(),
        StateConfiguration.from(connection, environment).toString());
  }

  @Test
  void everyQueryOfAnAlertNamesWhatServicesShow() throws IOException {
    assertThat(alerts()).hasSizeGreaterThan(20);
    for (Map<?, ?> alert : alerts()) {
      requireKnown(String.valueOf(alert.get("alert")), String.valueOf(alert.get("expr")));
    }
  }

  @Test
  void everyQueryOfADashboardNamesWhatServicesShow() throws IOException {
    List<Path> dashboards;
    try (Stream<Path> files = Files.list(GRAFANA)) {
      dashboards = files.filter(file -> file.toString().endsWith(".json")).toList();
    }
    assertThat(dashboards).isNotEmpty();
    for (Path file : dashboards) {
      JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
      Set<Integer> ids = new HashSet<>();
      int queries = 0;
      for (JsonNode panel : dashboard.path("panels")) {
        assertThat(ids.add(panel.path("id").asInt())).as("ids of panels in %s", file).isTrue();
        assertThat(panel.path("title").asText()).isNotBlank();
        for (JsonNode target : panel.path("targets")) {
          requireKnown(panel.path("title").asText(), target.path("expr").asText());
          queries++;
        }
      }
      assertThat(queries).as(file.toString()).isPositive();
      assertThat(dashboard.path("uid").asText()).isNotBlank();
    }
  }

  private static void requireKnown(String where, String query) {
    Set<String> allowed = new HashSet<>(ADDED);
    Matcher metric = METRIC.matcher(query);
    int found = 0;
    while (metric.find()) {
      String name = metric.group(1);
      Optional<Figure> figure = Figure.ofSample(name);
      assertThat(figure).as("%s: %s", where, name).isPresent();
      allowed.addAll(figure.get().labels());
      String labels = metric.group(2) == null ? "" : metric.group(2).replaceAll("\"[^\"]*\"", "");
      Matcher label = LABEL.matcher(labels);
      while (label.find()) {
        assertThat(figure.get().labels())
            .as("%s: labels of %s", where, name)
            .containsAnyElementsOf(List.of(label.group(1)));
      }
      found++;
    }
    assertThat(found).as("%s asks for nothing: %s", where, query).isPositive();
    Matcher by = BY.matcher(query);
    while (by.find()) {
      assertThat(allowed).as(where).containsAll(List.of(by.group(1).split(",\\s*")));
    }
  }

  @Test
  void everyAlertHasARunbookWithCommandsAndATest() throws IOException {
    String runbooks = Files.readString(OPERATIONS.resolve("runbooks.md"));
    String tests = Files.readString(PROMETHEUS.resolve("rules-test.yaml"));
    for (Map<?, ?> alert : alerts()) {
      String name = String.valueOf(alert.get("alert"));
      Map<?, ?> annotations = (Map<?, ?>) alert.get("annotations");
      assertThat(annotations.get("runbook"))
          .isEqualTo("docs/operations/runbooks.md#" + name.toLowerCase(java.util.Locale.ROOT));
      int at = runbooks.indexOf("\n## " + name + "\n");
      assertThat(at).as("a section for " + name).isNotNegative();
      int end = runbooks.indexOf("\n## ", at + 4);
      assertThat(runbooks.substring(at, end < 0 ? runbooks.length() : end))
          .as(name)
          .contains("**Means**", "**Look**", "**Do**", "`");
      assertThat(tests).as("a test of " + name).contains("alertname: " + name + "\n");
    }
  }

  @Test
  void prometheusTakesTheRulesAndEachAlertFires() throws Exception {
    String promtool =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .map(folder -> Path.of(folder, "promtool"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst()
            .orElse(null);
    Assumptions.assumeTrue(
        promtool != null, "promtool is not here (Debian's package prometheus has it)");

    run(promtool, "check", "rules", "rules.yaml");
    run(promtool, "test", "rules", "rules-test.yaml");
    run(promtool, "check", "config", "--syntax-only", "prometheus.yaml");
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(PROMETHEUS.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }

  private static List<Map<?, ?>> alerts() throws IOException {
    Map<?, ?> rules = new Yaml().load(Files.readString(PROMETHEUS.resolve("rules.yaml")));
    List<Map<?, ?>> alerts = new ArrayList<>();
    for (Object group : (List<?>) rules.get("groups")) {
      for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
        alerts.add((Map<?, ?>) rule);
      }
    }
    return alerts;
  }
}
