package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.record.HiddenId;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome.Done;
import io.sluice.provider.Provider;
import io.sluice.provider.Redaction;
import io.sluice.providers.http.HttpProvider;
import io.sluice.providers.kafka.KafkaProvider;
import io.sluice.providers.local.LocalProvider;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import io.sluice.worker.Tasks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret may be part of an object's id: only its provider gets to see the id. */
final class SecretIdentityTest {
  private static final String SECRET = Executions.SECRET;

  @TempDir private Path directory;
  private final Keyring keyring = Keyring.of(new byte[32], "a test");

  @Test
  void hidesThePathOfADirectoryAllItsLife() throws Exception {
    Objects directories = objects(new LocalProvider(), "local_directory", null);
    Path path = directory.resolve("of").resolve(SECRET);

    Result made = directories.create("{'path':'of/${SECRET}'}");
    assertThat(path).isDirectory();
    assertHidden(directories, made, "of/" + SECRET);

    Result read = directories.read(made);
    assertThat(read.id()).isEqualTo(made.id());
    assertThat(read.attributes()).isEqualTo(made.attributes());

    Result changed = directories.update("{'path':'of/${SECRET}','permission':'0700'}", read);
    assertThat(changed.id()).isEqualTo(made.id());
    assertThat(directories.attributes(changed).path("permission").asText()).isEqualTo("0700");

    Path inside = Files.createFile(path.resolve("file"));
    Result full = directories.delete(changed);
    assertThat(full.error().message()).contains("(sensitive value) is not empty (it holds file)");
    Files.delete(inside);
    assertThat(directories.delete(changed).outcome()).isEqualTo(Outcome.OK);
    assertThat(path).doesNotExist();
  }

  @Test
  void givesTheSameStandInForTheSameIdAndAnotherForOthers() throws Exception {
    Objects directories = objects(new LocalProvider(), "local_directory", null);
    Result first = directories.create("{'path':'${SECRET}'}");
    Result again = directories.create("{'path':'${SECRET}'}");
    Result other = directories.create("{'path':'${SECRET}2'}");

    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.existed()).isTrue();
    assertThat(other.id()).isNotEqualTo(first.id());
  }

  @Test
  void knowsTheObjectThatItWouldReplace() throws Exception {
    Objects directories = objects(new LocalProvider(), "local_directory", null);
    Result old = directories.create("{'path':'${SECRET}'}");

    Result anew =
        directories.create(
            "{'path':'${SECRET}'}", Map.of("local_directory.a", String.valueOf(old.id())));

    assertThat(anew.error().code().wire()).isEqualTo("REPLACES_ITSELF");
  }

  @Test
  void showsTheIdOfAFileThatIsNoSecretAndHidesItsName() throws Exception {
    Objects files = objects(new LocalProvider(), "local_file", null);
    Path path = directory.resolve(SECRET);

    Result made = files.create("{'filename':'${SECRET}','content':'c'}");
    assertThat(path).hasContent("c");
    assertThat(made.id()).isEqualTo("84a516841ba77a5b4648de2cd0dfcb30ea46dbb4");
    assertThat(made.privateData()).isNull();
    assertThat(files.create("{'filename':'${SECRET}','content':'d'}").error().message())
        .contains("(sensitive value) already exists");

    assertThat(files.read(made).attributes()).isEqualTo(made.attributes());
    assertThat(files.delete(made).outcome()).isEqualTo(Outcome.OK);
    assertThat(path).doesNotExist();
  }

  @Test
  void hidesTheNameOfATopicAllItsLife(@TempDir Path data) throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(data, ClusterOptions.OPEN);
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      JsonNode broker = Json.object().put("bootstrap_servers", kafka.bootstrapServers());
      Objects topics = objects(new KafkaProvider(), "kafka_topic", broker);

      Result made = topics.create("{'name':'t-${SECRET}','partitions':1}");
      assertHidden(topics, made, "t-" + SECRET);
      Result read = topics.read(made);
      assertThat(read.attributes()).isEqualTo(made.attributes());

      Result changed = topics.update("{'name':'t-${SECRET}','partitions':2}", made);
      assertThat(changed.id()).isEqualTo(made.id());
      assertThat(topics.update("{'name':'t-${SECRET}','partitions':1}", changed).error().message())
          .startsWith("the topic (sensitive value) has 2 partitions");

      assertThat(topics.delete(changed).outcome()).isEqualTo(Outcome.OK);
      Set<String> left = admin.listTopics().names().get();
      assertThat(left).isEmpty();
    }
  }

  @Test
  void hidesTheIdThatAServerMadeOfASecret() throws Exception {
    try (Things server = new Things()) {
      Objects things = objects(new HttpProvider(), "http_object", server.provider());
      String config = "{'path':'/things','id_path':'name','body':{'name':'n ${SECRET}','a':1}}";

      Result made = things.create(config);
      assertHidden(things, made, "n " + SECRET);
      assertThat(things.read(made).attributes()).isEqualTo(made.attributes());

      Result changed = things.update(config.replace("1", "2"), made);
      assertThat(changed.id()).isEqualTo(made.id());

      server.refuses = true;
      Result refused = things.delete(changed);
      assertThat(refused.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(refused.error().message()).contains("(sensitive value)");
      server.refuses = false;
      assertThat(things.delete(changed).outcome()).isEqualTo(Outcome.OK);
      assertThat(server.asked)
          .containsSubsequence(
              "POST /things", "PUT /things/n%20" + SECRET, "DELETE /things/n%20" + SECRET);
    }
  }

  @Test
  void hidesTheAddressOfADataSource() throws Exception {
    try (Things server = new Things()) {
      Objects data = objects(new HttpProvider(), "http", server.provider());

      Result read = data.data("{'url':'" + server.url() + "/look?key=${SECRET}'}");

      assertThat(server.asked).containsExactly("GET /look?key=" + SECRET);
      assertHidden(data, read, server.url() + "/look?key=" + SECRET);
    }
  }

  @Test
  void keepsTheIdOfWhatIsTooLargeToBeRecorded() throws Exception {
    ThingProvider provider = new ThingProvider();
    String id = "thing-" + SECRET;
    Done large = new Done(id, Json.object().put("name", SECRET).put("echo", "x".repeat(2_000_000)));
    provider.creates.add(large);
    provider.reads.add(large);
    Objects things = objects(provider, "thing", null);

    Result made = things.create("{'name':'${SECRET}'}");
    assertThat(made.error().code().wire()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(made.id()).matches(Objects.HIDDEN);
    things.delete(made);

    assertThat(provider.calls).contains("delete " + id);
  }

  @Test
  void givesReferencesAnIdThatAProviderDoesNotRepeat() throws Exception {
    ThingProvider provider = new ThingProvider();
    Done silent = new Done("thing-" + SECRET, Tasks.json("{'name':'" + SECRET + "'}"));
    provider.creates.add(silent);
    provider.reads.add(silent);
    Objects things = objects(provider, "thing", null);

    Result made = things.create("{'name':'${SECRET}'}");
    assertHidden(things, made, "thing-" + SECRET);
    provider.there = silent;
    assertThat(things.read(made).attributes()).isEqualTo(made.attributes());
  }

  @Test
  void fillsInTheValueRatherThanWhatStandsForAReplacedId() throws Exception {
    ThingProvider provider = new ThingProvider();
    JsonNode sealed = keyring.sealer().seal("shop", "b/id", Json.toTree(SECRET));
    Task plain = Tasks.withValue("{'name':'${b.id}'}", "b.id", sealed);
    Task task =
        Task.of(
            draft -> {
              draft.workspace = plain.workspace();
              draft.run = plain.run();
              draft.node = plain.node();
              draft.address = Address.of("thing.a");
              draft.attempt = 1;
              draft.token = plain.token();
              draft.action = plain.action();
              draft.type = plain.type();
              draft.provider = plain.provider();
              draft.config = plain.config();
              draft.values = plain.values();
              draft.replacedIds = Map.of("b", HiddenId.standIn("0123456789abcdef"));
              draft.repeat = RepeatClass.PURE;
              draft.budget = plain.budget();
              draft.timeouts = null;
            });

    Executions.of(directory, provider).execute(task, "claim-1", new Cancellation(), () -> true);

    assertThat(provider.calls).containsExactly("create {\"name\":\"" + SECRET + "\"}");
  }

  @Test
  void keepsItOutOfTheTraceOfABug() {
    ResultMessages messages =
        new ResultMessages(Tasks.create(RepeatClass.PURE, "{}"), "claim-1", "w1", "root", 0);
    messages.hides(Redaction.of(List.of(SECRET)));

    assertThat(messages.trace(new IllegalArgumentException("no path: x/" + SECRET)))
        .contains("no path: x/(sensitive value)", "\tat ")
        .doesNotContain(SECRET);
  }

  private void assertHidden(Objects objects, Result result, String id) {
    assertThat(result.error()).isNull();
    assertThat(result.id()).matches(Objects.HIDDEN);
    assertThat(result.sensitivePaths()).contains("/id");
    assertThat(Sealer.isSealed(result.attributes().path("id"))).isTrue();
    assertThat(objects.attributes(result).path("id").asText()).isEqualTo(id);
  }

  private Objects objects(Provider provider, String type, @Nullable JsonNode configuration)
      throws Exception {
    return new Objects(
        Executions.of(directory, provider), keyring.opener(), type, type + ".a", configuration);
  }

  /** Keeps things by their names, and repeats what it was asked when it refuses. */
  private static final class Things implements AutoCloseable {
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> things = new ConcurrentHashMap<>(Map.of("/look", "{}"));
    private final HttpServer server;
    volatile boolean refuses;

    Things() throws Exception {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", this::answer);
      server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
      String method = exchange.getRequestMethod();
      String uri = exchange.getRequestURI().toString();
      asked.add(method + " " + uri);
      String path = exchange.getRequestURI().getPath();
      String key = method.equals("POST") ? path + "/n " + SECRET : path;
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (!refuses && (method.equals("POST") || method.equals("PUT"))) {
        things.put(key, body);
      } else if (!refuses && method.equals("DELETE")) {
        things.remove(key);
      }
      String kept = refuses ? "can't " + method + " " + uri : things.getOrDefault(key, "");
      byte[] answer = kept.getBytes(StandardCharsets.UTF_8);
      int missing = method.equals("DELETE") ? 200 : 404;
      exchange.sendResponseHeaders(refuses ? 409 : kept.isEmpty() ? missing : 200, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    }

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    JsonNode provider() {
      return Json.object().put("base_url", url());
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
