package io.sluice.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.install.address.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Providers that break the protocol, as the person at the command line learns of it: in one message
 * that says which provider did what, with nothing of what it was told in confidence.
 */
class WireFaultsTest {
  private static final String SECRET = "canary-4711";
  private static final String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
      }
      variable "where" {
        default   = "%s"
        sensitive = true
      }
      provider "trial" { endpoint = var.where }
      """
          .formatted(SECRET);

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    write(project(), "");
    Path sound = mirror("sound", Map.of());
    done(Captured.run(project(), "init", "--plugin-dir=" + sound));
    write(directory.resolve("alone"), "");
    done(Captured.run(directory.resolve("alone"), "init", "--plugin-dir=" + sound));
    done(Captured.run(project(), "plan"));
    local = RunningDeployment.up(project(), Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local) {
      assertThat(ending).isNotNull();
      keepsWhatWasToldInConfidence();
    }
  }

  private static Path project() {
    return directory.resolve("project");
  }

  /** A folder of packages with one that behaves so. */
  private static Path mirror(String name, Map<String, String> settings) throws IOException {
    Path mirror = directory.resolve("mirror-" + name);
    TrialPlugin.script(
        Files.createDirectories(
            mirror.resolve("example.com/acme/trial/1.0.0/" + Platform.current())),
        settings);
    return mirror;
  }

  private static void write(Path project, String text) throws IOException {
    Files.createDirectories(project);
    Files.writeString(project.resolve("main.tf"), HEAD + text);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  private static String thing(String name, String fault) {
    return "resource \"trial_thing\" \"it\" {\n  name  = \"%s\"\n  fault = \"%s\"\n}\n"
        .formatted(name, fault);
  }

  /** Once, in words, and nothing of how this was found out. */
  private static void says(Captured refused, String... words) {
    String said = refused.out() + refused.err();
    assertThat(refused.code()).as(said).isNotZero();
    assertThat(said).contains(words).doesNotContain("\tat ", "Exception", SECRET);
    assertThat(said.lines().filter(line -> line.contains(words[0]))).as(said).hasSize(1);
    assertThat(said.lines().filter(line -> line.contains("Error: "))).as(said).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage           | I am not a plugin",
        "die               | exit code 7",
        "protocol-4        | version 4 of the provider protocol",
        "net-rpc           | net/rpc",
        "nowhere           | could not be reached",
        "other-certificate | another certificate than the one that it gave",
      })
  void sayWhatAPluginDidInsteadOfStarting(String start, String said) throws Exception {
    Path project = directory.resolve(start);
    write(project, thing("a", ""));
    done(
        Captured.run(
            project, "init", "--plugin-dir=" + mirror(start, Map.of("TRIAL_START", start))));

    says(Captured.run(project, "plan"), said, "acme/trial 1.0.0");
  }

  @Test
  void waitForAPluginThatIsSlowToStart() throws Exception {
    Path project = directory.resolve("slow");
    write(project, thing("a", ""));
    done(
        Captured.run(
            project, "init", "--plugin-dir=" + mirror("slow", Map.of("TRIAL_START", "slow"))));

    assertThat(done(Captured.run(project, "plan")).out()).contains("Plan: 1 to add");
  }

  @Test
  void refuseASchemaOfSeventyMegabytes() throws Exception {
    Path project = directory.resolve("large");
    write(project, thing("a", ""));
    done(
        Captured.run(
            project,
            "init",
            "--plugin-dir=" + mirror("large", Map.of("TRIAL_EXCESS", "" + 70_000_000))));

    says(Captured.run(project, "plan"), "64 MiB", "acme/trial 1.0.0");
  }

  @Test
  void refuseAPackageThatIsNotTheLockedOne() throws Exception {
    Path project = directory.resolve("tampered");
    write(project, thing("a", ""));
    Path mirror = mirror("tampered", Map.of());
    done(Captured.run(project, "init", "--plugin-dir=" + mirror));
    try (Stream<Path> files = Files.walk(mirror)) {
      Path program = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      Files.writeString(program, Files.readString(program) + "# and something more\n");
    }

    says(Captured.run(project, "plan"), "is not the locked one", "acme/trial 1.0.0", "sluice init");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "plan-type    | project | PlanResourceChange gave not an object",
        "plan-differs | project | planned with a value, but it is neither configured nor computed",
        "defer        | project | which was not allowed to it",
        "tells        | project | not at (sensitive value)",
        // Workers would ask again and again.
        "die-in-plan  | alone   | exit code 3",
        "dies-telling | alone   | no answer at (sensitive value)",
      })
  void sayWhatAProviderPlannedWrongly(String fault, String where, String said) throws Exception {
    write(directory.resolve(where), thing(fault, fault));

    says(Captured.run(directory.resolve(where), "plan"), said, "resource \"trial_thing\" \"it\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "read-type    | ReadResource gave not an object",
        "read-unknown | size: is unknown, which nothing real is",
      })
  void sayWhatAProviderReadWrongly(String fault, String said) throws Exception {
    write(project(), thing(fault, fault));
    done(Captured.run(project(), "apply", "--auto-approve"));

    says(Captured.run(project(), "plan"), said, "trial_thing.it");
    done(Captured.run(project(), "state", "rm", "trial_thing.it"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "look-type    | ReadDataSource gave not an object",
        "look-unknown | gave something unknown for trial_lookup",
        "nothing      | gave nothing for trial_lookup",
      })
  void sayWhatAProviderFoundWrongly(String key, String said) throws Exception {
    write(project(), "data \"trial_lookup\" \"it\" {\n  key = \"%s\"\n}\n".formatted(key));

    says(Captured.run(project(), "plan"), said, "data \"trial_lookup\" \"it\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "apply-type    | In doubt: | What the provider gave after the change can't be kept",
        "apply-unknown | Error:    | (at size): is still unknown",
        "apply-null    | Error:    | was there, but is absent now",
        "apply-differs | Error:    | (at note): was null, but no more",
        "die-in-apply  | In doubt: | exit code 2",
      })
  void sayWhatAProviderDidWrongly(String fault, String kind, String said) throws Exception {
    write(project(), thing(fault, fault));

    Captured applied = Captured.run(project(), "apply", "--auto-approve");

    String all = applied.out() + applied.err();
    assertThat(applied.code()).as(all).isNotZero();
    assertThat(all)
        .contains(kind, "trial_thing.it", said)
        .doesNotContain("\tat ", "Exception", SECRET);
    assertThat(all.lines().filter(line -> line.startsWith(kind))).as(all).hasSize(1);
    Captured.run(project(), "state", "rm", "trial_thing.it"); // if it is there
  }

  /** Neither in logs nor in topics nor in state nor in anything that is kept of schemas. */
  private static void keepsWhatWasToldInConfidence() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        boolean isSource = file.endsWith("main.tf");
        assertThat(bytes.contains(SECRET) && !isSource).as("%s", file).isFalse();
      }
    }
  }
}
