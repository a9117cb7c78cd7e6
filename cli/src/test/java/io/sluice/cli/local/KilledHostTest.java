package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.providers.fakecloud.FakeCloud;
import io.sluice.providers.fakecloud.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The one worker that there is killed in the middle of a call, with broker and state service beside
 * it: what comes of the object follows from the repeat class of its type, and is never a second
 * one. A cloud with a ledger of its own says what was really made.
 */
class KilledHostTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private FakeCloud cloud;
  private RunningDeployment local;

  @BeforeEach
  void start() throws Exception {
    cloud = FakeCloud.start(0, directory.resolve("cloud.jsonl"));
    local =
        RunningDeployment.up(directory, Map.of("FAKECLOUD_ENDPOINT", cloud.endpoint().toString()));
  }

  @AfterEach
  void end() throws Exception {
    local.close();
    cloud.close();
  }

  @Test
  void aCreateThatWasKilledIsAdoptedOrInDoubtByItsRepeatClassAndThenResolved() throws Exception {
    // given creates that have begun and don't end
    slowly(1_000);
    String run =
        local.submitted(
            plan(
                """
                  - {name: bucket, type: fakecloud_bucket, config: {name: by-token}}
                  - name: found
                    type: local_command
                    config: {create: "echo x >> found; sleep 8", lookup: "cat found"}
                  - {name: made, type: local_command, config: {create: "echo x >> made; sleep 8"}}
                  - {name: lost, type: local_command, config: {create: "echo x >> lost; sleep 8"}}
                  - {name: gone, type: local_command, config: {create: "echo x >> gone; sleep 8"}}
                """));
    local.await(
        () ->
            created("by-token") == 1
                && Stream.of("found", "made", "lost", "gone")
                    .allMatch(name -> Files.exists(directory.resolve(name))));

    // when everything is killed and started again
    local.kill();
    slowly(0);
    assertThat(local.upAgain()).contains("resuming run " + run);

    // then what can be found or repeated is done, and only the rest waits for a person
    JsonNode ended = local.ended(run);
    assertThat(ended.path("outcome").asText()).isEqualTo("needsAttention");
    assertThat(new TreeSet<>(ended.path("failed").findValuesAsText("node")))
        .containsExactly("local_command.gone", "local_command.lost", "local_command.made");
    assertThat(ended.path("counts").path("lostWorkers").asInt()).isPositive();
    assertThat(addresses()).contains("fakecloud_bucket.bucket", "local_command.found");
    assertThat(created("by-token")).isEqualTo(1);
    assertThat(directory.resolve("found")).hasContent("x");

    // and while it does, a later run refuses these addresses and does the rest
    assertThat(local.run("runs", "resolve", run, "local_command.mad", "--retry").err())
        .contains("local_command.mad is not in doubt", "Did you mean local_command.made?");
    assertThat(local.run("runs", "resolve", run, "local_command.made").code()).isEqualTo(1);
    Captured closed = local.submit(directory.resolve("plan.yaml"));
    assertThat(closed.code()).isEqualTo(1);
    assertThat(closed.out() + closed.err()).contains("local_command.made", "sluice runs resolve");
    assertThat(local.run("runs", "resolve", "last", "local_command.made", "--retry").err())
        .contains("It is in doubt in run " + run)
        .contains("sluice runs resolve " + run + " local_command.made --retry");

    resolve(run, "local_command.made", "--adopt", "the-one");
    resolve(run, "local_command.lost", "--retry");
    resolve(run, "local_command.gone", "--abandon");
    assertThat(local.run("state", "show", "local_command.made").out()).contains("the-one");
    Captured rest = local.submit(directory.resolve("plan.yaml"));
    assertThat(rest.code()).as(rest.out() + rest.err()).isZero();
    assertThat(directory.resolve("made")).as("adopted").hasContent("x");
    assertThat(directory.resolve("lost")).as("made again, as a person said").hasContent("x\nx");
    assertThat(directory.resolve("gone")).as("forgotten, then wanted again").hasContent("x\nx");
    assertThat(local.submit(directory.resolve("plan.yaml")).out()).contains("No changes.");
  }

  @Test
  void aReplaceKilledBetweenItsHalvesLeavesNoObjectUnrecorded() throws Exception {
    // given a new object that is recorded, and an old one that is not yet taken away
    assertThat(local.submit(bucket("old")).code()).isZero();
    slowly(2_000);
    String run = local.submitted(bucket("new"));
    local.await(() -> addresses().size() == 2);

    // when everything is killed there: then both are known
    local.kill();
    assertThat(Command.run(directory, "state", "list").out().lines())
        .hasSize(2)
        .contains("fakecloud_bucket.bucket")
        .anyMatch(line -> line.startsWith("fakecloud_bucket.bucket") && line.contains("deposed"));
    slowly(0);
    local.upAgain();

    // and the run goes on with the object that was made, and takes the old one away
    assertThat(local.ended(run).path("outcome").asText()).isEqualTo("succeeded");
    assertThat(created("old")).isEqualTo(1);
    assertThat(created("new")).isEqualTo(1);
    assertThat(lines("\"op\":\"delete\"", "\"old\"")).isEqualTo(1);
    assertThat(lines("\"op\":\"delete\"", "\"new\"")).isZero();
    assertThat(addresses()).containsExactly("fakecloud_bucket.bucket");
    assertThat(local.run("state", "show", "fakecloud_bucket.bucket").out()).contains("new");
  }

  private void resolve(String run, String node, String... how) {
    String[] arguments =
        Stream.concat(Stream.of("runs", "resolve", run, node), Stream.of(how))
            .toArray(String[]::new);
    Captured resolved = local.run(arguments);
    assertThat(resolved.code()).as(resolved.err()).isZero();
    assertThat(resolved.out()).contains("Resolved " + node);
  }

  private void slowly(long millis) {
    cloud.faults(new Faults(millis, millis, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()));
  }

  private List<String> addresses() throws Exception {
    return local.state("default").stream().map(each -> each.path("address").asText()).toList();
  }

  private long created(String name) {
    return lines("\"op\":\"create\"", '"' + name + '"');
  }

  private long lines(String... parts) {
    return cloud.ledger().lines().filter(line -> Stream.of(parts).allMatch(line::contains)).count();
  }

  private Path bucket(String name) throws IOException {
    return plan(
        """
          - name: bucket
            type: fakecloud_bucket
            config: {name: %s}
            lifecycle: {create_before_destroy: true}
        """
            .formatted(name));
  }

  private Path plan(String resources) throws IOException {
    return Files.writeString(
        directory.resolve("plan.yaml"),
        "schema_version: 2\nworkspace: default\nresources:\n" + resources);
  }
}
