package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.surgery.Given;
import io.sluice.client.Submission;
import io.sluice.model.Address;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two people edit one record while a third applies to it, each as fast as they can; what they were
 * told is compared with what the log says that was written, and on what.
 */
class SurgeryBesideApplyTest {
  private static final Address SHARED = new Address("terraform_data.shared");
  private static final int TAKEN_OF_EACH = 8;
  private static final int APPLIES = 8;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  /** By run: the run that had written what its edit was made from. */
  private final Map<String, String> basedOn = new ConcurrentHashMap<>();

  private final Queue<String> applied = new ConcurrentLinkedQueue<>();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();

  @Test
  void noUpdateIsLost() throws Exception {
    try (Deployment deployment =
            Deployment.of(
                LocalDeployment.open(
                    new LocalDirectory(folder), Mode.FULL, "a test", Map.of(), text -> {}));
        ExecutorService people = Executors.newFixedThreadPool(2)) {
      apply(deployment, "first");
      List<Future<?>> surgeons =
          List.of(
              people.submit(() -> edit(deployment, "one")),
              people.submit(() -> edit(deployment, "two")));
      for (int i = 0; i < APPLIES; i++) {
        apply(deployment, "apply-" + i);
      }
      for (Future<?> surgeon : surgeons) {
        surgeon.get(2, TimeUnit.MINUTES);
      }

      Map<String, String> before = writers(deployment);
      assertThat(basedOn).as("edits that were taken").hasSize(2 * TAKEN_OF_EACH);
      assertThat(refused).as("edits that met another").isNotEmpty();
      basedOn.forEach(
          (run, base) ->
              assertThat(before.get(run)).as("what " + run + " followed").isEqualTo(base));
      assertThat(before.keySet())
          .as("who was told so has written, once, and no one else has")
          .containsAll(applied)
          .containsAll(basedOn.keySet())
          .hasSize(applied.size() + basedOn.size());
      assertThat(deployment.query().verify())
          .allSatisfy(
              partition -> assertThat(partition.path("state").path("same").asBoolean()).isTrue());
    }
  }

  /** Who wrote before whom, from the log; nobody wrote in two pieces. */
  private static Map<String, String> writers(Deployment deployment) {
    List<JsonNode> history = new ArrayList<>(deployment.query().history("w", SHARED, 1_000));
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
    return before;
  }

  /** Goes on until enough were taken, however many the other and the applies refuse meanwhile. */
  private void edit(Deployment deployment, String name) {
    int taken = 0;
    for (int i = 0; taken < TAKEN_OF_EACH; i++) {
      StateRecord now = deployment.query().snapshot("w", 0).resources().getFirst();
      String run = name + "-" + i;
      ObjectNode attributes = now.attributes().deepCopy();
      attributes.put("input", run).put("output", run);
      StateRecord changed =
          Given.record(SHARED.text(), attributes.toString(), now.desired().toString());
      deployment
          .client()
          .order(
              "w",
              new StateEdit(
                  run,
                  "w",
                  "a change by hand",
                  List.of(changed),
                  List.of(),
                  Map.of(SHARED, now.version()),
                  "test"));
      if (outcome(deployment, run).equals("succeeded")) {
        basedOn.put(run, String.valueOf(now.runId()));
        taken++;
      } else {
        refused.add(run);
      }
    }
  }

  private void apply(Deployment deployment, String run) {
    String plan =
        """
        {"schema_version": 2, "workspace": "w", "resources":
          [{"name": "shared", "type": "terraform_data", "config": {"input": "%s"}}]}
        """
            .formatted(run);
    deployment
        .client()
        .submit(
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
}
