package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.trial.TrialPlugin;
import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.install.address.Platform;
import io.sluice.model.PoolName;
import io.sluice.model.json.Json;
import io.sluice.seal.Keyring;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.TopicSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real provider's process, a worker and all services at once are killed while objects are made,
 * and every tenth answer is lost. The provider's ledger says what was made. {@code
 * -Psluice.killedPlugins.creates=200} makes the long run.
 */
class KilledPluginsTest {
  private static final int CREATES = Integer.getInteger("sluice.killedPlugins.creates", 24);
  private static final int EVERY = 10;
  private static final int AT_ONCE = 4;
  private static final int KILLS = 3;
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  private static final Duration SESSION = Duration.ofSeconds(3);
  private static final Pattern BLIND = Pattern.compile("trial_thing\\.blind\\[\"(\\w+)\"]");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private Connection connection;
  private final Map<String, ServiceProcess> services = new TreeMap<>();
  private final Set<ProcessHandle> plugins = new HashSet<>();

  @BeforeEach
  void deploy() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), TOKEN)
            .withTopicPrefix(SharedCluster.prefix(KilledPluginsTest.class))
            .withPartitions(2, 2)
            .withSessions(SESSION, SESSION);
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "test"));
    topics.ensure(List.of(PoolName.DEFAULT));
    topics.ensureWorkersGroup(PoolName.DEFAULT);
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.createDirectories(directory.resolve("root"));
    Files.createDirectories(directory.resolve("ledger"));
    Path mirror =
        Files.createDirectories(
            directory.resolve("mirror/example.com/acme/trial/1.0.0/" + Platform.current()));
    TrialPlugin.script(
        mirror,
        Map.of(
            "TRIAL_LEDGER", directory.resolve("ledger").toString(),
            "TRIAL_DELAY_MS", "250",
            "TRIAL_LOSES_EVERY", Integer.toString(EVERY)));
    Files.createDirectories(project());
    Files.writeString(project().resolve("main.tf"), configuration());
    done(sluice("init", "--plugin-dir=" + directory.resolve("mirror")));
    start("state-1", "planner-1", "worker-1", "worker-2");
  }

  @AfterEach
  void end() {
    services.values().forEach(ServiceProcess::close);
  }

  private static String configuration() {
    return """
    terraform {
      required_providers {
        trial = { source = "example.com/acme/trial" }
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
        .formatted(CREATES - CREATES / 3, CREATES / 3);
  }

  private Path project() {
    return directory.resolve("project");
  }

  private void start(String... names) throws Exception {
    for (String name : names) {
      services.put(name, service(name));
    }
    for (String name : names) {
      services.get(name).awaitServing();
    }
  }

  private ServiceProcess service(String name) throws IOException {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_DATA", directory.resolve("store-" + name).toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_WORKER_NAME", name);
    environment.put("SLUICE_STATE_NAME", name);
    environment.put("SLUICE_VISIBILITY_S", "1");
    environment.put("SLUICE_WORKER_PLUGIN_REQUEST_S", "1");
    environment.put("SLUICE_LOG", "info");
    String role = name.substring(0, name.indexOf('-'));
    return new ServiceProcess(
        role, directory.resolve("root"), directory.resolve(name + ".log"), environment);
  }

  private Captured sluice(String... arguments) {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    return Captured.run(project(), environment, arguments);
  }

  private static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  private List<String> made() throws IOException {
    Path log = directory.resolve("ledger/made.log");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  @Test
  void knowsWhatBecameOfEachObjectThoughAllIsKilled() throws Exception {
    String run =
        done(sluice("apply", "--auto-approve", "--detach", "--parallelism=" + AT_ONCE))
            .out()
            .strip()
            .lines()
            .toList()
            .getLast();

    awaitMade(CREATES / 6);
    for (ProcessHandle plugin : running()) {
      plugin.destroyForcibly();
    }
    awaitMade(CREATES / 3);
    plugins.addAll(running());
    services.get("worker-1").killAndStartAgain();
    awaitMade(CREATES / 2);
    plugins.addAll(running());
    for (ServiceProcess service : services.values()) {
      service.kill();
    }
    awaitEndOf(plugins);
    start("state-1", "planner-1", "worker-1", "worker-2");

    JsonNode ended = awaitEnd(run);
    Set<String> doubtful = new TreeSet<>(ended.path("failed").findValuesAsText("node"));
    Set<String> recorded = new TreeSet<>(done(sluice("state", "list")).out().lines().toList());
    List<String> ledger = made();
    System.out.printf(
        "killed plugins: %s %s, made %d, in doubt %d%n",
        ended.path("outcome"), ended.path("counts"), ledger.size(), doubtful.size());
    // nothing is there twice, and all that can be looked up is there
    assertThat(ledger).doesNotHaveDuplicates();
    for (int i = 0; i < CREATES - CREATES / 3; i++) {
      assertThat(ledger).contains("trial_thing.f" + i);
      assertThat(recorded).contains("trial_thing.found[\"f" + i + "\"]");
    }
    // in doubt is only what can't be looked up, and no more than was lost or under way
    assertThat(doubtful).allMatch(node -> BLIND.matcher(node).matches());
    assertThat(doubtful.size()).isLessThanOrEqualTo(KILLS * AT_ONCE + ledger.size() / EVERY);
    // and nothing that was made is unknown
    for (String line : ledger) {
      String name = line.substring("trial_thing.".length());
      String kind = name.startsWith("f") ? "found" : "blind";
      String address = "trial_thing.%s[\"%s\"]".formatted(kind, name);
      assertThat(recorded.contains(address) || doubtful.contains(address)).as(address).isTrue();
    }
    assertThat(ended.path("outcome").asText())
        .isEqualTo(doubtful.isEmpty() ? "succeeded" : "needsAttention");
    resolve(run, doubtful);
  }

  /** A person looks each up: what was made is taken over, and the rest is made again. */
  private void resolve(String run, Set<String> doubtful) throws Exception {
    List<String> ledger = made();
    for (String node : doubtful) {
      Matcher blind = BLIND.matcher(node);
      assertThat(blind.matches()).isTrue();
      String name = blind.group(1);
      done(
          ledger.contains("trial_thing." + name)
              ? sluice("runs", "resolve", run, node, "--adopt", name)
              : sluice("runs", "resolve", run, node, "--retry"));
    }
    done(sluice("apply", "--auto-approve"));
    assertThat(made()).hasSize(CREATES).doesNotHaveDuplicates();
    assertThat(done(sluice("plan")).out()).contains("No changes.");
  }

  /** The plugins of all workers. */
  private Set<ProcessHandle> running() {
    Set<ProcessHandle> found = new HashSet<>();
    services.values().stream()
        .flatMap(service -> service.descendants())
        .filter(
            process ->
                process.info().commandLine().orElse("").contains(TrialPlugin.class.getName()))
        .forEach(found::add);
    return found;
  }

  private static void awaitEndOf(Set<ProcessHandle> processes) throws Exception {
    assertThat(processes).isNotEmpty();
    for (ProcessHandle process : processes) {
      process.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private void awaitMade(int wanted) throws Exception {
    await(() -> made().size() >= wanted);
    assertThat(made().size()).as("the run is still going on").isLessThan(CREATES);
  }

  private JsonNode awaitEnd(String run) throws Exception {
    JsonNode[] shown = new JsonNode[1];
    await(
        () -> {
          Captured show = sluice("runs", "show", run, "--json");
          if (show.code() != 0) {
            return false;
          }
          shown[0] = Json.tree(show.out().getBytes(StandardCharsets.UTF_8));
          return !shown[0].path("endedAt").asText().isEmpty();
        });
    return shown[0];
  }

  private void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + Duration.ofSeconds(240).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime())
          .as("it came to pass; see the logs in " + directory)
          .isLessThan(until);
      Thread.sleep(50);
    }
  }
}
