package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The deployment as processes: started, joined, killed, started again, ended. Long, hence all in
 * one.
 */
class LocalProcessTest {
  private static final int CHAINS = 10;
  private static final int LINKS = 20;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path first;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path second;

  @AfterEach
  void endWhatWasStarted() throws IOException {
    for (Path directory : List.of(first, second)) {
      LocalDescription.read(new LocalDirectory(directory))
          .flatMap(local -> ProcessHandle.of(local.pid()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void livesThroughUpJoinKillUpAndDownBesideAnother() throws Exception {
    // given two deployments in two directories
    assertThat(Command.run(first, "up").code()).isZero();
    assertThat(Command.run(second, "up").code()).isZero();
    JsonNode one = status(first);
    JsonNode other = status(second);
    assertThat(one.path("pid").asLong()).isNotEqualTo(other.path("pid").asLong());
    assertThat(one.path("kafka").asText()).isNotEqualTo(other.path("kafka").asText());
    assertThat(one.path("services")).hasSize(3);
    assertThat(Files.getPosixFilePermissions(first.resolve(".sluice"))).hasSize(3);

    // when a command joins the first and is done
    Files.writeString(first.resolve("plan.yaml"), small("made.txt"));
    Command.Ended joined = Command.run(first, "submit", "plan.yaml");
    assertThat(joined.err()).isEmpty();
    assertThat(joined.out())
        .contains("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.");
    assertThat(first.resolve("made.txt")).exists();

    // then its state survives a kill, which status sees at once
    long pid = one.path("pid").asLong();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    ProcessHandle.of(pid).ifPresent(handle -> handle.onExit().join());
    assertThat(status(first).path("state").asText()).isEqualTo("down");
    assertThat(Command.run(first, "up").code()).isZero();
    assertThat(Command.run(first, "state", "list").out())
        .isEqualTo("local_file.made\nrandom_id.word\n");
    Command.Ended again = Command.run(first, "submit", "plan.yaml");
    assertThat(again.out()).contains("No changes.");

    // and the other one never noticed
    assertThat(status(second).path("pid")).isEqualTo(other.path("pid"));
    assertThat(Command.run(first, "down").out()).isEqualTo("The local deployment has stopped.\n");
    assertThat(status(first).path("state").asText()).isEqualTo("down");
    assertThat(Command.run(second, "down").code()).isZero();

    // and a command that is its own host tells of no run but its own
    Command.Ended alone = Command.run(first, "submit", "plan.yaml");
    assertThat(alone.out()).contains("No changes.");
    assertThat(alone.err()).doesNotContain("resuming run");
  }

  /** Without starting anything, and where a look starts no workers. */
  private void saysThatItWasInterrupted(String run) throws Exception {
    String verbs = "sluice runs resume " + run;
    assertThat(Command.run(first, "status").out())
        .contains("No deployment is running", "Run " + run + " was interrupted: apply of workspace")
        .contains(verbs, "sluice runs cancel " + run, "sluice runs abandon " + run);
    assertThat(status(first).path("runs").path(0).path("interrupted").asBoolean()).isTrue();
    Command.Ended doctor = Command.run(first, "doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out()).contains("BAD run " + run + ": interrupted", verbs);
    Command.Ended list = Command.run(first, "runs", "list");
    assertThat(list.out()).containsPattern(run + " .* interrupted ");
    assertThat(list.err()).contains(verbs);
  }

  @Test
  void losesNothingWhenItIsKilledInTheMiddle() throws Exception {
    // given a run of chains, each link with a file and a line in a ledger
    Files.writeString(first.resolve("plan.json"), chains());
    assertThat(Command.run(first, "up").code()).isZero();
    long pid = status(first).path("pid").asLong();
    Command.Ended submitted = Command.run(first, "submit", "plan.json", "--detach");
    String run = submitted.out().strip();
    assertThat(submitted.code()).as(submitted.err()).isZero();

    // when the deployment is killed in the middle
    awaitFiles(CHAINS * LINKS / 10);
    ProcessHandle handle = ProcessHandle.of(pid).orElseThrow();
    handle.destroyForcibly();
    handle.onExit().get(20, TimeUnit.SECONDS);
    assertThat(filesMade()).isLessThan(CHAINS * LINKS);
    saysThatItWasInterrupted(run);

    // and started again
    Command.Ended up = Command.run(first, "up");
    assertThat(up.err()).contains("resuming run " + run);
    Command.Ended watched = Command.run(first, "runs", "watch", run);

    // then the run ends, every file is there, and each name stands in the ledger once or in doubt
    JsonNode shown = Json.tree(bytes(Command.run(first, "runs", "show", run, "--json").out()));
    Set<String> doubtful = doubtful(shown);
    assertThat(shown.path("endedAt").asText()).as(watched.out() + watched.err()).isNotEmpty();
    List<String> ledger = Files.readAllLines(first.resolve("ledger"));
    assertThat(new HashSet<>(ledger)).hasSameSizeAs(ledger);
    for (int chain = 0; chain < CHAINS; chain++) {
      for (int link = 0; link < LINKS; link++) {
        String name = "c" + chain + "n" + link;
        assertThat(first.resolve("files").resolve(name)).exists();
        assertThat(
                Collections.frequency(ledger, name) == 1
                    || doubtful.contains("local_command.l" + name))
            .as(name + " stands once in the ledger or is in doubt")
            .isTrue();
      }
    }
    assertThat(Command.run(first, "down").code()).isZero();
  }

  private static Set<String> doubtful(JsonNode shown) {
    Set<String> doubtful = new HashSet<>();
    shown
        .path("nodes")
        .properties()
        .forEach(
            node -> {
              if (node.getValue().path("status").asText().equals("inDoubt")) {
                doubtful.add(node.getKey());
              }
            });
    shown.path("failed").forEach(node -> doubtful.add(node.path("node").asText()));
    return doubtful;
  }

  private void awaitFiles(int wanted) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (filesMade() < wanted) {
      assertThat(System.nanoTime()).as("files were made in time").isLessThan(until);
      Thread.sleep(20);
    }
  }

  private long filesMade() throws IOException {
    Path files = first.resolve("files");
    if (!Files.isDirectory(files)) {
      return 0;
    }
    try (Stream<Path> made = Files.list(files)) {
      return made.count();
    }
  }

  private JsonNode status(Path directory) throws Exception {
    return Json.tree(bytes(Command.run(directory, "status", "--json").out()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String small(String file) {
    return """
    schema_version: 2
    workspace: small
    resources:
      - {name: word, type: random_id, config: {byte_length: 4}}
      - {name: made, type: local_file, config: {filename: %s, content: "${word.hex}"}}
    """
        .formatted(file);
  }

  private static String chains() {
    List<String> resources = new ArrayList<>();
    for (int chain = 0; chain < CHAINS; chain++) {
      for (int link = 0; link < LINKS; link++) {
        String name = "c" + chain + "n" + link;
        String after = link == 0 ? "" : "\"s" + "c" + chain + "n" + (link - 1) + "\"";
        resources.add(resource("s" + name, "time_sleep", "{\"create_duration\":\"50ms\"}", after));
        resources.add(
            resource(
                "f" + name,
                "local_file",
                "{\"filename\":\"files/" + name + "\",\"content\":\"" + name + "\"}",
                "\"s" + name + "\""));
        resources.add(
            resource(
                "l" + name,
                "local_command",
                "{\"create\":\"echo " + name + " >> ledger\"}",
                "\"f" + name + "\""));
      }
    }
    return "{\"schema_version\":1,\"workspace\":\"chains\",\"resources\":["
        + String.join(",", resources)
        + "]}";
  }

  private static String resource(String name, String type, String config, String after) {
    return "{\"name\":\""
        + name
        + "\",\"type\":\""
        + type
        + "\",\"config\":"
        + config
        + ",\"depends_on\":["
        + after
        + "]}";
  }
}
