package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs beside each other, and runs that grow: on one whole deployment. */
class OverlapAndExpandTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void runsOverlapWaitAndGrow() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      disjointTargetsOverlapInTimeAndAnOverlappingOneWaitsAndSaysForWhom(local);
      countOfAnothersOutputExpandsInOneRun(local);
      fewerInstancesAreLeftAndTheSurplusGoesInOrder(local);
      aWrongValueFailsThatNodeAndIsShown(local);
      aBlockBecomesMoreThanOneRecordCanCarry(local);
    }
  }

  /**
   * Nothing else, whether it is begun or not. A worker whose session ended on a busy machine is not
   * seen for a moment: that is said of the run as well, so this is waited for.
   */
  private static boolean holds(String line, String run, String address) {
    return line.contains(run)
        && line.matches(
            ".* holds +"
                + address
                + ", (at work on "
                + address
                + "|"
                + address
                + " sent, not begun)");
  }

  private static JsonNode locks(RunningDeployment local) throws Exception {
    return RunningDeployment.json(local.run("locks", "shared", "--json").out()).path("locks");
  }

  private void disjointTargetsOverlapInTimeAndAnOverlappingOneWaitsAndSaysForWhom(
      RunningDeployment local) throws Exception {
    // given a document whose resources wait for a sign
    Path plan =
        write(
            """
            schema_version: 2
            workspace: shared
            resources:
              - {name: a, type: local_command, config: {create: "while [ ! -e go ]; do sleep 0.1; done"}}
              - {name: b, type: local_command, config: {create: "while [ ! -e go ]; do sleep 0.1; done"}}
            """);

    // when each is applied by a run of its own, and both by a third
    String first = local.submitted(plan, "--target", "a");
    String second = local.submitted(plan, "--target", "b");
    for (String run : List.of(first, second)) {
      local.await(() -> local.shown(run).path("phase").asText().equals("running"));
    }
    String third = local.submitted(plan, "--target", "a", "--target", "b");
    local.await(() -> !locks(local).path("waiting").isEmpty());

    // then the first two hold their addresses at once, and the third waits for both
    JsonNode locks = locks(local);
    assertThat(locks.path("held").findValuesAsText("run")).containsExactlyInAnyOrder(first, second);
    local.await(
        () -> {
          List<String> holding =
              local.run("locks").out().lines().filter(line -> line.contains(" holds ")).toList();
          return holding.size() == 2
              && holding.stream().anyMatch(line -> holds(line, first, "local_command.a"))
              && holding.stream().anyMatch(line -> holds(line, second, "local_command.b"));
        });
    assertThat(locks.path("waiting").findValuesAsText("run")).containsExactly(third);
    assertThat(texts(locks.path("waiting").path(0).path("waitingFor")))
        .containsExactlyInAnyOrder(first, second);
    assertThat(local.run("locks").out().lines())
        .anySatisfy(line -> assertThat(line).contains(third, "waits", first, second));

    // and all three succeed
    Files.createFile(directory.resolve("go"));
    List<JsonNode> ended = new ArrayList<>();
    for (String run : List.of(first, second, third)) {
      ended.add(local.ended(run));
      assertThat(ended.getLast().path("outcome").asText()).isEqualTo("succeeded");
    }
    assertThat(at(ended.get(0), "startedAt")).isBefore(at(ended.get(1), "endedAt"));
    assertThat(at(ended.get(1), "startedAt")).isBefore(at(ended.get(0), "endedAt"));
    for (JsonNode before : ended.subList(0, 2)) {
      assertThat(at(ended.get(2), "endedAt")).isAfterOrEqualTo(at(before, "endedAt"));
    }
    assertThat(local.run("locks").out()).isEqualTo("No locks are held.\n");
  }

  private void countOfAnothersOutputExpandsInOneRun(RunningDeployment local) throws Exception {
    // given a number that is known only when it has been asked for: when it is applied
    Captured applied = local.submit(counted());

    // then its instances are made in the same run, with what came of the number
    assertThat(applied.out()).as(applied.err()).contains("Apply complete! Resources: 4 added");
    assertThat(directory.resolve("part-2.txt")).hasContent("part 2 of 3");
  }

  private void fewerInstancesAreLeftAndTheSurplusGoesInOrder(RunningDeployment local)
      throws Exception {
    // given folders with a page in each, as many as a number that the run makes
    assertThat(local.submit(folders(3)).out()).contains("Apply complete! Resources: 7 added");
    assertThat(directory.resolve("made-2/page.txt")).exists();

    // when the number is another one
    Captured applied = local.submit(folders(1));

    // then the surplus went, pages before their folders: a folder that is not empty stays
    assertThat(applied.out())
        .as(applied.err())
        .contains("Apply complete! Resources: 1 added, 0 changed, 5 destroyed.");
    assertThat(directory.resolve("made-0/page.txt")).hasContent("page");
    assertThat(directory.resolve("made-1")).doesNotExist();
    assertThat(directory.resolve("made-2")).doesNotExist();
    assertThat(local.state("folders")).hasSize(3);
  }

  private Path folders(int number) throws IOException {
    return write(
        """
        schema_version: 2
        workspace: folders
        resources:
          - {name: wanted, type: random_integer, config: {min: NUMBER, max: NUMBER}}
          - {name: folder, type: local_directory, count: "${wanted.result}", config: {path: "made-${count.index}"}}
          - name: page
            type: local_file
            count: "${wanted.result}"
            depends_on: [folder]
            config: {filename: "made-${count.index}/page.txt", content: page}
        """
            .replace("NUMBER", Integer.toString(number)));
  }

  private void aWrongValueFailsThatNodeAndIsShown(RunningDeployment local) throws Exception {
    for (Map.Entry<String, String> wrong :
        Map.of(
                "-1", "-1: must be greater than or equal to zero",
                "1.5", "1.5: a whole number is required, not a fraction",
                "null", "it is null",
                "3", "3 instances are more than max_instances, 2: raise max_instances")
            .entrySet()) {
      Path plan =
          write(
              """
              schema_version: 2
              workspace: wrong
              resources:
                - {name: wanted, type: terraform_data, config: {input: {number: NUMBER}}}
                - name: part
                  type: terraform_data
                  count: "${wanted.output.number}"
                  max_instances: 2
                - {name: beside, type: terraform_data, config: {input: beside}}
              """
                  .replace("NUMBER", wrong.getKey()));
      Captured failed = local.submit(plan);

      assertThat(failed.code()).as(wrong.getKey() + failed.out()).isOne();
      assertThat(failed.out() + failed.err())
          .contains("part", "${wanted.output.number}", wrong.getValue());
      assertThat(local.state("wrong")).as(wrong.getKey()).hasSize(2);
    }
  }

  private void aBlockBecomesMoreThanOneRecordCanCarry(RunningDeployment local) throws Exception {
    Path plan =
        write(
            """
            schema_version: 2
            workspace: thousands
            resources:
              - {name: wanted, type: terraform_data, config: {input: 5000}}
              - name: part
                type: terraform_data
                count: "${wanted.output}"
                max_instances: 5000
                config: {input: "part ${count.index}"}
            """);

    Captured applied = local.submit(plan);

    assertThat(applied.out()).as(applied.err()).contains("Apply complete! Resources: 5001 added");
    assertThat(local.state("thousands")).hasSize(5_001);
    assertThat(local.submit(plan).out()).contains("No changes.");
  }

  private Path counted() throws IOException {
    return write(
        """
        schema_version: 2
        workspace: counted
        resources:
          - {name: wanted, type: local_command, config: {create: "echo 3", read: "echo 3"}}
          - name: part
            type: local_file
            count: "${wanted.output}"
            config: {filename: "part-${count.index}.txt", content: "part ${count.index} of ${wanted.output}"}
        """);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("plan.yaml"), text);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static Instant at(JsonNode run, String field) {
    return Instant.parse(run.path(field).asText());
  }
}
