package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.surgery.Given;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything is killed while three workspaces of a few hundred records each are exchanged for
 * others: by a push, a move and a way back, all at once. What was written by then says when: in the
 * middle of what is sent, and in the middle of what is committed.
 */
class KilledSurgeryTest {
  private static final int RECORDS = 300;
  private static final int PATIENCE_SECONDS = 90;
  private static final String A = "a below module.x";
  private static final String B = "b below module.x";
  private static final String MOVED = "a below module.y";

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  /** What is done to a workspace, how it was, and how it will be. */
  private record Surgery(String old, String fresh, List<String> command) {}

  @AfterEach
  void endWhatWasStarted() throws Exception {
    kill();
  }

  @Test
  void leavesTheOldOrTheNewAndNeverAMixture() throws Exception {
    Files.writeString(folder.resolve("a.json"), state("a", "x"));
    Files.writeString(folder.resolve("b.json"), state("b", "x"));
    up();
    killedOnce("sluice.orders-", 1_600_000);
    killedOnce("sluice.state-", 1_600_000);
    done("state", "verify");
  }

  /**
   * Kills everything when so much of a topic was written, starts the deployment again, and looks.
   */
  private void killedOnce(String topic, long bytes) throws Exception {
    Map<String, Surgery> surgeries = surgeries();
    long before = written(topic);
    Map<String, Command> running = new TreeMap<>();
    for (var each : surgeries.entrySet()) {
      String[] words = each.getValue().command().toArray(String[]::new);
      running.put(each.getKey(), Command.startAsHere(folder, Map.of(), words));
    }
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (written(topic) - before < bytes) {
      assertThat(System.nanoTime()).as(topic + " was written").isLessThan(until);
      Thread.sleep(1);
    }
    running.values().forEach(command -> command.process().destroyForcibly());
    kill();
    Set<String> told = new TreeSet<>();
    for (var each : running.entrySet()) {
      if (each.getValue().process().waitFor() == 0) {
        told.add(each.getKey());
      }
    }
    assertThat(told).as("killed in the middle").hasSizeLessThan(surgeries.size());
    up();
    for (var each : surgeries.entrySet()) {
      Surgery surgery = each.getValue();
      String found = whole(each.getKey());
      boolean done = told.contains(each.getKey());
      System.out.printf(
          "%s: %s -> %s%s%n",
          String.join(" ", surgery.command()), surgery.old(), found, done ? ", told" : "");
      assertThat(found)
          .isIn(done ? List.of(surgery.fresh()) : List.of(surgery.old(), surgery.fresh()));
    }
  }

  private Map<String, Surgery> surgeries() throws Exception {
    Map<String, Surgery> surgeries = new LinkedHashMap<>();
    for (String workspace : List.of("pushed", "moved", "undone")) {
      done("state", "push", "a.json", "--force", "--workspace", workspace);
    }
    done("state", "push", "b.json", "--force", "--workspace", "undone");
    surgeries.put("pushed", new Surgery(A, B, in("pushed", "push", "b.json", "--force")));
    surgeries.put("moved", new Surgery(A, MOVED, in("moved", "mv", "module.x", "module.y")));
    surgeries.put("undone", new Surgery(B, A, in("undone", "restore", "--undo", lastRun())));
    return surgeries;
  }

  private static List<String> in(String workspace, String... words) {
    return Stream.of(Stream.of("state"), Stream.of(words), Stream.of("--workspace", workspace))
        .flatMap(each -> each)
        .toList();
  }

  /** Bytes of all partitions of a topic. */
  private long written(String topic) throws IOException {
    long bytes = 0;
    try (Stream<Path> partitions = Files.list(folder.resolve(".sluice/kafka"))) {
      for (Path each : partitions.toList()) {
        if (each.getFileName().toString().matches(java.util.regex.Pattern.quote(topic) + "\\d+")) {
          bytes += Files.size(each.resolve("00000000000000000000.log"));
        }
      }
    }
    return bytes;
  }

  private void up() throws Exception {
    Command.Ended up = Command.runAsHere(folder, Map.of(), "up");
    assertThat(up.code()).as(up.err()).isZero();
  }

  private void kill() throws Exception {
    LocalDescription.read(new LocalDirectory(folder))
        .flatMap(local -> ProcessHandle.of(local.pid()))
        .ifPresent(
            handle -> {
              handle.destroyForcibly();
              handle.onExit().join();
            });
  }

  private Captured done(String... command) {
    Captured ended = Captured.run(folder, command);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended;
  }

  private String lastRun() throws Exception {
    String history =
        done("state", "history", "module.x.terraform_data.r[0]", "--workspace", "undone", "--json")
            .out();
    return tree(history.lines().findFirst().orElseThrow()).path("run").asText();
  }

  /** Which of the states it is, all of it; fails when it is a mixture. */
  private String whole(String workspace) throws Exception {
    Set<String> kinds = new TreeSet<>();
    JsonNode pulled = tree(done("state", "pull", "--workspace", workspace).out());
    for (JsonNode resource : pulled.path("resources")) {
      String module = resource.path("address").asText().substring(0, "module.x".length());
      kinds.add(resource.path("attributes").path("input").asText() + " below " + module);
    }
    assertThat(pulled.path("resources").size()).isEqualTo(RECORDS);
    assertThat(kinds).hasSize(1);
    return kinds.iterator().next();
  }

  private static JsonNode tree(String text) throws Exception {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A file of 1 MB or so: it travels in parts. */
  private static String state(String marker, String module) {
    ObjectNode file =
        Json.object().put("v", 2).put("type", "state").put("workspace", "w").put("version", 0);
    var resources = file.putArray("resources");
    for (int i = 0; i < RECORDS; i++) {
      ObjectNode attributes =
          Json.object()
              .put("id", "i" + i)
              .put("input", marker)
              .put("output", marker + "x".repeat(4_000));
      resources.add(
          Json.toTree(
              Given.record(
                  "module." + module + ".terraform_data.r[" + i + "]",
                  attributes.toString(),
                  "null")));
    }
    return Json.text(file);
  }
}
