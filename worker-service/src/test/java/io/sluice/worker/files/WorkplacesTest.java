package io.sluice.worker.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.language.value.Value;
import io.sluice.model.file.FileManifest;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.WorkingDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkplacesTest {
  private static final String NO_FILES = FileManifest.of("/", new TreeMap<>()).hash();

  @TempDir private Path root;

  private static Path directory(Workplaces places, PluginWork work, String workspace, String run) {
    Workplaces.Found found = places.find(work, workspace, run);
    assertThat(found).isInstanceOf(Workplaces.Found.Ready.class);
    try (Workplace place = ((Workplaces.Found.Ready) found).place()) {
      return place.directory();
    }
  }

  private PluginWork work(@Nullable String files) throws IOException {
    Path planned = Files.createDirectories(root.resolve("planned"));
    return new PluginWork("example.com/acme/trial", "1.0.0", List.of(), null, null)
        .in(new WorkingDirectory(planned.toString(), files));
  }

  private Workplaces ofFleet() {
    RememberedFiles source = new RememberedFiles("/", new TreeMap<>());
    return new Workplaces(
        root,
        new Layouts(
            WorkerFolder.in(root.resolve("files")),
            source,
            new Layouts.Limits(1 << 20, Duration.ofHours(1))));
  }

  @Test
  void aLocalDeploymentWorksWhereItWasPlanned() throws Exception {
    try (Workplaces places = Workplaces.here(root)) {
      assertThat(directory(places, work(NO_FILES), "a", "1")).isEqualTo(root.resolve("planned"));
      assertThat(directory(places, work(null), "a", "1")).isEqualTo(root.resolve("planned"));
    }
  }

  @Test
  void withoutRelativePathsAllDirectoriesOfALocalDeploymentShareOne() throws Exception {
    try (Workplaces places = Workplaces.here(root)) {
      Workplaces.Found found = places.find(work(null), "a", "1");
      try (Workplace place = ((Workplaces.Found.Ready) found).place()) {
        assertThat(place.directory(paths -> paths.in(Value.of("some words")))).isEqualTo(root);
        assertThat(place.directory(paths -> paths.in(Value.of("./x"))))
            .isEqualTo(root.resolve("planned"));
      }
    }
  }

  @Test
  void theEnvironmentMayHaveRelativePathsToo() throws Exception {
    for (String value : List.of("key.json", "./key", "../credentials")) {
      try (Workplaces places = Workplaces.here(root, Map.of("CREDENTIALS", value))) {
        Workplaces.Found found = places.find(work(null), "a", "1");
        try (Workplace place = ((Workplaces.Found.Ready) found).place()) {
          assertThat(place.directory(paths -> paths.in(Value.of("some words"))))
              .isEqualTo(root.resolve("planned"));
        }
      }
    }
    Map<String, String> harmless =
        Map.of(
            "PATH", "/usr/bin:./bin",
            "CA", "/etc/ca.crt",
            "OPTIONS", "-javaagent:x.jar",
            "SLUICE_KEY_FILE", "key.json",
            "LANG", "C.UTF-8");
    assertThat(Workplaces.here(root, harmless).sharing()).isTrue();
  }

  @Test
  void withoutRelativePathsAllRunsOfAFleetShareOneDirectory() throws Exception {
    try (Workplaces places = ofFleet()) {
      assertThat(directory(places, work(null), "a", "1")).isEqualTo(root);
      assertThat(directory(places, work(null), "b", "2")).isEqualTo(root);
    }
  }

  @Test
  void withRelativePathsEachRunOfAFleetHasItsOwn() throws Exception {
    try (Workplaces places = ofFleet()) {
      Path one = directory(places, work(NO_FILES), "a", "1");
      assertThat(one).isNotEqualTo(root.resolve("planned")).isNotEqualTo(root);
      assertThat(directory(places, work(NO_FILES), "a", "1")).isEqualTo(one);
      assertThat(directory(places, work(NO_FILES), "b", "1")).isNotEqualTo(one);
    }
  }
}
