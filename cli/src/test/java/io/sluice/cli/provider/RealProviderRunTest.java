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
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A configuration with a provider of Terraform's kind, a process of its own, through all that
 * people do with it, on one deployment.
 */
class RealProviderRunTest {
  private static final String HEAD =
      """
      terraform {
        required_providers {
          trial = { source = "example.com/acme/trial" }
        }
      }
      provider "trial" { endpoint = "here" }
      """;

  private static final String CHAIN =
      HEAD
          + """
          variable "note" { default = "first" }
          data "trial_lookup" "early" { key = "early" }
          resource "trial_thing" "base" {
            name = "base"
            note = var.note
            tags = { from = data.trial_lookup.early.value }
            disk { label = "one" }
            disk { label = "two" }
          }
          data "trial_lookup" "late" { key = trial_thing.base.id }
          resource "trial_thing" "next" {
            name = "next-${trial_thing.base.revision}"
            note = data.trial_lookup.late.value
          }
          resource "trial_named" "many" {
            for_each = toset(["x", "y"])
            name     = "${each.key}-${trial_thing.next.name}"
          }
          output "base" { value = trial_thing.base.id }
          output "late" { value = data.trial_lookup.late.value }
          """;

  private static final String INVALID =
      HEAD
          + """
          resource "trial_thing" "one" {
            name  = "one"
            fault = "invalid"
          }
          resource "trial_thing" "two" {
            name  = trial_thing.one.id
            fault = "invalid"
          }
          """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static Path calls;
  private static Path starts;
  private static RunningDeployment local;

  @BeforeAll
  static void start() throws Exception {
    calls = directory.resolve("calls.jsonl");
    Path mirror =
        Files.createDirectories(
            directory.resolve("mirror/example.com/acme/trial/1.0.0/" + Platform.current()));
    starts = directory.resolve("starts");
    Path script = TrialPlugin.script(mirror, Map.of("TRIAL_LOG", calls.toString()));
    Files.writeString(
        script,
        Files.readString(script).replace("exec ", "echo $$ >> '%s'\nexec ".formatted(starts)));
    Path strict =
        Files.createDirectories(
            directory.resolve("mirror/example.com/acme/strict/1.0.0/" + Platform.current()));
    Files.move(
        TrialPlugin.script(strict, Map.of("TRIAL_STRICT", "1")),
        strict.resolve("terraform-provider-strict"));
    write(HEAD);
    done(sluice("init", "--plugin-dir=" + directory.resolve("mirror")));
    plansByItselfWithoutWorkers();
    saysAllThatIsInvalidAtOnce();
    local = RunningDeployment.up(project(), workersSettings());
  }

  private static void plansByItselfWithoutWorkers() throws Exception {
    write(CHAIN);
    assertThat(done(sluice("plan")).out()).contains("Plan: 4 to add, 0 to change, 0 to destroy.");
    assertThat(called("GetProviderSchema")).hasSize(1);
    assertThat(called("ConfigureProvider")).hasSize(1);
    assertThat(Files.readAllLines(starts)).as("processes").hasSize(1);
  }

  /** From here on only workers have the package: they fetch it, by its hash. */
  private static Map<String, String> workersSettings() throws IOException {
    deleteAll(project().resolve(".terraform/providers"));
    Files.delete(calls);
    Path settings =
        Files.writeString(
            directory.resolve("workers.tfrc"),
            "provider_installation { filesystem_mirror { path = \"%s\" } }"
                .formatted(directory.resolve("mirror")));
    return Map.of("TF_CLI_CONFIG_FILE", settings.toString());
  }

  private static void deleteAll(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local) {
      assertThat(ending).isNotNull();
    }
  }

  private static Path project() {
    return directory.resolve("project");
  }

  private static void write(String text) throws IOException {
    Files.createDirectories(project());
    Files.writeString(project().resolve("main.tf"), text);
  }

  private static Captured sluice(String... arguments) {
    return Captured.run(project(), arguments);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  private static List<String> called(String call) throws IOException {
    return Files.readAllLines(calls).stream().filter(line -> line.contains(call)).toList();
  }

  @Test
  void livesThroughAllThatPeopleDo() throws Exception {
    checksWithoutAPackageWhatItCan();
    plansWithoutChangingAnything();
    appliesWhatItPlanned();
    updatesAndReplaces();
    savesPlansAndRefusesOldOnes();
    keepsWhatFailedHalfway();
    countsByWhatTheRunFindsOut();
    seesWhatChangedOutside();
    destroysAll();
    opensWhatIsEphemeralAndKeepsNothingOfIt();
    makesAClusterAndWhatIsInItInOneApply();
  }

  private void makesAClusterAndWhatIsInItInOneApply() throws Exception {
    writeCluster("cluster", "inside");
    done(sluice("init", "--plugin-dir=" + directory.resolve("mirror")));

    assertThat(done(sluice("plan")).out()).contains("Plan: 2 to add, 0 to change, 0 to destroy.");
    Captured apply = done(sluice("apply", "--auto-approve"));
    assertThat(apply.out()).contains("made-for-inside");
    assertThat(done(sluice("plan")).out()).contains("No changes.");
    replacesWhatIsInANewClusterInOneApply();
    asksBeforeItReplacesWhatWasNotShown();
    done(sluice("destroy", "--auto-approve"));
  }

  private static void writeCluster(String cluster, String inside) throws Exception {
    write(
        """
        terraform {
          required_providers {
            trial  = { source = "example.com/acme/trial" }
            strict = { source = "example.com/acme/strict" }
          }
        }
        provider "trial" { endpoint = "here" }
        provider "strict" { endpoint = trial_thing.cluster.id }
        resource "trial_thing" "cluster" { name = "%s" }
        data "trial_lookup" "inside" {
          provider = strict
          key      = "inside"
        }
        resource "trial_thing" "inside" {
          provider = strict
          name     = "%s"
          note     = data.trial_lookup.inside.value
        }
        output "inside" { value = trial_thing.inside.id }
        """
            .formatted(cluster, inside));
  }

  /** With the plan, nobody could ask its provider, whose cluster was not there yet. */
  private void replacesWhatIsInANewClusterInOneApply() throws Exception {
    writeCluster("other", "another");

    Captured apply = done(sluice("apply", "--auto-approve"));

    assertThat(apply.out())
        .contains("trial_thing.inside has to be replaced (name)", "made-for-another");
    assertThat(apply.out() + apply.err()).doesNotContain("Error");
    assertThat(done(sluice("plan")).out()).contains("No changes.");
  }

  private void asksBeforeItReplacesWhatWasNotShown() throws Exception {
    writeCluster("third", "last");
    done(sluice("plan", "--out=shown"));

    String run =
        done(sluice("apply", "--detach", "shown")).out().lines().toList().getLast().strip();
    local.await(() -> sluice("runs", "show", run).out().contains("awaiting approval"));

    assertThat(done(sluice("state", "show", "trial_thing.inside")).out()).contains("another");
    Captured approved = done(sluice("runs", "approve", "--auto-approve", run));
    assertThat(approved.out())
        .contains("trial_thing.inside has to be replaced (name)", "Waiting for someone to approve")
        .doesNotContain("Skipped:");
    assertThat(done(sluice("plan")).out()).contains("No changes.");
  }

  private void opensWhatIsEphemeralAndKeepsNothingOfIt() throws Exception {
    String result = "value of canary-91";
    write(
        HEAD
            + """
            ephemeral "trial_token" "login" { key = "canary-91" }
            provider "trial" {
              alias    = "signed"
              endpoint = ephemeral.trial_token.login.value
            }
            resource "trial_thing" "signed" {
              provider      = trial.signed
              name          = "signed"
              token         = "bearer ${ephemeral.trial_token.login.value}"
              token_version = 1
              provisioner "local-exec" {
                command = "test '${ephemeral.trial_token.login.value}' = 'value of canary-91'"
              }
            }
            """);
    done(sluice("plan"));
    assertThat(called("OpenEphemeralResource")).as("where there is no package").isEmpty();
    done(sluice("init", "--plugin-dir=" + directory.resolve("mirror")));
    Files.delete(calls);

    Captured plan = done(sluice("plan"));
    assertThat(called("OpenEphemeralResource")).hasSize(1);
    assertThat(called("CloseEphemeralResource")).hasSize(1);
    Captured apply = done(sluice("apply", "--auto-approve"));
    Captured destroy = done(sluice("destroy", "--auto-approve"));

    // a plan each, and each node: the resource twice, the provisioner
    assertThat(called("OpenEphemeralResource")).hasSize(6);
    assertThat(called("CloseEphemeralResource")).hasSize(6);
    String sent = HexFormat.of().formatHex(("bearer " + result).getBytes(StandardCharsets.UTF_8));
    assertThat(called("ApplyResourceChange").getFirst()).contains(sent);
    assertThat(plan.out() + plan.err() + apply.out() + apply.err() + destroy.out() + destroy.err())
        .doesNotContain(result);
    try (Stream<Path> files = Files.walk(project())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(bytes.contains(result) && !file.endsWith("main.tf")).as("%s", file).isFalse();
      }
    }
  }

  private void checksWithoutAPackageWhatItCan() throws Exception {
    write(INVALID);
    Captured valid = done(sluice("validate"));
    assertThat(valid.out()).contains("The configuration is valid");
    assertThat(valid.err())
        .contains("example.com/acme/trial 1.0.0 is not installed here.", "is not checked");

    write(INVALID.replace("name  = \"one\"", "nam  = \"one\""));
    Captured refused = sluice("validate");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.out() + refused.err()).contains("\"nam\" is not expected here");
  }

  private static void saysAllThatIsInvalidAtOnce() throws Exception {
    write(INVALID);
    Captured refused = sluice("validate");
    assertThat(refused.code()).isNotZero();
    assertThat(refused.out() + refused.err())
        .contains("trial_thing.one: because it was asked to")
        .contains("trial_thing.two: because it was asked to")
        .containsPattern("main.tf.*line 9")
        .containsPattern("main.tf.*line 13");
  }

  private void countsByWhatTheRunFindsOut() throws Exception {
    Files.writeString(
        project().resolve("counted.tf"),
        """
        resource "trial_thing" "fresh" {
          name = "fresh"
        }
        resource "trial_named" "counted" {
          count = trial_thing.fresh.revision + 1
          name  = "${count.index}-of-${trial_thing.fresh.id}"
        }
        """);
    Captured apply = done(sluice("apply", "--auto-approve", "--var", "note=third"));

    assertThat(apply.out()).contains("3 added, 0 changed, 0 destroyed");
    assertThat(done(sluice("state", "list")).out())
        .contains("trial_named.counted[0]", "trial_named.counted[1]");
    assertThat(done(sluice("state", "show", "trial_named.counted[1]")).out())
        .contains("1-of-made-for-fresh");
    Files.delete(project().resolve("counted.tf"));
    assertThat(done(sluice("apply", "--auto-approve", "--var", "note=third")).out())
        .contains("0 added, 0 changed, 3 destroyed");
  }

  private void plansWithoutChangingAnything() throws Exception {
    write(CHAIN);

    Captured plan = done(sluice("plan"));

    assertThat(plan.out())
        .contains("Plan: 4 to add, 0 to change, 0 to destroy.")
        .contains("(known after apply)")
        .contains("data.trial_lookup.late");
    assertThat(called("PlanResourceChange")).as("asked by a worker").isNotEmpty();
    assertThat(called("ApplyResourceChange")).isEmpty();
    assertThat(done(sluice("state", "list")).out()).doesNotContain("trial_thing");
    Captured runs = done(sluice("runs", "list", "--all"));
    assertThat(runs.out()).as("the run that asked").contains("plan");
  }

  private void appliesWhatItPlanned() throws Exception {
    Captured apply = done(sluice("apply", "--auto-approve"));

    assertThat(apply.out())
        .contains("Apply complete! Resources: 4 added, 0 changed, 0 destroyed.")
        .contains("base = \"made-for-base\"")
        .contains("late = \"value of made-for-base\"");
    assertThat(called("ApplyResourceChange")).hasSize(4);
    // for the plan before, for this one, and once more by who carries it out: not under the claim
    assertThat(called("PlanResourceChange")).hasSize(3 * 4);
    assertThat(called("ReadDataSource")).as("twice the early one, the late one").hasSize(3);
    assertThat(called("ConfigureProvider")).as("one process plans and applies").hasSize(1);
    assertThat(done(sluice("state", "show", "trial_thing.next")).out())
        .contains("name", "next-1", "value of made-for-base");
    assertThat(done(sluice("plan")).out()).contains("No changes.");
  }

  private void updatesAndReplaces() throws Exception {
    Captured update = done(sluice("apply", "--auto-approve", "--var", "note=second"));
    assertThat(update.out())
        .contains("trial_thing.base will be updated in-place")
        .contains("\"first\" -> \"second\"");

    write(CHAIN.replace("name = \"base\"", "name = \"ground\""));
    Captured replace = done(sluice("apply", "--auto-approve", "--var", "note=second"));
    assertThat(replace.out())
        .contains("trial_thing.base must be replaced")
        .contains("# forces replacement")
        .contains("base = \"made-for-ground\"");
    assertThat(done(sluice("plan", "--var", "note=second")).out()).contains("No changes.");
  }

  private void savesPlansAndRefusesOldOnes() throws Exception {
    String ground = CHAIN.replace("name = \"base\"", "name = \"ground\"");
    write(ground);
    done(sluice("plan", "--var", "note=third", "--out", "third.plan"));
    done(sluice("plan", "--var", "note=fourth", "--out", "fourth.plan"));
    assertThat(done(sluice("show", "third.plan")).out()).contains("\"second\" -> \"third\"");

    done(sluice("apply", "third.plan"));
    Captured stale = sluice("apply", "fourth.plan");

    assertThat(stale.code()).isNotZero();
    assertThat(done(sluice("state", "show", "trial_thing.base")).out())
        .contains("third")
        .doesNotContain("fourth");
  }

  private void keepsWhatFailedHalfway() throws Exception {
    String half =
        HEAD
            + """
            resource "trial_thing" "half" {
              name  = "half"
              fault = "apply-partial"
            }
            """;
    Files.writeString(
        project().resolve("half.tf"), half.substring(half.indexOf("resource \"trial_thing\"")));
    write(CHAIN.replace("name = \"base\"", "name = \"ground\""));
    Captured failed = sluice("apply", "--auto-approve", "--var", "note=third");
    assertThat(failed.code()).isNotZero();
    assertThat(failed.out() + failed.err()).contains("Half of it is done");

    Captured plan = done(sluice("plan", "--var", "note=third"));

    assertThat(plan.out()).contains("trial_thing.half is tainted, so must be replaced");
    Files.delete(project().resolve("half.tf"));
    assertThat(done(sluice("apply", "--auto-approve", "--var", "note=third")).out())
        .contains("0 added, 0 changed, 1 destroyed");
  }

  private void seesWhatChangedOutside() throws Exception {
    Files.writeString(
        project().resolve("gone.tf"),
        """
        resource "trial_thing" "gone" {
          name  = "gone"
          fault = "gone"
        }
        """);
    done(sluice("apply", "--auto-approve", "--var", "note=third"));

    Captured plan = done(sluice("plan", "--var", "note=third"));

    assertThat(plan.out()).contains("Plan: 1 to add, 0 to change, 0 to destroy.");
    done(sluice("apply", "--auto-approve", "--var", "note=third"));
    assertThat(done(sluice("state", "list")).out()).doesNotContain("deposed");
    Files.delete(project().resolve("gone.tf"));
  }

  private void destroysAll() throws Exception {
    Captured plan = done(sluice("plan", "--destroy", "--var", "note=third"));
    assertThat(plan.out())
        .contains("trial_thing.gone: deleted outside", "Plan: 0 to add, 0 to change, 4 to destroy.")
        .doesNotContain("no longer be managed");

    Captured destroy = done(sluice("destroy", "--auto-approve", "--var", "note=third"));

    assertThat(destroy.out())
        .contains("trial_thing.gone: deleted outside", "4 destroyed")
        .doesNotContain("late: deleted outside");
    assertThat(done(sluice("state", "list")).out()).doesNotContain("trial_");
  }
}
