package io.sluice.sdk.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example as somebody else's project, with nothing but what was published. No network is asked:
 * what the SDK needs of others is what Gradle has resolved, and Maven's plug-ins are those that are
 * on this machine.
 */
class ExampleProjectsTest {
  private static final Path ROOT = Path.of(System.getProperty("sluice.root")).toAbsolutePath();

  @TempDir private Path directory;

  @Test
  void mavenBuildsAndTestsIt() throws Exception {
    Assumptions.assumeTrue(run("mvn", "-version") == 0, "there is no Maven here");
    Path plugins = Path.of(System.getProperty("user.home"), ".m2", "repository");
    Files.writeString(directory.resolve("settings.xml"), settings(plugins));

    int code =
        run(
            "mvn",
            "-B",
            "-s",
            "settings.xml",
            "-Dmaven.repo.local=" + directory.resolve("local"),
            "-Dsluice.repository=" + Path.of(System.getProperty("sluice.published")).toUri(),
            "-f",
            project().toString(),
            "test");

    String said = said();
    Assumptions.assumeFalse(
        code != 0 && said.contains("org.apache.maven.plugins"),
        "Maven's plug-ins are not on this machine");
    assertThat(code).as(said).isZero();
    assertThat(said).contains("Tests run: 1, Failures: 0");
  }

  @Test
  void gradleBuildsTestsAndRunsIt() throws Exception {
    Path project = project();
    int code =
        run(
            ROOT.resolve("gradlew").toString(),
            "--offline",
            "-q",
            "-p",
            project.toString(),
            "-Psluice.repository=" + Path.of(System.getProperty("sluice.published")).toUri(),
            "-Pjdk=" + Runtime.version().feature(),
            "test",
            "run",
            "--args=" + directory.resolve("written"));

    assertThat(code).as(said()).isZero();
    assertThat(directory.resolve("written/site.tf"))
        .content()
        .contains("filename = \"${local_directory.site.path}/events.html\"");
  }

  private Path project() throws IOException {
    Path from = ROOT.resolve("examples/sdk");
    Path to = directory.resolve("sdk");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    return to;
  }

  /** Central is what is on this machine. */
  private static String settings(Path plugins) {
    return """
    <settings>
      <profiles>
        <profile>
          <id>here</id>
          <repositories>
            <repository><id>central</id><url>%s</url></repository>
          </repositories>
          <pluginRepositories>
            <pluginRepository><id>central</id><url>%s</url></pluginRepository>
          </pluginRepositories>
        </profile>
      </profiles>
      <activeProfiles><activeProfile>here</activeProfile></activeProfiles>
    </settings>
    """
        .formatted(Path.of(System.getProperty("sluice.resolved")).toUri(), plugins.toUri());
  }

  private int run(String... command) throws InterruptedException {
    try {
      ProcessBuilder program = new ProcessBuilder(new ArrayList<>(List.of(command)));
      program.environment().put("JAVA_HOME", System.getProperty("java.home"));
      Process process =
          program
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("said.txt").toFile())
              .start();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return -1;
      }
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }

  private String said() throws IOException {
    return Files.readString(directory.resolve("said.txt"));
  }
}
