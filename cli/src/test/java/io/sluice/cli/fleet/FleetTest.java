package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.cli.Captured;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.embedded.SharedCluster;
import io.sluice.model.json.Json;
import io.sluice.planner.PlannerService;
import io.sluice.seal.Keyring;
import io.sluice.service.measure.Figure;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.worker.WorkerService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The commands against services that were started with a Kafka and a ZooKeeper of somebody's own:
 * once the embedded broker, once a container where Docker is present.
 */
class FleetTest {
  private static final Credentials TOKEN =
      new Credentials(null, null, List.of("a-token-of-the-tests"));
  private static final String PLAN =
      """
      schema_version: 2
      workspace: fleet
      resources:
        - {name: word, type: random_id, config: {byte_length: 4}}
        - {name: made, type: local_file, config: {filename: made.txt, content: "${word.hex}"}}
      """;

  private static final String PINGS =
      """
      step "http_request" "ping" {
        count = 3
        arguments {
          url           = "URL/p${count.index}"
          expect_status = [200, 404]
        }
      }
      step "print" "results" {
        arguments {
          message = step.http_request.ping[*].output.status_code
        }
      }
      """;

  private static final Pattern TYPE =
      Pattern.compile("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)");
  private static final Pattern VALUE =
      Pattern.compile(
          "(([a-zA-Z_:][a-zA-Z0-9_:]*)"
              + "(?:\\{(?:,?[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\"\\\\n])*\")+\\})?)"
              + " (-?[0-9]+(?:\\.[0-9]+)?(?:E-?[0-9]+)?|NaN|\\+Inf)");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Nested
  class OnTheEmbeddedBroker {
    @Test
    void appliesChangesAndRemoves() throws Exception {
      EmbeddedCluster cluster = SharedCluster.running();
      appliesAPlanAndItsChange(
          Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
              .withAccess(Map.of(), TOKEN)
              .withTopicPrefix(SharedCluster.prefix(FleetTest.class)));
    }
  }

  @Nested
  class OnAContainer {
    @Test
    void appliesChangesAndRemoves() throws Exception {
      Assumptions.assumeTrue(
          DockerClientFactory.instance().isDockerAvailable(),
          "no Docker engine runs here: the same test on a Kafka container is left out");
      try (KafkaContainer kafka =
          new KafkaContainer(DockerImageName.parse("apache/kafka-native:4.3.1"))) {
        kafka.start();
        appliesAPlanAndItsChange(
            Connection.embedded(kafka.getBootstrapServers(), SharedCluster.running().zookeeper())
                .withAccess(Map.of(), TOKEN)
                .withTopicPrefix(SharedCluster.prefix(FleetTest.class)));
      }
    }
  }

  private void appliesAPlanAndItsChange(Connection connection) throws Exception {
    Map<String, String> environment = new HashMap<>(connection.environment());
    environment.put("SLUICE_ROOT", directory.toString());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    environment.put("SLUICE_HTTP_HOST", "127.0.0.1");
    Keyring.loadOrGenerate(directory.resolve("key"));
    Path plan = Files.writeString(directory.resolve("plan.yaml"), PLAN);
    Path made = directory.resolve("made.txt");
    try (StateService state = StateService.start(connection, environment);
        PlannerService planner = PlannerService.start(connection, environment);
        WorkerService worker = WorkerService.start(connection, environment)) {
      Map<String, Double> before = metrics(state.port(), planner.port(), worker.port());
      Captured applied = sluice(environment, "submit", "plan.yaml");
      assertThat(applied.err()).isEmpty();
      assertThat(applied.out()).contains("Resources: 2 added, 0 changed, 0 destroyed.");
      assertThat(made).content().matches("[0-9a-f]{8}");
      countersMove(before, metrics(state.port(), planner.port(), worker.port()), connection);

      assertThat(sluice(environment, "submit", "plan.yaml").out()).contains("No changes.");

      Files.writeString(plan, PLAN.replaceAll("(?m)^  - \\{name: made.*\\n", ""));
      assertThat(sluice(environment, "submit", "plan.yaml").out())
          .contains("Resources: 0 added, 0 changed, 1 destroyed.");
      assertThat(made).doesNotExist();
      assertThat(sluice(environment, "state", "list", "--workspace", "fleet").out())
          .isEqualTo("random_id.word\n");
      printsWhatItsStepsFound(environment);
      assertReady(state.port(), planner.port(), worker.port());
      settlesALetter(connection, environment);
      examines(environment, planner);
    }
  }

  private static void assertReady(int... ports) throws Exception {
    for (int port : ports) {
      for (String path : List.of("/health", "/health/live", "/health/ready")) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        HttpResponse<String> answer =
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(uri + " " + answer.body()).isEqualTo(200);
      }
    }
  }

  private void settlesALetter(Connection connection, Map<String, String> environment)
      throws Exception {
    assertThat(sluice(environment, "dlq", "list").out()).isEqualTo("There are no letters.\n");
    try (Producer<String, byte[]> producer = new Clients(connection, "test").producer()) {
      String inbox = connection.topicPrefix() + "inbox";
      byte[] garbage = "gibberish".getBytes(java.nio.charset.StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>(inbox, 0, "fleet", garbage)).get();
    }
    JsonNode first = letter(environment, "");
    assertThat(first.path("topic").asText()).endsWith("inbox");
    String id = first.path("letter").asText();
    assertThat(sluice(environment, "dlq", "show", id).out()).contains("gibberish");
    assertThat(sluice(environment, "dlq", "replay", id).out()).contains("Replayed 1 letter.");
    JsonNode again = letter(environment, id);
    assertThat(again.path("offset").asLong()).isGreaterThan(first.path("offset").asLong());
    assertThat(sluice(environment, "doctor").out()).contains("BAD letters: 1 record could not");
    assertThat(sluice(environment, "dlq", "drop", "--all").out()).contains("Dropped 1 letter.");
    assertThat(sluice(environment, "dlq", "list").out()).isEqualTo("There are no letters.\n");
  }

  /** The only letter that is listed, once it is another one than {@code former}. */
  private JsonNode letter(Map<String, String> environment, String former) throws Exception {
    long until = System.nanoTime() + java.util.concurrent.TimeUnit.SECONDS.toNanos(60);
    while (true) {
      List<String> lines = sluice(environment, "dlq", "list", "--json").out().lines().toList();
      if (lines.size() == 1) {
        JsonNode letter =
            Json.tree(lines.getFirst().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        if (!letter.path("letter").asText().equals(former)) {
          return letter;
        }
      }
      assertThat(System.nanoTime()).as("a letter came: " + lines).isLessThan(until);
      Thread.sleep(50);
    }
  }

  private void examines(Map<String, String> environment, PlannerService planner) {
    Captured well = sluice(environment, "doctor");
    assertThat(well.out())
        .contains("ok  planners: ", "ok  topics: ", "ok  letters: none", "ok  runs: 0 under way");
    assertThat(well.code()).as(well.out()).isZero();
    assertThat(sluice(environment, "status").out()).contains("planner");

    planner.close();
    Captured ill = sluice(environment, "doctor");
    assertThat(ill.out()).contains("BAD planners: none", "sluice serve planner");
    assertThat(ill.code()).isOne();
  }

  /** Some pings, and one step that says what came of all of them. */
  private void printsWhatItsStepsFound(Map<String, String> environment) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", FleetTest::answer);
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Files.writeString(directory.resolve("ping.tf"), PINGS.replace("URL", url));
      Captured text = sluice(environment, "apply", "--auto-approve", "--workspace", "pings");
      assertThat(text.err()).isEmpty();
      assertThat(text.out()).contains("step.print.results: | [200,200,404]\n");

      Captured json =
          sluice(environment, "apply", "--auto-approve", "--json", "--workspace", "pings");
      assertThat(json.out()).contains("\"lines\":[\"[200,200,404]\"]");
      assertThat(sluice(environment, "runs", "watch", "last").out())
          .contains("step.print.results: | [200,200,404]\n");
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    boolean missing = exchange.getRequestURI().getPath().endsWith("2");
    exchange.sendResponseHeaders(missing ? 404 : 200, -1);
    exchange.close();
  }

  private static void countersMove(
      Map<String, Double> before, Map<String, Double> after, Connection connection) {
    String plans = connection.topicPrefix() + "plans";
    String requests = connection.topicPrefix() + "plan-requests";
    for (String counter :
        List.of(
            "sluice_worker_claims_total",
            "sluice_planner_records_total{topic=\"" + plans + "\"}",
            "sluice_planner_records_total{topic=\"" + requests + "\"}")) {
      assertThat(before.get(counter)).as(counter).isZero();
      assertThat(after.get(counter)).as(counter).isPositive();
    }
    assertThat(after.get("sluice_worker_claims_total")).isEqualTo(2);
    assertThat(after.get("sluice_planner_ready")).isEqualTo(1);
    assertThat(after.get("sluice_state_partitions")).isEqualTo(connection.partitions());
    assertThat(after.get("sluice_state_troubled_partitions")).isZero();
    assertThat(after.get("sluice_state_takeovers_total"))
        .isGreaterThanOrEqualTo(connection.partitions());
    assertThat(after.get("sluice_run_seconds_count{kind=\"apply\",outcome=\"succeeded\"}"))
        .isPositive();
    assertThat(after.get("sluice_run_queued_seconds_count")).isPositive();
    assertThat(after.get("sluice_run_planning_seconds_count")).isPositive();
    assertThat(after.get("sluice_state_commit_seconds_count")).isPositive();
    assertThat(after.get("sluice_state_takeover_seconds_count"))
        .isGreaterThanOrEqualTo(connection.partitions());
    assertThat(after.get("sluice_worker_task_wait_seconds_count")).isEqualTo(2);
    assertThat(after.get("sluice_worker_results_total{class=\"none\",outcome=\"ok\"}"))
        .isEqualTo(2);
    assertThat(
            after.get("sluice_provider_call_seconds_count{outcome=\"done\",type=\"local_file\"}"))
        .isPositive();
    assertThat(after.get("sluice_dependency_up{dependency=\"zookeeper\"}")).isEqualTo(1);
    assertThat(after.get("sluice_kafka_client_connections{client=\"producer\"}")).isPositive();
    assertThat(after.get("sluice_state_applied_offset{partition=\"0\"}")).isNotNull();
    assertThat(after.keySet()).anyMatch(name -> name.startsWith("jvm_memory_used_bytes{"));
    assertThat(after)
        .containsKey("sluice_provider_limit{provider=\"local\"}")
        .containsEntry("sluice_provider_breaker_open{provider=\"local\"}", 0.0);
  }

  /** All of it, having seen that each line is as Prometheus' text format wants it. */
  private static Map<String, Double> metrics(int... ports) throws Exception {
    Map<String, Double> values = new HashMap<>();
    for (int port : ports) {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain; version=0.0.4");
      String typed = "";
      Set<String> seen = new HashSet<>();
      for (String line : answer.body().split("\n")) {
        Matcher type = TYPE.matcher(line);
        Matcher value = VALUE.matcher(line);
        if (type.matches()) {
          typed = type.group(1);
          assertThat(typed.endsWith("_total")).isEqualTo(type.group(2).equals("counter"));
        } else if (!line.startsWith("# HELP ")) {
          assertThat(line).matches(VALUE);
          assertThat(value.matches()).isTrue();
          String name = value.group(2);
          assertThat(name).as("it stands below its type").startsWith(typed);
          assertThat(Figure.ofSample(name)).as(name).isPresent();
          assertThat(seen.add(value.group(1))).as("it is there once: " + line).isTrue();
          String number = value.group(3).replace("+Inf", "Infinity");
          // What every service shows is that of the last.
          values.put(value.group(1), Double.valueOf(number));
        }
      }
    }
    return values;
  }

  private Captured sluice(Map<String, String> environment, String... arguments) {
    return Captured.run(directory, environment, arguments);
  }
}
