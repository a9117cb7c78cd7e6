package io.sluice.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.cli.local.Command;
import io.sluice.cli.local.KeptBytes;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.install.address.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of calls of a real provider that hang, and what processes and secrets they have. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class CallsUnderWayTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
      }
      provider "trial" { endpoint = "here" }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    Path mirror =
        Files.createDirectories(
            mirror().resolve("example.com/acme/trial/1.0.0/" + Platform.current()));
    TrialPlugin.script(mirror, Map.of("TRIAL_LOG", calls().toString()));
    installed(project(), HEAD);
    local = RunningDeployment.up(project(), Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static Path calls() {
    return directory.resolve("calls.jsonl");
  }

  private static Path mirror() {
    return directory.resolve("mirror");
  }

  private static Path project() {
    return directory.resolve("project");
  }

  private static void write(Path place, String text) throws IOException {
    Files.createDirectories(place);
    Files.writeString(place.resolve("main.tf"), text);
  }

  private static void installed(Path place, String text) throws IOException {
    write(place, text);
    done(Captured.run(place, "init", "--plugin-dir=" + mirror()));
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  private static String thing(String name, String fault) {
    return "resource \"trial_thing\" \"%1$s\" {\n  name  = \"%1$s\"\n  fault = \"%2$s\"\n}\n"
        .formatted(name, fault);
  }

  private static long called(String call, String name) throws IOException {
    // Values travel as MessagePack, in which a short text stands as it is.
    String needle = java.util.HexFormat.of().formatHex(name.getBytes());
    return Files.exists(calls())
        ? Files.readAllLines(calls()).stream()
            .filter(line -> line.contains(call) && line.contains(needle))
            .count()
        : 0;
  }

  private static Optional<JsonNode> open(String kind) throws Exception {
    for (String line : local.run("runs", "list", "--all", "--json").out().lines().toList()) {
      JsonNode run = RunningDeployment.json(line);
      if (run.path("kind").asText().equals(kind) && run.path("endedAt").asText().isEmpty()) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  @Test
  void ctrlCLeavesAPlanThatHangsAndTakesItsRunAlong() throws Exception {
    write(project(), HEAD + thing("stuck", "hang-plan"));
    Command plan = Command.startInterruptibleAsHere(project(), "plan");
    local.await(() -> plan.saidSoFar().contains("Planning... [10s elapsed]"));
    String run = open("plan").orElseThrow().path("run").asText();

    plan.interrupt();

    Command.Ended left = plan.await();
    assertThat(left.code()).as(left.out() + left.err()).isEqualTo(130);
    assertThat(left.err()).contains("Planning was interrupted", run, "Nothing was changed.");
    assertThat(local.ended(run).path("outcome").asText()).isEqualTo("cancelled");
    write(project(), HEAD + thing("well", ""));
    assertThat(done(local.run("plan")).out()).contains("Plan: 1 to add");
  }

  @Test
  void aPlanThatHangsEndsWithItsRun() throws Exception {
    write(project(), HEAD + thing("held", "hang-plan"));
    Command plan = Command.startInterruptibleAsHere(project(), "plan");
    local.await(() -> called("PlanResourceChange", "held") > 0);
    String run = open("plan").orElseThrow().path("run").asText();

    done(local.run("runs", "cancel", run));

    assertThat(plan.process().waitFor(20, TimeUnit.SECONDS)).as(plan.saidSoFar()).isTrue();
    Command.Ended left = plan.await();
    assertThat(left.code()).isEqualTo(1);
    assertThat(left.err()).contains("Planning was cancelled", run).doesNotContain("\tat ");
  }

  @Test
  void aCreationThatHangsIsEndedOnRequestAndIsInDoubt() throws Exception {
    write(project(), HEAD + thing("endless", "until-stopped"));
    Command apply = Command.startInterruptibleAsHere(project(), "apply", "--auto-approve");
    local.await(() -> called("ApplyResourceChange", "endless") > 0);
    String run = open("apply").orElseThrow().path("run").asText();

    Captured told = done(local.run("runs", "resolve", run, "trial_thing.endless", "--interrupt"));

    assertThat(told.out()).contains("The call of trial_thing.endless is ended");
    Command.Ended left = apply.await();
    assertThat(left.code()).isEqualTo(1);
    assertThat(left.out()).contains("In doubt: trial_thing.endless");
    done(local.run("runs", "resolve", run, "trial_thing.endless", "--abandon"));
  }

  /** With neither a block nor a lock: then only its record says who deletes it. */
  @Test
  void initInstallsWhatOnlyStateNeeds() throws Exception {
    write(project(), HEAD.replaceAll("provider .*\\n", "") + thing("kept", ""));
    done(local.run("apply", "--auto-approve"));
    write(project(), "output \"nothing\" { value = 1 }\n");
    Files.delete(project().resolve(".terraform.lock.hcl"));

    Captured refused = local.run("plan");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.err()).contains("trial_thing.kept", "example.com/acme/trial", "sluice init");
    assertThat(done(local.run("init", "--plugin-dir=" + mirror())).out())
        .contains("example.com/acme/trial");

    Captured gone = done(local.run("apply", "--auto-approve"));
    assertThat(gone.out()).contains("0 added, 0 changed, 1 destroyed");
  }

  /** One is configured for both; a relative path would start elsewhere in each of them. */
  @Test
  void workspacesWithoutRelativePathsShareAProcess() throws Exception {
    Path fleet = project().resolve("fleet");
    String shared = HEAD.replace("here", "shared-by-all");
    for (String place : List.of("east", "west")) {
      installed(fleet.resolve(place), shared + thing("plain-" + place, ""));
    }
    done(local.run("fleet", "plan", "fleet"));
    assertThat(called("ConfigureProvider", "shared-by-all")).isEqualTo(1);

    for (String place : List.of("east", "west")) {
      write(
          fleet.resolve(place), shared + thing("plain", "").replace("\"\"", "\"./" + place + "\""));
    }
    done(local.run("fleet", "plan", "fleet"));
    assertThat(called("ConfigureProvider", "shared-by-all")).isEqualTo(3);
  }

  /** In no topic, no log, no state and no plan file, in whatever form. */
  @Test
  void nothingKeepsWhatAnEphemeralResourceGave() throws Exception {
    Path place = directory.resolve("secret");
    installed(
        place,
        HEAD
            + """
            locals { key = "canary \\"91\\"/+&" }
            ephemeral "trial_token" "login" { key = local.key }
            resource "trial_thing" "signed" {
              name          = "signed"
              token         = ephemeral.trial_token.login.value
              token_version = 1
            }
            resource "trial_thing" "control" {
              name = "control of what is looked at"
            }
            """);
    String result = "value of canary \"91\"/+&";
    List<Command.Ended> said = new java.util.ArrayList<>();
    try (RunningDeployment here = RunningDeployment.up(place, Map.of("SLUICE_LOG", "debug"))) {
      for (String[] command :
          List.of(
              new String[] {"plan", "--out=shown.plan"},
              new String[] {"show", "shown.plan"},
              new String[] {"apply", "shown.plan"},
              new String[] {"state", "pull"},
              new String[] {"plan", "--json"})) {
        Captured captured = done(here.run(command));
        said.add(new Command.Ended(captured.code(), captured.out(), captured.err()));
      }
    }
    assertThat(called("ApplyResourceChange", result)).as("it was given").isEqualTo(1);
    KeptBytes kept = KeptBytes.below(place, said);
    assertThat(kept.where("control of what is looked at"))
        .anyMatch(each -> each.contains("kafka/sluice.state-"))
        .anyMatch(each -> each.contains("said/"));
    assertThat(kept.where(result)).isEmpty();
  }
}
