package io.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Submission;
import io.sluice.cli.stack.StackDescription.Mode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.StateEdit;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Surgery on a real stack: beside applies, and with the stack killed in the middle of it. */
class SurgeryStackTest {
  private static final Address SHARED = new Address("terraform_data.shared");
  private static final int RECORDS = 400;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @Test
  void twoSurgeonsAndAnApplierNeverLoseAnUpdate() throws Exception {
    Map<String, String> basedOn = new ConcurrentHashMap<>();
    List<String> applied = Collections.synchronizedList(new ArrayList<>());
    try (Deployment deployment =
        Deployment.of(
            Stack.open(new StackDirectory(folder), Mode.FULL, "a test", Map.of(), text -> {}))) {
      apply(deployment, "first", applied);
      Thread one = surgeon(deployment, "one", basedOn);
      Thread two = surgeon(deployment, "two", basedOn);
      for (int i = 0; i < 8; i++) {
        apply(deployment, "apply-" + i, applied);
      }
      one.join();
      two.join();

      List<JsonNode> history = deployment.query().history("w", SHARED, 1_000);
      Collections.reverse(history);
      Map<String, String> before = new HashMap<>();
      String last = "";
      for (JsonNode entry : history) {
        String run = entry.path("run").asText();
        if (!run.equals(last)) {
          assertThat(before.put(run, last)).as(run + " wrote once").isNull();
          last = run;
        }
      }
      // Every edit that was taken stands in history, right after the record that it was made from.
      assertThat(basedOn).hasSizeGreaterThan(10);
      basedOn.forEach(
          (run, base) ->
              assertThat(before.get(run)).as("what " + run + " followed").isEqualTo(base));
      assertThat(before.keySet()).containsAll(applied);
      assertThat(deployment.query().verify())
          .allSatisfy(
              partition -> assertThat(partition.path("state").path("same").asBoolean()).isTrue());
    }
  }

  private Thread surgeon(Deployment deployment, String name, Map<String, String> basedOn) {
    return Thread.ofPlatform()
        .start(
            () -> {
              for (int i = 0; i < 40; i++) {
                Snapshot snapshot = deployment.query().snapshot("w", 0);
                StateRecord now = snapshot.resources().getFirst();
                String run = name + "-" + i;
                String base = String.valueOf(now.runId());
                deployment.tell("w", edit(run, now, run));
                if (outcome(deployment, run).equals("succeeded")) {
                  basedOn.put(run, base);
                }
              }
            });
  }

  private static StateEdit edit(String run, StateRecord now, String value) {
    ObjectNode attributes = now.attributes().deepCopy();
    attributes.put("input", value).put("output", value);
    return new StateEdit(
        run,
        "w",
        "a change by hand",
        List.of(record(SHARED.text(), attributes)),
        List.of(),
        Map.of(SHARED, now.version()),
        "test");
  }

  private static StateRecord record(String address, JsonNode attributes) {
    return new StateRecord(
        "w",
        new Address(address),
        "terraform_data",
        null,
        0,
        attributes.path("id").asText("i"),
        attributes,
        NullNode.getInstance(),
        List.of(),
        List.of(),
        false,
        RecordStatus.OK,
        null,
        null,
        null,
        0,
        0,
        null,
        Instant.EPOCH);
  }

  private static void apply(Deployment deployment, String run, List<String> applied) {
    String plan =
        """
        {"schema_version": 2, "workspace": "w", "resources":
          [{"name": "shared", "type": "terraform_data", "config": {"input": "%s"}}]}
        """
            .formatted(run);
    deployment.submit(
        new Submission(
            run, true, "w", plan.getBytes(StandardCharsets.UTF_8), RunOptions.DEFAULT, "test"));
    assertThat(outcome(deployment, run)).isEqualTo("succeeded");
    applied.add(run);
  }

  private static String outcome(Deployment deployment, String run) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() < until) {
      JsonNode known =
          deployment.query().run("w", run).map(answer -> answer.path("run")).orElse(null);
      if (known != null && known.hasNonNull("endedAt")) {
        return known.path("outcome").asText();
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new AssertionError("run " + run + " did not end");
  }

  @Test
  void aKillDuringPushMoveAndRestoreLeavesTheOldOrTheNew() throws Exception {
    Files.writeString(folder.resolve("a.json"), state("a"));
    Files.writeString(folder.resolve("b.json"), state("b"));
    assertThat(Command.run(folder, "up").code()).isZero();
    try {
      String first = "state push a.json --workspace w";
      Command.Ended pushed = Command.run(folder, first.split(" "));
      assertThat(pushed.code()).as(pushed.err()).isZero();
      assertThat(whole()).isEqualTo("a below module.x");

      List<String> seen = new ArrayList<>();
      int[] delays = {1_200, 1_600, 2_000, 2_500};
      for (int i = 0; i < delays.length; i++) {
        String other = whole().startsWith("a") ? "b" : "a";
        String from = whole().endsWith("x") ? "x" : "y";
        String command =
            switch (i % 3) {
              case 0 -> "state push " + other + ".json --force --workspace w";
              case 1 ->
                  "state mv --workspace w module."
                      + from
                      + " module."
                      + (from.equals("x") ? "y" : "x");
              default -> "state restore 1d --force --workspace w";
            };
        Command surgery = Command.start(folder, command.split(" "));
        Thread.sleep(delays[i]);
        kill();
        surgery.await();
        assertThat(Command.run(folder, "up").code()).isZero();
        seen.add(command + ": " + whole());
        if (records() == 0) {
          assertThat(Command.run(folder, first.split(" ")).code()).isZero();
        }
      }
      System.out.println(seen);
      assertThat(Command.run(folder, "state", "verify").code()).isZero();
    } finally {
      kill();
    }
  }

  private void kill() throws Exception {
    JsonNode status =
        Json.tree(Command.run(folder, "status", "--json").out().getBytes(StandardCharsets.UTF_8));
    ProcessHandle.of(status.path("pid").asLong(-1))
        .ifPresent(
            handle -> {
              handle.destroyForcibly();
              handle.onExit().join();
            });
  }

  /** Which of the states it is, all of it; fails when it is a mixture. */
  private String whole() throws Exception {
    List<String> kinds = new ArrayList<>();
    JsonNode pulled =
        Json.tree(
            Command.run(folder, "state", "pull", "--workspace", "w")
                .out()
                .getBytes(StandardCharsets.UTF_8));
    for (JsonNode resource : pulled.path("resources")) {
      String module = resource.path("address").asText().substring(0, 8);
      String kind = resource.path("attributes").path("input").asText() + " below " + module;
      if (!kinds.contains(kind)) {
        kinds.add(kind);
      }
    }
    int size = pulled.path("resources").size();
    assertThat(size).isIn(0, RECORDS);
    assertThat(kinds).hasSize(size == 0 ? 0 : 1);
    return size == 0 ? "nothing" : kinds.getFirst();
  }

  private long records() throws IOException, Exception {
    return Command.run(folder, "state", "list", "--workspace", "w").out().lines().count();
  }

  private static String state(String marker) {
    ObjectNode file =
        Json.object().put("v", 2).put("type", "state").put("workspace", "w").put("version", 0);
    var resources = file.putArray("resources");
    for (int i = 0; i < RECORDS; i++) {
      ObjectNode attributes =
          Json.object()
              .put("id", "i" + i)
              .put("input", marker)
              .put("output", marker + "x".repeat(3_000));
      resources.add(Json.toTree(record("module.x.terraform_data.r[" + i + "]", attributes)));
    }
    return Json.text(file);
  }
}
