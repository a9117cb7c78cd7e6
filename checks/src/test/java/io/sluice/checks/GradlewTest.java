package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.checks.Script.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class GradlewTest {
  @TempDir Path folder;
  Script gradlew;

  @BeforeEach
  void emptyMachine() throws IOException {
    gradlew = new Script(folder);
  }

  @Test
  void saysThatThereIsNoJdk() throws Exception {
    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("runs on a JDK from 17 to 23", "no JDK at all", "apt-get install");
  }

  @Test
  void saysThatOnlyJdksAreThereThatGradleDoesNotRunOn() throws Exception {
    Path tooNew = gradlew.jdk("25.0.1");
    Path tooOld = gradlew.jdk("11.0.2");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("JDK 25 in " + tooNew, "JDK 11 in " + tooOld, "9.1 or later for JDK 25");
  }

  @Test
  void saysThatThereIsNoMaven() throws Exception {
    gradlew.jdk("17.0.2");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("no Maven (mvn)", "apt-get install maven");
  }

  @Test
  void saysWhatMavenSaysWhenItCannotFetch() throws Exception {
    gradlew.jdk("17.0.2");
    gradlew.onPath("mvn", "echo '[ERROR] Could not transfer artifact a:b:1: Unknown host'; exit 1");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("Could not transfer artifact a:b:1: Unknown host", "Is the network there?");
    assertThat(store()).as("nothing is left half done").containsExactly("lock");
  }

  @Test
  void refusesPartsThatAreNotThoseRecorded() throws Exception {
    gradlew.jdk("17.0.2");
    Path sums = Script.root().resolve("gradle/from-central/parts.sha256");
    gradlew.onPath(
        "mvn",
        """
        for argument; do case $argument in -DoutputDirectory=*) out=${argument#*=} ;; esac; done
        mkdir -p "$out"
        while read -r _ name; do echo forged >"$out/$name"; done <"%s"
        """
            .formatted(sums));

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("not the files that were recorded (SHA-256)", "gradle-api-8.11.1.jar")
        .doesNotContain("java of");
    assertThat(store()).containsExactly("lock");
  }

  @Test
  void saysThatItCannotKeepGradleWhereItShould() throws Exception {
    gradlew.jdk("17.0.2");
    gradlew.onPath("mvn", "exit 0");
    gradlew.with("GRADLE_USER_HOME", "/dev/null/gradle");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("cannot make the folder /dev/null/gradle/from-central");
  }

  @Test
  void saysThatThereIsTooLittleRoom() throws Exception {
    gradlew.jdk("17.0.2");
    gradlew.onPath("mvn", "echo fetched; exit 1");
    gradlew.onPath("df", "echo header; echo tmpfs 100000 38560 61440 39% /home");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("needs 300 MB", "only 60 MB are free", "GRADLE_USER_HOME")
        .doesNotContain("fetched", "Maven could not");
  }

  @Test
  void takesGradleFromPathWhereItIsRecentEnough() throws Exception {
    gradleOnPath("8.11");

    Outcome outcome = gradlew.run("gradlew", "help", "--offline");

    assertThat(outcome).isEqualTo(new Outcome(0, "gradle on path: help --offline\n"));
  }

  @Test
  void leavesAnOlderGradleOnPathAlone() throws Exception {
    gradleOnPath("8.9");

    Outcome outcome = gradlew.run("gradlew", "help");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("runs on a JDK from 17 to 23");
  }

  private void gradleOnPath(String version) throws IOException {
    Path gradle = folder.resolve("gradle-" + version);
    Script.program(gradle.resolve("bin/gradle"), "echo gradle on path: \"$@\"");
    Files.createDirectories(gradle.resolve("lib"));
    Files.createFile(gradle.resolve("lib/gradle-launcher-" + version + ".jar"));
    Files.createSymbolicLink(folder.resolve("path/gradle"), gradle.resolve("bin/gradle"));
  }

  private Stream<String> store() throws IOException {
    return Files.list(gradlew.home().resolve(".gradle/from-central"))
        .map(file -> file.getFileName().toString());
  }
}
