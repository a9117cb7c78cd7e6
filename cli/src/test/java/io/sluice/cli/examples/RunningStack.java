package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.stack.Command;
import io.sluice.model.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A stack in a process of its own, kept running for several submissions. */
public final class RunningStack implements AutoCloseable {
  private final Path directory;

  private RunningStack(Path directory) {
    this.directory = directory;
  }

  public static RunningStack up(Path directory, Map<String, String> environment) throws Exception {
    Command.Ended up = Command.run(directory, environment, "up");
    assertThat(up.code()).as(up.out() + up.err()).isZero();
    return new RunningStack(directory);
  }

  public Captured submit(Path plan, String... flags) {
    List<String> arguments = new ArrayList<>(List.of("submit", plan.toString()));
    arguments.addAll(List.of(flags));
    return Captured.run(directory, arguments.toArray(String[]::new));
  }

  /** Applies a plan, and applies it again: then nothing is to do. */
  public void applies(Path plan, int resources) {
    Captured first = submit(plan);
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    assertThat(first.out())
        .contains("Apply complete! Resources: " + resources + " added, 0 changed, 0 destroyed.");
    Captured again = submit(plan);
    assertThat(again.out()).as(again.err()).contains("No changes.");
  }

  public String broker() throws Exception {
    String status = run("status", "--json").out();
    return Json.tree(status.getBytes(StandardCharsets.UTF_8)).path("kafka").asText();
  }

  public Captured run(String... arguments) {
    return Captured.run(directory, arguments);
  }

  public List<JsonNode> state(String workspace) throws Exception {
    List<JsonNode> resources = new ArrayList<>();
    String out = run("state", "list", "--json", "--workspace", workspace).out();
    for (String line : out.lines().toList()) {
      resources.add(Json.tree(line.getBytes(StandardCharsets.UTF_8)));
    }
    return resources;
  }

  @Override
  public void close() throws Exception {
    Captured.run(directory, "down");
  }
}
