package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
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
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects that have a secret in their names live a whole life: made, changed, replaced, deleted.
 * Then everything that the deployment has kept or said is searched for it.
 */
class SecretNamesProcessTest {
  private static final String SECRET = "canary-name-" + UUID.randomUUID();
  private static final String TOPIC = "canary-topic-" + UUID.randomUUID();
  private static final String TOKEN = "canary-token-" + UUID.randomUUID();
  private static final String CONTROL = "control-" + UUID.randomUUID();

  private static final String SITE =
      """
      variable "token" {
        type      = string
        sensitive = true
      }
      locals { name = worker_env("CANARY_NAME") }
      provider "http" { base_url = "URL" }
      provider "kafka" { bootstrap_servers = "embedded" }
      resource "local_directory" "home" {
        path       = "FOLDER/${local.name}"
        permission = "MODE"
        lifecycle { create_before_destroy = true }
      }
      resource "local_file" "inside" {
        filename = "${local_directory.home.id}/file"
        content  = "CONTROL"
      }
      resource "local_file" "later" {
        count    = PARTITIONS - 1
        filename = "${local_directory.home.id}/later"
        content  = "later"
      }
      output "news" { value = kafka_topic.news.id }
      resource "kafka_topic" "news" {
        name       = "FOLDER.${worker_env("CANARY_TOPIC")}"
        partitions = PARTITIONS
      }
      resource "http_object" "thing" {
        path    = "/FOLDER"
        id_path = "name"
        body    = { name = local.name, count = PARTITIONS }
      }
      data "http" "look" { url = "URL/look?key=${var.token}" }
      resource "terraform_data" "number" { input = PARTITIONS }
      resource "terraform_data" "counted" {
        count = terraform_data.number.output
        input = "${var.token}-${count.index}-${data.http.look.status_code}"
      }
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final Set<String> things = ConcurrentHashMap.newKeySet();
  private final List<Command.Ended> said = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    things.add("/look");
    server.createContext("/", this::answer);
    server.start();
  }

  /** Whatever is made is called by the secret. */
  private void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    asked.add(method + " " + exchange.getRequestURI());
    switch (method) {
      case "POST" -> things.add(path + "/" + SECRET);
      case "DELETE" -> things.remove(path);
      default -> {}
    }
    boolean there = method.equals("POST") || things.contains(path);
    String shown = path.equals("/look") ? "{}" : "{\"name\": \"" + SECRET + "\"}";
    byte[] body = shown.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(there ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void endWhatWasStarted() {
    server.stop(0);
    LocalDescription.read(new LocalDirectory(directory))
        .flatMap(local -> ProcessHandle.of(local.pid()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void hideTheirIdsFromAllButTheirProviders() throws Exception {
    Map<String, String> environment =
        Map.of("CANARY_NAME", SECRET, "CANARY_TOPIC", TOPIC, "TF_VAR_token", TOKEN);
    said.add(Command.run(directory, environment, "up"));

    applies(environment, "one", "0755", 1, "Resources: 6 added, 0 changed, 0 destroyed.");
    assertThat(directory.resolve("one").resolve(SECRET).resolve("file")).hasContent(CONTROL);
    assertThat(asked).contains("GET /look?key=" + TOKEN, "POST /one", "GET /one/" + SECRET);
    said.add(Command.run(directory, environment, "plan"));
    assertThat(said.getLast().out()).contains("No changes.");

    applies(environment, "one", "0700", 2, "Resources: 2 added, 4 changed, 0 destroyed.");
    assertThat(asked).contains("PUT /one/" + SECRET);
    applies(environment, "two", "0700", 2, "Resources: 5 added, 0 changed, 5 destroyed.");
    assertThat(directory.resolve("two").resolve(SECRET).resolve("file")).hasContent(CONTROL);
    assertThat(directory.resolve("two").resolve(SECRET).resolve("later")).hasContent("later");
    assertThat(directory.resolve("one").resolve(SECRET)).doesNotExist();
    assertThat(asked).contains("DELETE /one/" + SECRET);

    for (String look : List.of("state pull", "state list --json", "state inspect", "drift")) {
      said.add(Command.run(directory, environment, look.split(" ")));
    }
    said.add(Command.run(directory, environment, "state", "show", "local_directory.home"));
    assertThat(said.getLast().out()).contains("id         = (sensitive value)");
    assertThat(
            Command.run(directory, environment, "state", "show", "local_directory.home", "--reveal")
                .out())
        .contains("id         = \"two/" + SECRET + "\"");
    said.add(Command.run(directory, environment, "destroy", "--auto-approve"));
    assertThat(said.getLast().out()).contains("0 added, 0 changed, 8 destroyed.");
    assertThat(directory.resolve("two").resolve(SECRET)).doesNotExist();
    said.add(Command.run(directory, "down"));

    KeptBytes kept = KeptBytes.of(directory, said);
    for (String topic : List.of("state", "inbox", "events", "tasks.default", "plan-requests")) {
      assertThat(kept.where("terraform_data.counted"))
          .anyMatch(place -> place.startsWith("kafka/sluice." + topic + "-"));
    }
    assertThat(kept.where(CONTROL)).anyMatch(place -> place.startsWith("kafka/sluice.state-"));
    assertThat(kept.where(TOKEN)).isEmpty();
    assertThat(kept.where(SECRET)).isEmpty();
    // The broker, whose topic it is, knows its name, and who asks for an output is told.
    assertThat(kept.where(TOPIC))
        .isNotEmpty()
        .noneMatch(place -> place.startsWith("kafka/sluice.") || place.startsWith("store/"));
  }

  private void applies(
      Map<String, String> environment, String folder, String mode, int number, String told)
      throws Exception {
    Files.writeString(
        directory.resolve("site.tf"),
        SITE.replace("URL", "http://127.0.0.1:" + server.getAddress().getPort())
            .replace("FOLDER", folder)
            .replace("MODE", mode)
            .replace("PARTITIONS", String.valueOf(number))
            .replace("CONTROL", CONTROL));
    said.add(Command.run(directory, environment, "apply", "--auto-approve"));
    assertThat(said.getLast().out()).as(said.getLast().err()).contains(told);
  }
}
