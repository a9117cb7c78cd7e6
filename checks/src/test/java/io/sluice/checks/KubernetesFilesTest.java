package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.sluice.transport.setting.SettingCheck;
import io.sluice.worker.WorkerConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the manifests as the API server would: with its types, and no field that they lack. */
class KubernetesFilesTest {
  private static final Path FOLDER = Script.root().resolve("deploy/kubernetes");

  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "v1 Namespace", Namespace.class,
          "v1 ConfigMap", ConfigMap.class,
          "v1 ServiceAccount", ServiceAccount.class,
          "v1 Service", Service.class,
          "apps/v1 Deployment", Deployment.class,
          "apps/v1 StatefulSet", StatefulSet.class,
          "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
          "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class);

  /** Of operators: what there are no types for here. */
  private static final Set<String> UNTYPED =
      Set.of(
          "monitoring.coreos.com/v1 PodMonitor",
          "keda.sh/v1alpha1 ScaledObject",
          "kafka.strimzi.io/v1beta2 KafkaUser");

  private static final Set<String> OF_KUSTOMIZATION =
      Set.of("apiVersion", "kind", "namespace", "resources", "patches", "images");

  /** Models keep fields that they don't know: here such a field is a fault. */
  private static final ObjectMapper STRICT =
      JsonMapper.builder(new YAMLFactory())
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              })
          .build();

  @Test
  void everyManifestHasOnlyFieldsThatItsTypeHas() throws IOException {
    int typed = 0;
    for (Path file : files()) {
      for (JsonNode document : documents(file)) {
        String type = type(document);
        if (TYPES.containsKey(type)) {
          assertThat(STRICT.treeToValue(document, TYPES.get(type))).as(file + "").isNotNull();
          typed++;
        } else if (!type.endsWith(" Kustomization")) {
          assertThat(UNTYPED).as(file + "").contains(type);
        }
      }
    }
    assertThat(typed).isGreaterThan(12);
  }

  @Test
  void aFieldWithATypoIsAFault() throws IOException {
    JsonNode typo =
        STRICT.readTree(
            """
            apiVersion: apps/v1
            kind: Deployment
            spec: {template: {spec: {containers: [{name: a, readynessProbe: {}}]}}}
            """);

    assertThatThrownBy(() -> STRICT.treeToValue(typo, Deployment.class))
        .hasMessageContaining("readynessProbe");
  }

  @Test
  void everyKustomizationNamesFilesThatAreThere() throws IOException {
    int seen = 0;
    for (Path file : files()) {
      if (!file.endsWith("kustomization.yaml")) {
        continue;
      }
      seen++;
      JsonNode kustomization = documents(file).getFirst();
      kustomization
          .fieldNames()
          .forEachRemaining(name -> assertThat(OF_KUSTOMIZATION).contains(name));
      Set<String> named = new TreeSet<>();
      for (JsonNode resource : kustomization.path("resources")) {
        Path at = file.resolveSibling(resource.asText()).normalize();
        assertThat(at).exists();
        if (Files.isDirectory(at)) {
          assertThat(at.resolve("kustomization.yaml")).exists();
        }
        named.add(resource.asText());
      }
      for (JsonNode patch : kustomization.path("patches")) {
        Path at = file.resolveSibling(patch.path("path").asText());
        assertThat(at).exists();
        named.add(patch.path("path").asText());
        isInTheBase(documents(at).getFirst());
      }
      try (Stream<Path> beside = Files.list(file.resolveSibling(""))) {
        beside
            .map(each -> String.valueOf(each.getFileName()))
            .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
            .forEach(name -> assertThat(named).as(file + "").contains(name));
      }
    }
    assertThat(seen).isEqualTo(4);
  }

  /** A patch of what is not there would be no patch. */
  private static void isInTheBase(JsonNode patch) throws IOException {
    List<String> there = new ArrayList<>();
    for (Path file : files()) {
      if (file.startsWith(FOLDER.resolve("base"))) {
        for (JsonNode document : documents(file)) {
          there.add(type(document) + " " + document.path("metadata").path("name").asText());
        }
      }
    }
    assertThat(there).contains(type(patch) + " " + patch.path("metadata").path("name").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"state", "planner", "worker"})
  void podsAreClosedAndProbed(String role) throws IOException {
    PodTemplateSpec pod = pod(role);
    Container container = pod.getSpec().getContainers().getFirst();

    assertThat(pod.getMetadata().getLabels()).containsEntry("role", role);
    assertThat(pod.getSpec().getEnableServiceLinks()).isFalse();
    assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSpec().getTopologySpreadConstraints()).isNotEmpty();
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
    assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/health/live");
    assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/health/live");
    assertThat(container.getVolumeMounts()).anyMatch(mount -> mount.getMountPath().equals("/tmp"));
    Set<String> volumes = new TreeSet<>();
    pod.getSpec().getVolumes().forEach(volume -> volumes.add(volume.getName()));
    volumes.add("data");
    container.getVolumeMounts().forEach(mount -> assertThat(volumes).contains(mount.getName()));
  }

  @Test
  void aWorkerGetsTheTimeThatItTakesToStop() throws IOException {
    assertThat(pod("worker").getSpec().getTerminationGracePeriodSeconds())
        .isGreaterThanOrEqualTo(WorkerConfiguration.longestStop(Map.of()).toSeconds());
  }

  @Test
  void overlaysSetOnlySettingsThatThereAre() throws IOException {
    for (Path file : files()) {
      for (JsonNode document : documents(file)) {
        if (type(document).equals("v1 ConfigMap")) {
          assertThat(SettingCheck.faults(STRICT.treeToValue(document, ConfigMap.class).getData()))
              .as(file + "")
              .isEmpty();
        }
      }
    }
  }

  private static PodTemplateSpec pod(String role) throws IOException {
    for (JsonNode document : documents(FOLDER.resolve("base/" + role + ".yaml"))) {
      if (type(document).equals("apps/v1 StatefulSet")) {
        return STRICT.treeToValue(document, StatefulSet.class).getSpec().getTemplate();
      }
      if (type(document).equals("apps/v1 Deployment")) {
        return STRICT.treeToValue(document, Deployment.class).getSpec().getTemplate();
      }
    }
    throw new AssertionError("no pods of " + role);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(FOLDER)) {
      return found.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  private static List<JsonNode> documents(Path file) throws IOException {
    return STRICT.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile()).readAll();
  }

  private static String type(JsonNode document) {
    return document.path("apiVersion").asText() + " " + document.path("kind").asText();
  }
}
