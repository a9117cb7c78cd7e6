package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.surgery.Given;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The stack is killed while a state of a few hundred records is exchanged for another one. */
class KilledSurgeryTest {
  private static final int RECORDS = 300;
  private static final String[] PUSH = {"state", "push", "b.json", "--force", "--workspace", "w"};
  private static final String[] MOVE = {"state", "mv", "module.x", "module.y", "--workspace", "w"};

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @AfterEach
  void endWhatWasStarted() throws Exception {
    kill();
  }

  @Test
  void leavesTheOldOrTheNewAndNeverAMixture() throws Exception {
    Files.writeString(folder.resolve("a.json"), state("a", "x"));
    Files.writeString(folder.resolve("b.json"), state("b", "x"));
    up();
    long began = System.nanoTime();
    done("state", "push", "a.json", "--workspace", "w");
    Thread.sleep(1_500); // so that there is a moment to go back to
    long took = (System.nanoTime() - began) / 1_000_000 - 1_500;

    // in the middle of a push, early; then of a move, and of a way back, late
    killedDuring(took / 3, "a below module.x", "b below module.x", PUSH);
    done("state", "push", "a.json", "--force", "--workspace", "w");
    killedDuring(took * 2 / 3, "a below module.x", "a below module.y", MOVE);
    done("state", "push", "b.json", "--force", "--workspace", "w");
    String undo = lastRun();
    killedDuring(
        took * 9 / 10,
        "b below module.x",
        null,
        "state",
        "restore",
        "--undo",
        undo,
        "--workspace",
        "w");
    done("state", "verify");
  }

  /** Kills the stack so long after the command began, starts it again, and looks. */
  private void killedDuring(long millis, String old, String fresh, String... command)
      throws Exception {
    CompletableFuture<Integer> surgery =
        CompletableFuture.supplyAsync(() -> Captured.run(folder, command).code());
    Thread.sleep(millis);
    kill();
    boolean acknowledged = surgery.isDone() && surgery.get(1, TimeUnit.SECONDS) == 0;
    up();
    String found = whole();
    if (acknowledged) {
      assertThat(found).as("it was said to be done").isNotEqualTo(old);
    }
    if (fresh != null) {
      assertThat(found).isIn(old, fresh);
    }
    System.out.printf("%s, killed after %d ms: %s%n", String.join(" ", command), millis, found);
  }

  private void up() throws Exception {
    Command.Ended up = Command.runAsHere(folder, Map.of(), "up");
    assertThat(up.code()).as(up.err()).isZero();
  }

  private void kill() throws Exception {
    StackDescription.read(new StackDirectory(folder))
        .flatMap(stack -> ProcessHandle.of(stack.pid()))
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
        done("state", "history", "module.x.terraform_data.r[0]", "--workspace", "w", "--json")
            .out();
    return tree(history.lines().findFirst().orElseThrow()).path("run").asText();
  }

  /** Which of the states it is, all of it; fails when it is a mixture. */
  private String whole() throws Exception {
    Set<String> kinds = new TreeSet<>();
    JsonNode pulled = tree(done("state", "pull", "--workspace", "w").out());
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
