package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.PoolName;
import io.sluice.model.json.Json;
import io.sluice.providers.fakecloud.FakeCloud;
import io.sluice.providers.fakecloud.Faults;
import io.sluice.seal.Keyring;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Leases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Services as processes of their own against one broker and one ZooKeeper, killed and frozen in the
 * middle of what they do. {@code -Psluice.killedFleet.links=63} makes the long run: 2,016 nodes,
 * and each kind killed again and again until it ends.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledFleetTest {
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  private static final int CHAINS = 8;
  private static final int SHORT = 12;
  private static final int LINKS = Integer.getInteger("sluice.killedFleet.links", SHORT);

  /** In the short run a node takes longer, so that it lasts until everything was done to it. */
  private static final String NAP = LINKS > SHORT ? "20ms" : "300ms";

  private static final Duration SESSION = Duration.ofSeconds(3);
  private static final long LONGER_THAN_A_SESSION = 7_000;
  private static final String CLOUD = "FAKECLOUD_ENDPOINT";

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private Connection connection;
  private Ensemble ensemble;
  private FakeCloud cloud;
  private Path cloudLedger;
  private final Map<String, ServiceProcess> services = new TreeMap<>();

  @BeforeAll
  void deploy() throws Exception {
    EmbeddedCluster cluster = SharedCluster.running();
    connection =
        Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
            .withAccess(Map.of(), TOKEN)
            .withTopicPrefix(SharedCluster.prefix(KilledFleetTest.class))
            .withPartitions(4, 4)
            .withSessions(SESSION, SESSION);
    ensemble = Ensemble.connect(connection);
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "test"));
    topics.ensure(List.of(PoolName.DEFAULT));
    topics.ensureWorkersGroup(PoolName.DEFAULT);
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.createDirectories(directory.resolve("root"));
    cloudLedger = directory.resolve("cloud.jsonl");
    cloud = FakeCloud.start(0, cloudLedger);
    start("state-1", "state-2");
    start("planner-1", "worker-1", "worker-2");
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
    Map<String, String> environment = environment();
    environment.put("SLUICE_DATA", directory.resolve("store-" + name).toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_WORKER_NAME", name);
    environment.put("SLUICE_STATE_NAME", name);
    environment.put(CLOUD, cloud.endpoint().toString());
    environment.put("SLUICE_LOG", "info");
    String role = name.substring(0, name.indexOf('-'));
    return new ServiceProcess(
        role, directory.resolve("root"), directory.resolve(name + ".log"), environment);
  }

  private Map<String, String> environment() {
    return new HashMap<>(connection.environment());
  }

  @AfterAll
  void endWhatWasStarted() {
    services.values().forEach(ServiceProcess::close);
    cloud.close();
    ensemble.close();
  }

  @Test
  void aRunEndsRightThoughEachKindIsKilledAndFrozen() throws Exception {
    String run = submit("chains", chains());
    int all = CHAINS * LINKS;
    awaitFiles(all / 10, all);
    long epoch = owner("chains").epoch();

    // when each kind is killed, and a run comes in while no planner is there
    services.get("worker-1").killAndStartAgain();
    awaitFiles(all * 2 / 10, all);
    services.get("planner-1").kill();
    String other =
        submit(
            "meanwhile",
            List.of(resource("a", "local_file", Map.of("filename", "a", "content", "a"))));
    services.get(owner("chains").instance()).killAndStartAgain();
    services.get("planner-1").killAndStartAgain();

    // and a worker and the owner of the run stand still for longer than their sessions
    awaitFiles(all * 4 / 10, all);
    freeze("worker-2", owner("chains").instance());
    for (int round = 0; LINKS > SHORT && files() < all * 9 / 10; round++) {
      services.get("worker-" + (1 + round % 2)).killAndStartAgain();
      awaitFiles(Math.min(all - 1, (int) files() + all / 10), all);
      freeze("worker-" + (1 + round % 2), owner("chains").instance());
    }

    // then it ends, and nothing is missing, wrong or made twice in silence
    JsonNode ended = awaitEnd(run);
    JsonNode counts = ended.path("counts");
    long takeovers = owner("chains").epoch() - epoch;
    System.out.println(
        "killed fleet: " + ended.path("outcome") + " " + counts + " takeovers " + takeovers);
    Set<String> doubtful = doubtful(ended);
    List<String> ledger = Files.readAllLines(directory.resolve("root/ledger"));
    assertThat(ledger).doesNotHaveDuplicates();
    Set<String> written = new HashSet<>(ledger);
    for (String name : names()) {
      assertThat(directory.resolve("root/files").resolve(name)).hasContent(name);
      assertThat(written.contains(name) || doubtful.contains("local_command.l" + name))
          .as(name + " stands in the ledger or is in doubt")
          .isTrue();
    }
    assertThat(doubtful).allMatch(node -> node.startsWith("local_command."));
    assertThat(ended.path("outcome").asText())
        .isEqualTo(doubtful.isEmpty() ? "succeeded" : "needsAttention");

    // and the counters say what happened
    assertThat(counts.path("inDoubt").asInt()).isEqualTo(doubtful.size());
    assertThat(counts.path("succeeded").asInt() + doubtful.size()).isEqualTo(4 * all);
    int repeated = counts.path("attempts").asInt() - 4 * all;
    assertThat(repeated + doubtful.size()).as("what was killed was begun again").isPositive();
    assertThat(
            counts.path("lostWorkers").asInt()
                + counts.path("redelivered").asInt()
                + counts.path("gaveUp").asInt()
                + counts.path("recovered").asInt())
        .as("and it is said why")
        .isPositive();
    assertThat(takeovers).isGreaterThanOrEqualTo(2);
    for (ServiceProcess service : services.values()) {
      service.awaitServing();
    }
    assertThat(awaitEnd(other).path("outcome").asText()).isEqualTo("succeeded");
    assertThat(services.values()).allMatch(ServiceProcess::isAlive);
  }

  private void freeze(String... names) throws Exception {
    for (String name : names) {
      services.get(name).freeze();
    }
    Thread.sleep(LONGER_THAN_A_SESSION);
    for (String name : names) {
      services.get(name).thaw();
    }
  }

  /** Whoever decides on a workspace now, waiting for one if need be. */
  private Announcement owner(String workspace) throws Exception {
    int partition = new Partitioner(connection.partitions()).partition(workspace);
    List<Announcement> found = new ArrayList<>();
    await(
        () -> {
          found.clear();
          new Leases(ensemble)
              .holder(partition)
              .map(Leases.Holder::announcement)
              .ifPresent(found::add);
          return !found.isEmpty() && found.getFirst().epoch() > 0;
        });
    return found.getFirst();
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (int chain = 0; chain < CHAINS; chain++) {
      for (int link = 0; link < LINKS; link++) {
        names.add("c" + chain + "n" + link);
      }
    }
    return names;
  }

  @Test
  void aWorkerKilledInACreateLeadsToAdoptionOrDoubtAndNeverToASecondObject() throws Exception {
    slowly(2_500);
    String run =
        submit(
            "one",
            List.of(
                resource("made", "local_file", Map.of("filename", "made", "content", "made")),
                resource("bucket", "fakecloud_bucket", Map.of("name", "bucket-1")),
                resource("once", "local_command", Map.of("create", "echo x >> once; sleep 3"))));
    await(() -> Files.exists(directory.resolve("root/once")));
    Thread.sleep(300);
    killWorkers();
    slowly(0);

    JsonNode ended = awaitEnd(run);
    assertThat(ended.path("outcome").asText()).isEqualTo("needsAttention");
    assertThat(doubtful(ended)).containsExactly("local_command.once");
    assertThat(directory.resolve("root/once")).hasContent("x");
    assertThat(directory.resolve("root/made")).hasContent("made");
    assertThat(created("bucket-1")).isEqualTo(1);
    assertThat(sluice("state", "list", "--workspace", "one").out())
        .contains("fakecloud_bucket.bucket", "local_file.made");
  }

  @Test
  void aReplaceKilledBetweenItsHalvesLeavesNoObjectUnrecorded() throws Exception {
    assertThat(awaitEnd(submit("two", List.of(bucket("old")))).path("outcome").asText())
        .isEqualTo("succeeded");
    slowly(1_500);

    String run = submit("two", List.of(bucket("new")));
    await(() -> created("new") == 1);
    killWorkers();

    assertThat(awaitEnd(run).path("outcome").asText()).isEqualTo("succeeded");
    assertThat(created("old")).isEqualTo(1);
    assertThat(created("new")).isEqualTo(1);
    assertThat(sluice("state", "list", "--workspace", "two").out())
        .isEqualTo("fakecloud_bucket.bucket\n");
    assertThat(sluice("state", "show", "fakecloud_bucket.bucket", "--workspace", "two").out())
        .contains("new");
    assertThat(lines("\"op\":\"delete\"", "\"old\"")).isEqualTo(1);
    assertThat(lines("\"op\":\"delete\"", "\"new\"")).isZero();
  }

  private void killWorkers() throws Exception {
    services.get("worker-1").kill();
    services.get("worker-2").kill();
    start("worker-1", "worker-2");
  }

  private void slowly(long millis) {
    cloud.faults(new Faults(millis, millis, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()));
  }

  private long created(String name) throws IOException {
    return lines("\"op\":\"create\"", '"' + name + '"');
  }

  private long lines(String... parts) throws IOException {
    return Files.readAllLines(cloudLedger).stream()
        .filter(line -> Stream.of(parts).allMatch(line::contains))
        .count();
  }

  private static ObjectNode bucket(String name) {
    ObjectNode bucket = resource("bucket", "fakecloud_bucket", Map.of("name", name));
    bucket.putObject("lifecycle").put("create_before_destroy", true);
    return bucket;
  }

  private static List<ObjectNode> chains() {
    Stream.Builder<ObjectNode> resources = Stream.builder();
    for (int chain = 0; chain < CHAINS; chain++) {
      String before = null;
      for (int link = 0; link < LINKS; link++) {
        String name = "c" + chain + "n" + link;
        ObjectNode first = resource("s" + name, "time_sleep", Map.of("create_duration", NAP));
        if (before != null) {
          after(first, before);
        }
        resources.add(first);
        before = "t" + name;
        resources.add(
            after(resource(before, "time_sleep", Map.of("create_duration", NAP)), "s" + name));
        resources.add(
            after(
                resource(
                    "f" + name, "local_file", Map.of("filename", "files/" + name, "content", name)),
                "s" + name));
        resources.add(
            after(
                resource(
                    "l" + name, "local_command", Map.of("create", "echo " + name + " >> ledger")),
                "f" + name));
      }
    }
    return resources.build().toList();
  }

  private static ObjectNode resource(String name, String type, Map<String, String> config) {
    ObjectNode resource = Json.object();
    resource.put("name", name).put("type", type);
    ObjectNode fields = resource.putObject("config");
    config.forEach(fields::put);
    return resource;
  }

  private static ObjectNode after(ObjectNode resource, String other) {
    resource.putArray("depends_on").add(other);
    return resource;
  }

  private String submit(String workspace, List<ObjectNode> resources) throws Exception {
    ObjectNode document = Json.object();
    document.put("schema_version", 2).put("workspace", workspace);
    ArrayNode list = document.putArray("resources");
    resources.forEach(list::add);
    Files.write(directory.resolve("plan.json"), Json.encode(document));
    Captured submitted = sluice("submit", "plan.json", "--detach");
    assertThat(submitted.code()).as(submitted.err()).isZero();
    return submitted.out().strip();
  }

  private Captured sluice(String... arguments) {
    return Captured.run(directory, environment(), arguments);
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

  private static Set<String> doubtful(JsonNode shown) {
    Set<String> doubtful = new HashSet<>();
    shown.path("failed").forEach(node -> doubtful.add(node.path("node").asText()));
    return doubtful;
  }

  private void awaitFiles(int wanted, int all) throws Exception {
    await(() -> files() >= wanted);
    assertThat(files()).as("the run is still going on").isLessThan(all);
  }

  private long files() throws IOException {
    Path files = directory.resolve("root/files");
    if (!Files.isDirectory(files)) {
      return 0;
    }
    try (Stream<Path> made = Files.list(files)) {
      return made.count();
    }
  }

  private void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + Duration.ofSeconds(240).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime())
          .as("it came to pass; see the logs in " + directory)
          .isLessThan(until);
      Thread.sleep(100);
    }
  }
}
