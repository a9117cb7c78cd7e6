package io.sluice.cli.command.administer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.Captured;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.DeploymentSecret;
import io.sluice.embedded.EmbeddedCluster;
import io.sluice.planner.PlannerService;
import io.sluice.seal.Keyring;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.transport.Credentials;
import io.sluice.transport.client.Clients;
import io.sluice.worker.WorkerService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker with its authorizer: who has the rights of a role can do its work, no more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AclsTest {
  private static final List<String> USERS =
      List.of("state", "planner", "worker", "operator", "reader", "stranger");
  private static final String PLAN =
      """
      schema_version: 2
      workspace: rights
      resources:
        - {name: word, type: random_id, config: {byte_length: 4}}
        - {name: made, type: local_file, config: {filename: made.txt, content: "${word.hex}"}}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private final DeploymentSecret secret = DeploymentSecret.random();
  private EmbeddedCluster cluster;

  @BeforeAll
  void start() {
    String users =
        USERS.stream()
            .map(user -> " user_" + user + "=\"" + password(user) + "\"")
            .collect(Collectors.joining());
    String login = secret.kafkaClientSettings().get("sasl.jaas.config").replaceAll(";$", "");
    String own = login.replaceAll(".*password=\"([^\"]*)\".*", "$1");
    cluster =
        EmbeddedCluster.start(
            directory.resolve("cluster"),
            ClusterOptions.closed(secret)
                .withBrokerSettings(
                    Map.of(
                        "listener.name.clients.plain.sasl.jaas.config",
                        login + " user_sluice=\"" + own + "\"" + users + ";")));
    for (String user : USERS.subList(0, 5)) {
      Captured given = sluice("sluice", "acls", user, "--principal", "User:" + user, "--apply");
      assertThat(given.err()).isEmpty();
      assertThat(given.out()).contains("rights given to User:" + user);
    }
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private static String password(String user) {
    return "password-of-" + user;
  }

  private Connection connection(String user) {
    Map<String, String> settings = new TreeMap<>(secret.kafkaClientSettings());
    if (!user.equals("sluice")) {
      settings.put(
          "sasl.jaas.config",
          "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
              + user
              + "\" password=\""
              + password(user)
              + "\";");
    }
    return Connection.embedded(cluster.bootstrapServers(), cluster.zookeeper())
        .withAccess(
            settings, new Credentials(secret.zookeeperLogin(), null, List.of(secret.httpToken())));
  }

  private Map<String, String> environment(String user) {
    Map<String, String> environment = new HashMap<>(connection(user).environment());
    environment.put("SLUICE_HTTP_READERS_FILE", directory.resolve("readers").toString());
    environment.put("SLUICE_ROOT", directory.toString());
    environment.put("SLUICE_DATA", directory.resolve("store").toString());
    environment.put("SLUICE_KEY_FILE", directory.resolve("key").toString());
    return environment;
  }

  private Captured sluice(String user, String... arguments) {
    return Captured.run(directory, environment(user), arguments);
  }

  @Test
  void eachRoleDoesItsWorkAndNoMore() throws Exception {
    Keyring.loadOrGenerate(directory.resolve("key"));
    Files.writeString(directory.resolve("plan.yaml"), PLAN);
    Files.writeString(directory.resolve("readers"), "token-of-a-reader reader rights\n");
    try (StateService state = StateService.start(connection("state"), environment("state"));
        PlannerService planner =
            PlannerService.start(connection("planner"), environment("planner"));
        WorkerService worker = WorkerService.start(connection("worker"), environment("worker"))) {
      Captured applied = sluice("operator", "submit", "plan.yaml");
      assertThat(applied.out() + applied.err())
          .contains("Resources: 2 added, 0 changed, 0 destroyed.");
      assertThat(state.port() + planner.port() + worker.port()).isPositive();

      assertThat(sluice("reader", "runs", "list").out()).contains("rights");
      Map<String, String> looking = new HashMap<>(environment("reader"));
      looking.put("SLUICE_HTTP_TOKEN", "token-of-a-reader");
      assertThat(Captured.run(directory, looking, "state", "list", "--workspace", "rights").out())
          .contains("random_id.word");
      assertThat(Captured.run(directory, looking, "state", "list", "--workspace", "other").err())
          .contains("this token reads other workspaces");
      Captured refused = sluice("reader", "submit", "plan.yaml");
      assertThat(refused.code()).isEqualTo(1);

      for (String topic : List.of("state", "runs", "state-log", "control")) {
        assertThatThrownBy(() -> write("worker", topic))
            .as("a worker writes " + topic)
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(TopicAuthorizationException.class);
      }
      for (String topic : List.of("inbox", "state", "tasks.default", "control", "runs")) {
        assertThatThrownBy(() -> write("operator", topic))
            .as("a person writes " + topic)
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(TopicAuthorizationException.class);
      }
      assertThatThrownBy(() -> write("planner", "state"))
          .hasCauseInstanceOf(TopicAuthorizationException.class);
    }
    // A service that starts again looks for what the one before left open.
    try (StateService state = StateService.start(connection("state"), environment("state"));
        PlannerService planner =
            PlannerService.start(connection("planner"), environment("planner"));
        WorkerService worker = WorkerService.start(connection("worker"), environment("worker"))) {
      assertThat(sluice("operator", "submit", "plan.yaml").out()).contains("No changes.");
      assertThat(state.port() + planner.port() + worker.port()).isPositive();
    }
  }

  @Test
  void whoHasNoRightsIsToldSo() {
    Captured refused = sluice("stranger", "acls", "worker", "--principal", "User:x", "--apply");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("The brokers refuse your login", "log in as a super user");
  }

  private void write(String user, String topic) throws Exception {
    try (Producer<String, byte[]> producer = new Clients(connection(user), "test").producer()) {
      producer.send(new ProducerRecord<>("sluice." + topic, 0, "k", new byte[] {1})).get();
    }
  }

  @Test
  void printsTheCommandsOfKafka() {
    Captured printed = sluice("sluice", "acls", "worker", "--principal", "User:w", "--pool", "gpu");

    assertThat(printed.out())
        .contains(
            "# User:w: a worker of one pool",
            "--add --allow-principal User:w --operation Read --topic sluice.tasks.gpu\n",
            "--operation Write --topic sluice.inbox\n",
            "--operation AlterConfigs --group sluice-workers-gpu\n",
            "--operation DescribeConfigs --topic sluice. --resource-pattern-type prefixed\n",
            "--operation Describe --cluster\n");
    assertThat(sluice("sluice", "acls", "wroker", "--principal", "User:w").err())
        .contains("There is no role \"wroker\"", "Did you mean worker?");
    assertThat(sluice("sluice", "acls", "worker", "--principal", "w").err())
        .contains("A principal looks like User:NAME");
  }
}
