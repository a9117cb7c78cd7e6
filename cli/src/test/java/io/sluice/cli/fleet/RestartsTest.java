package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.load.Documents;
import io.sluice.cli.load.RunWatch;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import io.sluice.embedded.EmbeddedZooKeeper;
import io.sluice.model.PoolName;
import io.sluice.seal.Keyring;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.TopicSetup;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Restarts of everything while runs are planned and applied: each run ends by itself. {@code
 * -Psluice.restarts.rounds=20} makes the long form: 100 runs a round, and outages of a minute.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RestartsTest {
  private static final int ROUNDS = Integer.getInteger("sluice.restarts.rounds", 1);
  private static final boolean LONG = ROUNDS > 1;
  private static final int RUNS = LONG ? 100 : 24;
  private static final int NODES = LONG ? 60 : 20;
  private static final int PARTITIONS = 8;
  private static final Duration OUTAGE = Duration.ofSeconds(LONG ? 60 : 8);
  private static final Duration PATIENCE = Duration.ofSeconds(LONG ? 300 : 120);
  private static final Duration SESSION = Duration.ofSeconds(3);
  private static final List<String> NAMES = List.of("planner-1", "state-1", "state-2", "worker-1");

  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private final Random random = new Random(7);
  private final Map<String, ServiceProcess> services = new TreeMap<>();
  private ClusterOptions options;
  private EmbeddedKafka kafka;
  private EmbeddedZooKeeper zookeeper;
  private Deployment deployment;
  private RunWatch watch;
  private int endedBefore;
  private int submitted;

  @BeforeAll
  void deploy() throws Exception {
    options =
        new ClusterOptions(
            freePort(),
            freePort(),
            // As brokers of a cluster end: what that leaves open has to be found.
            Map.of("controlled.shutdown.enable", "true"),
            null,
            Duration.ofSeconds(1),
            false,
            fault -> {});
    zookeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), options);
    kafka = EmbeddedKafka.start(directory.resolve("kafka"), options);
    Connection connection =
        Connection.embedded(kafka.bootstrapServers(), zookeeper.connectString())
            .withAccess(Map.of(), TOKEN)
            .withPartitions(PARTITIONS, 4)
            .withSessions(SESSION, SESSION);
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "test"));
    topics.ensure(List.of(PoolName.DEFAULT));
    topics.ensureWorkersGroup(PoolName.DEFAULT);
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.createDirectories(directory.resolve("root"));
    for (String name : NAMES) {
      Map<String, String> environment = new HashMap<>(connection.environment());
      environment.put("SLUICE_DATA", directory.resolve("store-" + name).toString());
      environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
      environment.put("SLUICE_WORKER_NAME", name);
      environment.put("SLUICE_STATE_NAME", name);
      environment.put("SLUICE_LOG", "info");
      services.put(
          name,
          new ServiceProcess(
              name.substring(0, name.indexOf('-')),
              directory.resolve("root"),
              directory.resolve(name + ".log"),
              environment));
    }
    for (ServiceProcess service : services.values()) {
      service.awaitServing();
    }
    deployment = Deployment.of(connection);
    watch = new RunWatch(deployment);
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  void endWhatWasStarted() {
    watch.close();
    deployment.close();
    services.values().forEach(ServiceProcess::close);
    kafka.close();
    zookeeper.close();
  }

  @Test
  @Order(1)
  void everyRunEndsThoughEachServiceIsRestartedInAnyOrder() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      submitRuns("term-" + round);
      for (String name : inAnyOrder()) {
        services.get(name).terminateAndStartAgain();
        services.get(name).awaitServing();
        watch.poll(Duration.ZERO);
      }
      everyRunEnds("round " + round + " of orderly restarts");
    }
  }

  @Test
  @Order(2)
  void everyRunEndsThoughEachServiceIsKilledInAnyOrder() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      submitRuns("kill-" + round);
      for (String name : inAnyOrder()) {
        Thread.sleep(random.nextInt(500));
        services.get(name).killAndStartAgain();
        services.get(name).awaitServing();
        watch.poll(Duration.ZERO);
      }
      everyRunEnds("round " + round + " of kills");
    }
  }

  @Test
  @Order(3)
  void everyRunEndsThoughZooKeeperAndBrokerWereAway() throws Exception {
    submitRuns("zookeeper");
    zookeeper.close();
    Thread.sleep(OUTAGE.toMillis());
    zookeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), options);
    everyRunEnds("ZooKeeper was away");

    submitRuns("broker");
    // What was submitted has reached the broker before it goes.
    watch.poll(Duration.ofMillis(500));
    Map<String, Integer> before = lengthsOfLogs();
    kafka.close();
    Thread.sleep(OUTAGE.toMillis());
    kafka = EmbeddedKafka.start(directory.resolve("kafka"), options);
    everyRunEnds("the broker was away");
    everyOwnerLookedForWhatTheBrokerLeftOpen(before);
  }

  private Map<String, Integer> lengthsOfLogs() throws Exception {
    Map<String, Integer> lengths = new HashMap<>();
    for (String name : NAMES) {
      lengths.put(name, Files.readString(directory.resolve(name + ".log")).length());
    }
    return lengths;
  }

  /** Those that committed nothing meanwhile as well. */
  private void everyOwnerLookedForWhatTheBrokerLeftOpen(Map<String, Integer> before)
      throws Exception {
    Set<String> signs = new TreeSet<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      signs.add("owns partition " + partition + " ");
    }
    signs.add("reading sluice.plans begins again");
    signs.add("reading sluice.plan-requests begins again");
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (true) {
      for (String name : NAMES) {
        String log = Files.readString(directory.resolve(name + ".log"));
        signs.removeIf(log.substring(before.get(name))::contains);
      }
      if (signs.isEmpty()) {
        return;
      }
      assertThat(System.nanoTime())
          .as("no sign after the broker was away: " + signs + ", see " + directory)
          .isLessThan(until);
      Thread.sleep(200);
    }
  }

  private List<String> inAnyOrder() {
    List<String> names = new ArrayList<>(NAMES);
    Collections.shuffle(names, random);
    return names;
  }

  /** Two runs for each workspace: one of them waits while the other is planned and applied. */
  private void submitRuns(String prefix) {
    for (int i = 0; i < RUNS; i++) {
      String workspace = prefix + "-" + i / 2;
      ObjectNode document = Documents.document(workspace);
      for (int node = 0; node < NODES; node++) {
        Documents.add(
            document,
            "n" + node,
            "terraform_data",
            Map.of("input", "run " + i % 2 + " node " + node));
      }
      watch.submit(workspace, document);
      submitted++;
    }
  }

  private void everyRunEnds(String after) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!watch.open().isEmpty()) {
      assertThat(System.nanoTime())
          .as("after " + after + " these have not ended: " + watch.open() + ", see " + directory)
          .isLessThan(until);
      watch.poll(Duration.ofMillis(100));
    }
    assertThat(watch.ends().subList(endedBefore, watch.ends().size()))
        .hasSize(submitted - endedBefore)
        .allMatch(RunWatch.End::succeeded);
    endedBefore = submitted;
  }
}
