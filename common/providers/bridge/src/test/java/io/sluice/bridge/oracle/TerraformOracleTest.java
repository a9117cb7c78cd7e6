package io.sluice.bridge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.process.AttachedPlugin;
import io.sluice.bridge.rules.IgnoredChanges;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.trial.RequestLog;
import io.sluice.bridge.trial.TrialServer;
import io.sluice.bridge.wire.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Terraform itself is the judge: the same provider must see the same requests from it and from a
 * session.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TerraformOracleTest {
  private static final String ADDRESS = "registry.terraform.io/sluice/trial";
  private static final String REQUIRED =
      """
      terraform {
        required_providers {
          trial = { source = "sluice/trial" }
        }
      }
      """;

  @TempDir Path directory;
  private TrialServer theirs;
  private TrialServer ours;
  private AttachedPlugin plugin;
  private PluginSession session;
  private Terraform terraform;

  private void start(ProtocolVersion version) throws Exception {
    Optional<Path> program = Terraform.find();
    assumeTrue(program.isPresent(), "there is no terraform on PATH to compare with");
    theirs = TrialServer.inThisProcess(version);
    ours = TrialServer.inThisProcess(version);
    plugin = AttachedPlugin.find(ours.reattach(ADDRESS), ADDRESS).orElseThrow();
    session = ((Reply.Done<PluginSession>) PluginSession.open(plugin)).result();
    terraform =
        new Terraform(
            program.get(), directory, Map.of("TF_REATTACH_PROVIDERS", theirs.reattach(ADDRESS)));
  }

  @AfterEach
  void end() {
    if (theirs != null) {
      plugin.close();
      theirs.close();
      ours.close();
    }
  }

  private static List<RequestLog.Entry> taken(TrialServer server) {
    List<RequestLog.Entry> entries = server.log().entries();
    server.log().clear();
    return entries;
  }

  /** Lets terraform apply, then the session, and compares what both said about the type. */
  private final class Comparison {
    private final String type;
    private final Block block;
    private final Replay replay;

    Comparison(String type) throws Exception {
      this.type = type;
      this.block = session.catalog().resource(type).orElseThrow().block();
      this.replay = new Replay(session, type);
    }

    Action replay(List<RequestLog.Entry> seen, IgnoredChanges ignored) throws Exception {
      Action[] action = {null};
      compare(
          seen,
          expected -> {
            if (expected.configs().isEmpty()) {
              replay.destroy();
            } else {
              action[0] = replay.apply(expected.configs(), ignored);
            }
          });
      return action[0];
    }

    void compare(List<RequestLog.Entry> seen, Consumer<Sequence> driver) throws Exception {
      Sequence expected = Sequence.of(seen, type, block);
      taken(ours);
      driver.accept(expected);
      Sequence actual = Sequence.of(taken(ours), type, block);
      assertThat(actual.calls()).isEqualTo(expected.calls());
      for (int i = 0; i < actual.requests().size(); i++) {
        assertThat(actual.requests().get(i))
            .as("request %d of %s", i, actual.calls())
            .isEqualTo(expected.requests().get(i));
      }
    }

    Action step(String configuration) throws Exception {
      return step(configuration, IgnoredChanges.NONE);
    }

    Action step(String configuration, IgnoredChanges ignored) throws Exception {
      return replay(applied(configuration), ignored);
    }
  }

  private void configure(String configuration) throws Exception {
    terraform.configuration(REQUIRED + configuration);
    terraform.run("init", "-input=false", "-no-color");
    taken(theirs);
  }

  private List<RequestLog.Entry> applied(String configuration) throws Exception {
    configure(configuration);
    terraform.run("apply", "-auto-approve", "-input=false", "-no-color", "-parallelism=1");
    return taken(theirs);
  }

  private static String thing(String body) {
    return "resource \"trial_thing\" \"a\" {\n" + body + "\n}\n";
  }

  @ParameterizedTest
  @EnumSource
  void sendsWhatTerraformSendsForALifeOfOneObject(ProtocolVersion version) throws Exception {
    start(version);
    Comparison thing = new Comparison("trial_thing");
    assertThat(thing.step(thing("name = \"a\""))).isEqualTo(Action.CREATE);
    assertThat(thing.step(thing("name = \"a\""))).isEqualTo(Action.NO_OP);
    assertThat(thing.step(thing("name = \"a\"\nnote = \"n\"\nsize = 3"))).isEqualTo(Action.UPDATE);
    assertThat(thing.step(thing("name = \"a\"\nnote = \"n\""))).isEqualTo(Action.NO_OP);
    assertThat(thing.step(thing("name = \"b\"\nnote = \"m\""))).isEqualTo(Action.REPLACE);
    assertThat(thing.step("")).isNull();
    assertThat(theirs.objects()).isZero();
    assertThat(ours.objects()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void sendsEveryKindOfValueAndBlockAsTerraformDoes(ProtocolVersion version) throws Exception {
    start(version);
    String values =
        """
        name     = "a"
        secret   = "s"
        token    = "written only"
        numbers  = [1, 0.1, -129, 9223372036854775808, 12345678901234567890123, 0.5, 1e40]
        tags     = { b = "2", a = "é" }
        labels   = ["y", "x"]
        anything = { a = [1, true], b = null }
        timeouts { create = "5m" }
        rule { port = 80 }
        rule {
          port    = 443
          comment = "tls"
        }
        disk { label = "one" }
        disk {
          label   = "two"
          comment = "second"
        }
        zone "z1" { cidr = "10.0.0.0/8" }
        policy { mode = "strict" }
        """;
    String nested =
        version == ProtocolVersion.FIVE
            ? ""
            : """
            settings = { mode = "m" }
            steps    = [{ mode = "1" }, { mode = "2", level = 2 }]
            members  = [{ mode = "1" }, { mode = "2", level = 2 }]
            regions  = { eu = { mode = "1" }, us = { mode = "2" } }
            """;
    Comparison thing = new Comparison("trial_thing");
    assertThat(thing.step(thing(values + nested))).isEqualTo(Action.CREATE);
    assertThat(thing.step(thing(values + nested))).isEqualTo(Action.NO_OP);
    String changed =
        (values + nested)
            .replace("\"two\"", "\"three\"")
            .replace("rule { port = 80 }", "rule { port = 8080 }")
            .replace("zone \"z1\"", "zone \"z2\"")
            .replace("{ mode = \"2\", level = 2 }", "{ mode = \"3\" }, { mode = \"4\" }")
            .replace("us = {", "cn = {")
            .replace("settings = { mode = \"m\" }", "");
    assertThat(thing.step(thing(changed))).isEqualTo(Action.UPDATE);
    assertThat(thing.step("")).isNull();
  }

  @Test
  void passesOnWhatIsUnknownAsTerraformDoes() throws Exception {
    start(ProtocolVersion.SIX);
    Comparison thing = new Comparison("trial_thing");
    Comparison legacy = new Comparison("trial_legacy");
    String both =
        thing("name = \"a\"")
            + """
            resource "trial_legacy" "l" {
              name = "x-${trial_thing.a.id}"
              dynamic "rule" {
                for_each = [1, 2]
                content {
                  port    = rule.value
                  comment = trial_thing.a.id
                }
              }
              dynamic "disk" {
                for_each = toset([trial_thing.a.id])
                content { label = disk.value }
              }
            }
            """;
    List<RequestLog.Entry> seen = applied(both);
    assertThat(thing.replay(seen, IgnoredChanges.NONE)).isEqualTo(Action.CREATE);
    assertThat(legacy.replay(seen, IgnoredChanges.NONE)).isEqualTo(Action.CREATE);
    List<RequestLog.Entry> again = applied(both);
    assertThat(thing.replay(again, IgnoredChanges.NONE)).isEqualTo(Action.NO_OP);
    assertThat(legacy.replay(again, IgnoredChanges.NONE)).isEqualTo(Action.NO_OP);
  }

  @Test
  void ignoresChangesAsTerraformDoes() throws Exception {
    start(ProtocolVersion.SIX);
    Comparison thing = new Comparison("trial_thing");
    String lifecycle = "\nlifecycle { ignore_changes = [note, tags[\"a\"], rule] }";
    IgnoredChanges ignored =
        new IgnoredChanges(
            false,
            List.of(ValuePath.of("note"), ValuePath.of("tags").key("a"), ValuePath.of("rule")));
    String first = "name = \"a\"\nnote = \"n\"\ntags = { a = \"1\", b = \"1\" }\nrule { port = 1 }";
    String second =
        "name = \"a\"\nnote = \"m\"\ntags = { a = \"2\", b = \"1\" }\nrule { port = 2 }";
    String third = "name = \"b\"\nnote = \"m\"\ntags = { b = \"2\" }";
    assertThat(thing.step(thing(first + lifecycle), ignored)).isEqualTo(Action.CREATE);
    assertThat(thing.step(thing(second + lifecycle), ignored)).isEqualTo(Action.NO_OP);
    assertThat(thing.step(thing(third + lifecycle), ignored)).isEqualTo(Action.REPLACE);
    String all = "name = \"c\"\nsize = 9\nlifecycle { ignore_changes = all }";
    assertThat(thing.step(thing(all), IgnoredChanges.ALL)).isEqualTo(Action.NO_OP);
  }

  @Test
  void replacesWhatAFailedCreateLeftAsTerraformDoes() throws Exception {
    start(ProtocolVersion.SIX);
    Comparison thing = new Comparison("trial_thing");
    configure(thing("name = \"a\"\nfault = \"apply-partial\""));
    terraform.fail("apply", "-auto-approve", "-input=false", "-no-color", "-parallelism=1");
    thing.compare(taken(theirs), seen -> thing.replay.fail(seen.configs()));
    assertThat(thing.step(thing("name = \"a\""))).isEqualTo(Action.REPLACE);
    configure(thing("name = \"a\"\nnote = \"n\"\nfault = \"apply-partial\""));
    terraform.fail("apply", "-auto-approve", "-input=false", "-no-color", "-parallelism=1");
    thing.compare(taken(theirs), seen -> thing.replay.fail(seen.configs()));
    assertThat(thing.step(thing("name = \"a\"\nnote = \"n\""))).isEqualTo(Action.UPDATE);
  }

  @Test
  void importsAsTerraformDoes() throws Exception {
    start(ProtocolVersion.SIX);
    Comparison thing = new Comparison("trial_thing");
    String block =
        """
        import {
          to = trial_thing.a
          id = "a"
        }
        """;
    List<RequestLog.Entry> seen = applied(block + thing("name = \"a\"\nnote = \"n\""));
    thing.compare(
        seen,
        expected ->
            assertThat(thing.replay.importAndApply("a", expected.configs()))
                .isEqualTo(Action.UPDATE));
    assertThat(thing.step(thing("name = \"a\"\nnote = \"n\""))).isEqualTo(Action.NO_OP);
  }

  @ParameterizedTest
  @EnumSource
  void destroysEverythingAsTerraformDoes(ProtocolVersion version) throws Exception {
    start(version);
    Comparison thing = new Comparison("trial_thing");
    assertThat(thing.step(thing("name = \"a\""))).isEqualTo(Action.CREATE);
    terraform.run("destroy", "-auto-approve", "-input=false", "-no-color", "-parallelism=1");
    thing.compare(taken(theirs), seen -> thing.replay.destroyAll(seen.configs()));
    assertThat(ours.objects()).isZero();
  }

  @Test
  void readsDataAsTerraformDoes() throws Exception {
    start(ProtocolVersion.SIX);
    Block block = session.catalog().data("trial_lookup").orElseThrow().block();
    Sequence expected =
        Sequence.of(
            applied("data \"trial_lookup\" \"d\" {\n  key = \"k\"\n}\n"), "trial_lookup", block);
    taken(ours);
    session.validateData("trial_lookup", expected.configs().get(0));
    session.readData("trial_lookup", expected.configs().get(1));
    assertThat(Sequence.of(taken(ours), "trial_lookup", block).requests())
        .isEqualTo(expected.requests());
  }

  @ParameterizedTest
  @EnumSource
  void toleratesOldProvidersAsTerraformDoes(ProtocolVersion version) throws Exception {
    start(version);
    Comparison legacy = new Comparison("trial_legacy");
    String first =
        """
        resource "trial_legacy" "l" {
          name = "a"
          body = "null-blocks"
        }
        """;
    assertThat(legacy.step(first)).isEqualTo(Action.CREATE);
    assertThat(legacy.step(first)).isEqualTo(Action.NO_OP);
    String second =
        """
        resource "trial_legacy" "l" {
          name = "a"
          body = "text"
          rule { port = 1 }
          disk { label = "d" }
        }
        """;
    assertThat(legacy.step(second)).isEqualTo(Action.UPDATE);
    assertThat(legacy.step(second.replace("name = \"a\"", "name = \"b\"")))
        .isEqualTo(Action.REPLACE);
  }
}
