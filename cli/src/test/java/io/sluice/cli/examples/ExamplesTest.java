package io.sluice.cli.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import io.sluice.model.json.Json;
import io.sluice.provider.contract.PostgresServerProcess;
import io.sluice.providers.fakecloud.FakeCloud;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example with a plan document does what its README says, from its plan to its end. One
 * deployment serves them all.
 */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();
  private static final String PASSWORD = "canary-shop-password-7741";

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private static RunningDeployment local;
  private static FakeCloud cloud;
  private static EmbeddedKafka kafka;
  private static @Nullable PostgresServerProcess postgres;

  @BeforeAll
  static void start() throws Exception {
    cloud = FakeCloud.start(0, directory.resolve("cloud.jsonl"));
    kafka =
        EmbeddedKafka.start(
            directory.resolve("kafka"),
            ClusterOptions.OPEN.withBrokerSettings(
                Map.of(
                    "authorizer.class.name",
                    "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                    "super.users",
                    "User:ANONYMOUS")));
    Optional<PostgresServerProcess> server = PostgresServerProcess.start();
    Map<String, String> environment = new HashMap<>();
    environment.put("FAKECLOUD_ENDPOINT", cloud.endpoint().toString());
    environment.put("API_URL", cloud.endpoint().toString());
    environment.put("SHOP_DB_PASSWORD", PASSWORD);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    if (server.isPresent()) {
      postgres = server.get();
      environment.put("PGHOST", "127.0.0.1");
      environment.put("PGPORT", Integer.toString(server.get().port()));
      environment.put("PGUSER", "postgres");
    }
    Path project = Files.createDirectory(directory.resolve("project"));
    local = RunningDeployment.up(project, environment);
  }

  @AfterAll
  static void stop() throws Exception {
    try (var ending = local;
        var clouds = cloud;
        var brokers = kafka) {
      if (postgres != null) {
        postgres.close();
      }
    }
  }

  private static Path plan(String example) {
    return EXAMPLES.resolve(example).resolve("plan.yaml");
  }

  @Test
  void theFirstPlan() throws Exception {
    local.applies(plan("first"), 7);
    assertThat(directory.resolve("project/out/first")).isDirectoryContaining("glob:**hello.txt");
    destroys("first", 7);
    assertThat(directory.resolve("project/out/first/hello.txt")).doesNotExist();
  }

  @Test
  void asManyAsAnotherResourceSays() throws Exception {
    local.applies(plan("counted"), 4);
    assertThat(directory.resolve("project/out/counted")).isDirectory();
    destroys("counted", 4);
  }

  @Test
  void filesAndCertificates() throws Exception {
    local.applies(plan("files"), 10);
    Path made = directory.resolve("project/out/files");
    assertThat(Files.readString(made.resolve("server.pem")))
        .containsSubsequence("BEGIN CERTIFICATE", "BEGIN CERTIFICATE");
    assertThat(Files.readString(made.resolve("admin.conf"))).contains("listen 127.0.0.1:9443 ssl");
    assertThat(Files.getPosixFilePermissions(made.resolve("server.key")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    String key = Files.readString(made.resolve("server.key")).lines().toList().get(1);
    assertThat(local.run("state", "pull", "--workspace", "files").out()).doesNotContain(key);
    destroys("files", 10);
    assertThat(made.resolve("server.key")).doesNotExist();
  }

  @Test
  void aWebShopOfSixtyObjects() throws Exception {
    local.applies(plan("webshop"), 60);
    List<JsonNode> lines = ledger();
    Set<String> ids = new java.util.TreeSet<>();
    for (JsonNode resource : local.state("webshop")) {
      ids.add(resource.path("id").asText());
    }
    assertThat(ids).hasSize(60);
    List<String> created = new ArrayList<>();
    lines.stream()
        .filter(line -> line.path("op").asText().equals("create"))
        .filter(line -> line.at("/object/tag").asText().startsWith("sluice:webshop/"))
        .forEach(line -> created.add(line.path("id").asText()));
    assertThat(created).containsExactlyInAnyOrderElementsOf(ids);
    holdsNoSecret(directory.resolve("project/.sluice"), PASSWORD);
    tellsNoSecret(local.kafkaSettings(), PASSWORD);

    // What nobody knows is found by its tag, and what is known is not.
    Map<String, String> environment = Map.of("FAKECLOUD_ENDPOINT", cloud.endpoint().toString());
    Path project = directory.resolve("project");
    String shop = plan("webshop").toString();
    Captured none = Captured.run(project, environment, "orphans", shop);
    assertThat(none.out()).as(none.err()).isEqualTo("No orphans.\n");
    String forgotten = "fakecloud_bucket.bucket[\"themes\"]";
    String id =
        local.state("webshop").stream()
            .filter(resource -> resource.path("address").asText().equals(forgotten))
            .map(resource -> resource.path("id").asText())
            .findFirst()
            .orElseThrow();
    strayBucket();
    Captured one = Captured.run(project, environment, "orphans", shop, "--workspace", "webshop");
    assertThat(one.out())
        .contains("fakecloud_bucket  b-")
        .contains("sluice:webshop/fakecloud_bucket.stray")
        .doesNotContain(id);
    assertThat(one.out().lines()).hasSize(1);
    destroys("webshop", 60);
  }

  /** As a crash between the call and its result would leave it behind. */
  private static void strayBucket() throws Exception {
    java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient();
    String body = "{\"name\":\"stray\",\"tag\":\"sluice:webshop/fakecloud_bucket.stray\"}";
    int status =
        client
            .send(
                java.net.http.HttpRequest.newBuilder(cloud.endpoint().resolve("/v1/buckets"))
                    .header("Idempotency-Key", "of nobody")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                java.net.http.HttpResponse.BodyHandlers.discarding())
            .statusCode();
    assertThat(status).isEqualTo(201);
  }

  @Test
  void topicsAclsAndQuotas() throws Exception {
    local.applies(plan("kafka"), 8);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThat(admin.listTopics().names().get())
          .contains("shop.orders", "shop.customers", "shop.mails");
      assertThat(
              admin.describeAcls(org.apache.kafka.common.acl.AclBindingFilter.ANY).values().get())
          .hasSize(4);
    }
    destroys("kafka", 8);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThat(admin.listTopics().names().get()).doesNotContain("shop.orders");
    }
  }

  @Test
  void rolesDatabasesAndGrants() throws Exception {
    assumeTrue(postgres != null, "no PostgreSQL server: initdb and pg_ctl are not on this machine");
    local.applies(plan("postgresql"), 9);
    destroys("postgresql", 9);
    local.applies(plan("postgresql"), 9);
    assertThat(local.state("postgresql")).hasSize(9);
    findsWhatStateForgot(postgres.port());
  }

  /** Roles, databases and schemas carry the tag as their comment. */
  private static void findsWhatStateForgot(int port) {
    Map<String, String> server =
        Map.of("PGHOST", "127.0.0.1", "PGPORT", Integer.toString(port), "PGUSER", "postgres");
    String document = plan("postgresql").toString();
    Path project = directory.resolve("project");
    Captured none = Captured.run(project, server, "orphans", document);
    assertThat(none.out()).as(none.err()).isEqualTo("No orphans.\n");
    Captured forgotten =
        local.run(
            "state",
            "rm",
            "postgresql_role.reports",
            "postgresql_database.shop",
            "postgresql_schema.sales",
            "--yes",
            "--workspace",
            "postgresql");
    assertThat(forgotten.code()).as(forgotten.err()).isZero();
    Captured found = Captured.run(project, server, "orphans", document);
    assertThat(found.out().lines())
        .containsExactlyInAnyOrder(
            "postgresql_role  shop_reports  sluice:postgresql/postgresql_role.reports",
            "postgresql_database  shop  sluice:postgresql/postgresql_database.shop",
            "postgresql_schema  shop/sales  sluice:postgresql/postgresql_schema.sales");
    Captured nowhere =
        Captured.run(
            project,
            Map.of("PGHOST", "127.0.0.1", "PGPORT", "1", "PGUSER", "x"),
            "orphans",
            document);
    assertThat(nowhere.code()).isOne();
    assertThat(nowhere.err()).contains("could not be asked").doesNotContain("Exception");
    assertThat(Captured.run(project, server, "doctor", document).out())
        .contains("ok  provider postgresql: reachable, credentials accepted");
    assertThat(Captured.run(project, Map.of("PGPORT", "1"), "doctor", document).code()).isOne();
  }

  @Test
  void objectsOfARestApi() throws Exception {
    local.applies(plan("rest-api"), 3);
    assertThat(
            ledger().stream()
                .filter(line -> line.at("/object/name").asText().startsWith("project-")))
        .hasSize(2);
    destroys("rest-api", 3);
  }

  /** The rest of a life: afterwards the workspace is empty, and a second time there is nothing. */
  private static void destroys(String example, int resources) throws Exception {
    String document = plan(example).toString();
    Captured unasked = local.run("submit", "--destroy", document);
    assertThat(unasked.code()).isOne();
    assertThat(unasked.err()).contains("Cannot ask for approval", "--auto-approve");
    Captured gone = local.run("submit", "--destroy", "--auto-approve", document);
    assertThat(gone.out())
        .as(gone.err())
        .contains("Resources: 0 added, 0 changed, " + resources + " destroyed.");
    assertThat(local.state(example)).isEmpty();
    Captured again = local.run("submit", "--destroy", "--auto-approve", document);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).contains("No changes.");
  }

  private static List<JsonNode> ledger() throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : cloud.ledger().lines().toList()) {
      lines.add(Json.tree(line.getBytes(UTF_8)));
    }
    return lines;
  }

  /** Every record of every topic, as a reader gets it: on disk they may be compressed. */
  private static void tellsNoSecret(Map<String, Object> client, String secret) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("enable.auto.commit", false);
    settings.put("fetch.max.wait.ms", 50);
    int records = 0;
    try (KafkaConsumer<byte[], byte[]> reader =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all =
          reader.listTopics().values().stream()
              .flatMap(List::stream)
              .filter(partition -> !partition.topic().startsWith("__"))
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      reader.assign(all);
      reader.seekToBeginning(all);
      Map<TopicPartition, Long> ends = reader.endOffsets(all);
      while (all.stream().anyMatch(each -> reader.position(each) < ends.get(each))) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(200))) {
          records++;
          String text = record.value() == null ? "" : new String(record.value(), UTF_8);
          assertThat(text).as(record.topic()).doesNotContain(secret);
        }
      }
    }
    assertThat(records).isGreaterThan(100);
  }

  /** Logs, stores and topics of the deployment, as bytes on disk. */
  private static void holdsNoSecret(Path root, String secret) throws Exception {
    byte[] wanted = secret.getBytes(UTF_8);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.isReadable(file) && Files.size(file) < (64 << 20)) {
          assertThat(contains(Files.readAllBytes(file), wanted)).as(file.toString()).isFalse();
        }
      }
    }
  }

  private static boolean contains(byte[] bytes, byte[] wanted) {
    outer:
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      for (int j = 0; j < wanted.length; j++) {
        if (bytes[i + j] != wanted[j]) {
          continue outer;
        }
      }
      return true;
    }
    return false;
  }
}
