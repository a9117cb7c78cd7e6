package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.install.address.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * With the provider for tests, of which every tenth answer is lost, and which refuses to plan what
 * is inside of something that is not made yet; more objects with {@code
 * -Psluice.killedPlugins.creates=200}.
 */
class KilledPluginsTest extends KilledPlugins {
  private static final int EVERY = 10;
  private static final String TYPE = "trial_thing.";

  @Override
  int creates() {
    return Integer.getInteger("sluice.killedPlugins.creates", 24);
  }

  @Override
  Path mirror() throws Exception {
    Path ledger = Files.createDirectories(directory.resolve("ledger"));
    Path mirror = directory.resolve("mirror");
    TrialPlugin.script(
        Files.createDirectories(
            mirror.resolve("example.com/acme/trial/1.0.0/" + Platform.current())),
        Map.of(
            "TRIAL_LEDGER",
            ledger.toString(),
            "TRIAL_STRICT",
            "1",
            "TRIAL_DELAY_MS",
            "250",
            "TRIAL_LOSES_EVERY",
            Integer.toString(EVERY)));
    return mirror;
  }

  @Override
  String configuration() {
    return """
    terraform {
      required_providers {
        trial = { source = "example.com/acme/trial" }
      }
    }
    resource "trial_thing" "cluster" {
      name = "cluster"
      recover { import_id = "cluster" }
    }
    provider "trial" {
      alias    = "inside"
      endpoint = trial_thing.cluster.id
    }
    resource "trial_thing" "inside" {
      provider = trial.inside
      for_each = toset([for i in range(%d) : "i${i}"])
      name     = each.key
      recover {
        data "trial_lookup" "same" { key = "all:trial_thing.${each.key}" }
        find = data.trial_lookup.same.value
      }
    }
    resource "trial_thing" "found" {
      for_each = toset([for i in range(%d) : "f${i}"])
      name     = each.key
      note     = "wanted"
      recover { import_id = each.key }
    }
    resource "trial_thing" "blind" {
      for_each = toset([for i in range(%d) : "b${i}"])
      name     = each.key
    }
    """
        .formatted(creates() / 3, creates() - 2 * (creates() / 3) - 1, creates() / 3);
  }

  @Override
  List<String> made() throws IOException {
    return written("made.log");
  }

  private List<String> written(String name) throws IOException {
    Path log = directory.resolve("ledger").resolve(name);
    return Files.exists(log)
        ? Files.readAllLines(log).stream().map(line -> line.substring(TYPE.length())).toList()
        : List.of();
  }

  @Override
  Set<String> unheard() throws IOException {
    return Set.copyOf(written("lost.log"));
  }

  @Override
  String address(String name) {
    return switch (name.charAt(0)) {
      case 'c' -> TYPE + name;
      case 'i' -> TYPE + "inside[\"" + name + "\"]";
      case 'f' -> TYPE + "found[\"" + name + "\"]";
      default -> TYPE + "blind[\"" + name + "\"]";
    };
  }

  @Override
  boolean isPlugin(String command) {
    return command.contains(TrialPlugin.class.getName());
  }

  @Override
  void close() {}

  @Test
  void knowsWhatBecameOfEachObjectThoughAllIsKilled() throws Exception {
    deploy();

    Set<String> doubtful = killAndLook();

    // A person looks each up: what was made is taken over, and the rest is made again.
    List<String> ledger = made();
    Files.createFile(directory.resolve("ledger/calm"));
    for (String node : doubtful) {
      String name = node.substring(node.indexOf('"') + 1, node.lastIndexOf('"'));
      done(
          ledger.contains(name)
              ? sluice("runs", "resolve", run(), node, "--adopt", name)
              : sluice("runs", "resolve", run(), node, "--retry"));
    }
    done(sluice("apply", "--auto-approve"));
    assertThat(made()).hasSize(creates()).doesNotHaveDuplicates();
    assertThat(done(sluice("plan")).out()).contains("No changes.");
  }
}
