package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.planner.PlannerConfiguration;
import io.sluice.state.settings.StateConfiguration;
import io.sluice.transport.Connection;
import io.sluice.worker.WorkerConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Keeps the deployment files in step with the settings that the services read. */
class DeploymentFilesTest {
  private static final String TOKEN = "a-token-of-the-tests";

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"planner", "worker", "state"})
  void composeGivesEachServiceOnlyWhatItReads(String role) throws IOException {
    Map<String, Object> service = map(services().get(role));
    Map<String, String> environment = strings(map(service.get("environment")));
    assertThat((List<?>) service.get("volumes")).anyMatch("token:/token:ro"::equals);
    environment.replace(
        "SLUICE_HTTP_TOKEN_FILE",
        "/token/token",
        Files.writeString(folder.resolve("token"), TOKEN).toString());

    assertThat(service.get("command")).isEqualTo(List.of("serve", role));
    assertThat(readBy(role, environment)).containsAll(environment.keySet());
    assertThat(Connection.from(environment).credentials().httpToken()).isEqualTo(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"planner", "worker", "state"})
  void kubernetesGivesEachServiceOnlyWhatItReads(String role) throws IOException {
    Map<String, Object> container = container(role);
    Map<String, String> environment = new TreeMap<>(strings(fleet()));
    for (Object each : (List<?>) container.get("env")) {
      Map<String, Object> variable = map(each);
      environment.put(
          (String) variable.get("name"),
          (String)
              variable.getOrDefault(
                  "value", variable.get("name").equals("SLUICE_HTTP_TOKEN") ? TOKEN : "10.0.0.1"));
    }

    assertThat(container.get("args")).isEqualTo(List.of("serve", role));
    assertThat(readBy(role, environment)).containsAll(environment.keySet());
  }

  @Test
  void composeRunsTheBrokerThatTheBuildTestsWith() throws IOException {
    String versions = Files.readString(Script.root().resolve("gradle/libs.versions.toml"));
    String image = (String) map(services().get("kafka")).get("image");

    assertThat(versions).contains("kafka = \"" + image.replace("apache/kafka:", "") + "\"");
  }

  @Test
  void onlyPlannerAndWorkersSeeTheKey() throws IOException {
    assertThat((List<?>) map(services().get("state")).get("volumes"))
        .noneMatch(volume -> volume.toString().startsWith("key:"));
    assertThat(container("state").toString()).doesNotContain("/key");
  }

  private static Set<String> readBy(String role, Map<String, String> environment) {
    Recorder recorder = new Recorder(environment);
    Connection connection = Connection.from(recorder);
    Object configuration =
        switch (role) {
          case "planner" -> PlannerConfiguration.from(connection, recorder);
          case "worker" -> WorkerConfiguration.from(connection, recorder);
          case "state" -> StateConfiguration.from(connection, recorder);
          default -> throw new IllegalArgumentException(role);
        };
    assertThat(configuration).isNotNull();
    return recorder.asked;
  }

  private static Map<String, Object> services() throws IOException {
    return map(map(load("docker-compose.yml").get(0)).get("services"));
  }

  private static Map<String, Object> fleet() throws IOException {
    return kubernetes().stream()
        .map(DeploymentFilesTest::map)
        .filter(document -> document.get("kind").equals("ConfigMap"))
        .map(document -> map(document.get("data")))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Object> container(String role) throws IOException {
    return kubernetes().stream()
        .map(DeploymentFilesTest::map)
        .filter(document -> Set.of("Deployment", "StatefulSet").contains(document.get("kind")))
        .filter(document -> role.equals(map(document.get("metadata")).get("name")))
        .map(document -> map(map(map(document.get("spec")).get("template")).get("spec")))
        .map(pod -> map(((List<?>) pod.get("containers")).get(0)))
        .findFirst()
        .orElseThrow();
  }

  private static List<Object> kubernetes() throws IOException {
    List<Object> documents = new ArrayList<>();
    for (String file : List.of("settings", "state", "planner", "worker")) {
      documents.addAll(load("deploy/kubernetes/base/" + file + ".yaml"));
    }
    return documents;
  }

  private static List<Object> load(String file) throws IOException {
    List<Object> documents = new ArrayList<>();
    new Yaml().loadAll(Files.readString(Script.root().resolve(file))).forEach(documents::add);
    return documents;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  private static Map<String, String> strings(Map<String, Object> values) {
    Map<String, String> strings = new TreeMap<>();
    values.forEach((name, value) -> strings.put(name, (String) value));
    return strings;
  }

  /** An environment that remembers what it was asked for. */
  private static final class Recorder extends HashMap<String, String> {
    private static final long serialVersionUID = 1L;
    private final Set<String> asked = new TreeSet<>();

    Recorder(Map<String, String> values) {
      super(values);
    }

    @Override
    public String get(Object name) {
      asked.add((String) name);
      return super.get(name);
    }

    @Override
    public String getOrDefault(Object name, String otherwise) {
      asked.add((String) name);
      return super.getOrDefault(name, otherwise);
    }
  }
}
