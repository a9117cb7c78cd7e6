package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.model.json.Json;
import io.sluice.transport.Connection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A deployment in a process of its own, kept running for several submissions. */
public final class RunningDeployment implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private final Path directory;
  private final Map<String, String> environment;

  private RunningDeployment(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
  }

  public static RunningDeployment up(Path directory, Map<String, String> environment)
      throws Exception {
    RunningDeployment local = new RunningDeployment(directory, environment);
    local.upAgain();
    return local;
  }

  /** What {@code up} said of what it goes on with. */
  public String upAgain() throws Exception {
    Command.Ended up = Command.runAsHere(directory, environment, "up");
    assertThat(up.code()).as(up.out() + up.err()).isZero();
    return up.err();
  }

  /** As {@code kill -9}: broker, ZooKeeper and all services at once. */
  public void kill() throws Exception {
    ProcessHandle host = ProcessHandle.of(status().path("pid").asLong()).orElseThrow();
    host.destroyForcibly();
    host.onExit().get(20, TimeUnit.SECONDS);
  }

  public Captured submit(Path plan, String... flags) {
    List<String> arguments = new ArrayList<>(List.of("submit", plan.toString()));
    arguments.addAll(List.of(flags));
    return run(arguments.toArray(String[]::new));
  }

  /** Leaves the run alone; its id. */
  public String submitted(Path plan, String... flags) {
    List<String> more = new ArrayList<>(List.of(flags));
    more.add("--detach");
    Captured submitted = submit(plan, more.toArray(String[]::new));
    assertThat(submitted.code()).as(submitted.err()).isZero();
    return submitted.out().strip();
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

  /** What a Kafka client needs to get in. */
  public Map<String, Object> kafkaSettings() {
    Connection connection = connection();
    Map<String, Object> settings = new HashMap<>(connection.clientSettings());
    settings.put("bootstrap.servers", connection.bootstrapServers());
    return settings;
  }

  /** How a program outside of it gets in. */
  public Connection connection() {
    return LocalDescription.read(new LocalDirectory(directory)).orElseThrow().connection();
  }

  private JsonNode status() throws Exception {
    return json(run("status", "--json").out());
  }

  public Captured run(String... arguments) {
    return Captured.run(directory, arguments);
  }

  public JsonNode shown(String run) throws Exception {
    Captured shown = run("runs", "show", run, "--json");
    assertThat(shown.code()).as(shown.err()).isZero();
    return json(shown.out());
  }

  /** The run as it ended. */
  public JsonNode ended(String run) throws Exception {
    await(() -> !shown(run).path("endedAt").asText().isEmpty());
    return shown(run);
  }

  public List<JsonNode> state(String workspace) throws Exception {
    List<JsonNode> resources = new ArrayList<>();
    String out = run("state", "list", "--json", "--workspace", workspace).out();
    for (String line : out.lines().toList()) {
      resources.add(json(line));
    }
    return resources;
  }

  public static JsonNode json(String text) throws Exception {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  public void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime())
          .as("it came to pass; see " + directory + "/.sluice/logs")
          .isLessThan(until);
      Thread.sleep(50);
    }
  }

  @Override
  public void close() throws Exception {
    Captured.run(directory, "down");
  }
}
