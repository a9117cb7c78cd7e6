package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real provider's process, a worker and all services at once are killed while objects are made,
 * and answers are lost. A ledger says what was made.
 */
abstract class KilledPlugins {
  private static final int AT_ONCE = 4;
  private static final int KILLS = 3;
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  private static final Duration SESSION = Duration.ofSeconds(3);

  @TempDir(cleanup = CleanupMode.NEVER)
  Path directory;

  private Connection connection;
  private String run = "";
  private final Map<String, ServiceProcess> services = new TreeMap<>();
  private final Set<ProcessHandle> plugins = new HashSet<>();

  /** How many objects are made. */
  abstract int creates();

  /** Where the provider's package is, once its cloud is there. */
  abstract Path mirror() throws Exception;

  abstract String configuration();

  /** By names, in the order in which they were made: one that was made twice is there twice. */
  abstract List<String> made() throws Exception;

  /** What was made and nobody was told of it, although nothing was killed. */
  abstract Set<String> unheard() throws Exception;

  abstract String address(String name);

  /** Whether a process is one of the provider's. */
  abstract boolean isPlugin(String command);

  abstract void close();

  final void deploy() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), TOKEN)
            .withTopicPrefix(SharedCluster.prefix(getClass()))
            .withPartitions(2, 2)
            .withSessions(SESSION, SESSION);
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "test"));
    topics.ensure(List.of(PoolName.DEFAULT));
    topics.ensureWorkersGroup(PoolName.DEFAULT);
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.createDirectories(directory.resolve("root"));
    Path mirror = mirror();
    Files.createDirectories(project());
    Files.writeString(project().resolve("main.tf"), configuration());
    done(sluice("init", "--plugin-dir=" + mirror));
    start("state-1", "planner-1", "worker-1", "worker-2");
  }

  @AfterEach
  void end() {
    services.values().forEach(ServiceProcess::close);
    close();
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

  final Captured sluice(String... arguments) {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    return Captured.run(project(), environment, arguments);
  }

  static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  /**
   * @return what is in doubt, of the run
   */
  final Set<String> killAndLook() throws Exception {
    run =
        done(sluice("apply", "--auto-approve", "--detach", "--parallelism=" + AT_ONCE))
            .out()
            .strip()
            .lines()
            .toList()
            .getLast();

    awaitMade(creates() / 6);
    Set<ProcessHandle> first = running();
    first.forEach(ProcessHandle::destroyForcibly);
    awaitEndOf(first);
    awaitMade(creates() / 3);
    plugins.addAll(running());
    services.get("worker-1").killAndStartAgain();
    awaitMade(creates() / 2);
    plugins.addAll(running());
    for (ServiceProcess service : services.values()) {
      service.kill();
    }
    awaitEndOf(plugins);
    start("state-1", "planner-1", "worker-1", "worker-2");

    JsonNode ended = awaitEnd(run);
    Set<String> doubtful = new TreeSet<>();
    Set<String> failed = new TreeSet<>();
    for (JsonNode node : ended.path("failed")) {
      boolean isDoubt = node.path("status").asText().replace("_", "").equalsIgnoreCase("inDoubt");
      (isDoubt ? doubtful : failed).add(node.path("node").asText());
    }
    String listed = done(sluice("state", "list")).out();
    List<String> ledger = made();
    System.out.printf(
        "killed plugins: %s %s, made %d, in doubt %d, failed %s%n",
        ended.path("outcome"), ended.path("counts"), ledger.size(), doubtful.size(), failed);
    // nothing is there twice, and nothing that can be looked up is in doubt
    assertThat(ledger).doesNotHaveDuplicates();
    assertThat(doubtful).allMatch(node -> node.contains(".blind["));
    assertThat(failed).allMatch(node -> node.contains(".blind["));
    // what is in doubt was lost on its way, or was under way when something was killed
    Set<String> underWay = new TreeSet<>(doubtful);
    unheard().forEach(name -> underWay.remove(address(name)));
    System.out.printf(
        "in doubt %s, of which was under way %s, plugins that died with others: %d%n",
        doubtful, underWay, plugins.size());
    assertThat(underWay.size()).isLessThanOrEqualTo(KILLS * AT_ONCE);
    // and nothing that was made is unknown
    for (String name : ledger) {
      String address = address(name);
      assertThat(listed.contains(address) || doubtful.contains(address)).as(address).isTrue();
    }
    return doubtful;
  }

  final String run() {
    return run;
  }

  /** The plugins of all workers. */
  private Set<ProcessHandle> running() {
    Set<ProcessHandle> found = new HashSet<>();
    services.values().stream()
        .flatMap(service -> service.descendants())
        .filter(process -> isPlugin(commandLine(process)))
        .forEach(found::add);
    return found;
  }

  /** All of it: Java cuts long ones off. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private static void awaitEndOf(Set<ProcessHandle> processes) throws Exception {
    assertThat(processes).isNotEmpty();
    for (ProcessHandle process : processes) {
      process.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private void awaitMade(int wanted) throws Exception {
    await(() -> made().size() >= wanted);
    assertThat(made().size()).as("the run is still going on").isLessThan(creates());
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
    long until = System.nanoTime() + Duration.ofSeconds(400).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime())
          .as("it came to pass; see the logs in " + directory)
          .isLessThan(until);
      Thread.sleep(50);
    }
  }
}
