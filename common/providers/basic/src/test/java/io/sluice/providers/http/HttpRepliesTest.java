package io.sluice.providers.http;

import static io.sluice.provider.contract.ResourceContract.done;
import static io.sluice.provider.contract.ResourceContract.failed;
import static io.sluice.provider.contract.ResourceContract.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.Redaction;
import io.sluice.provider.Session;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.schema.SchemaCheck;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replies that are too long, redirect, say too little, or reach the wrong client. */
class HttpRepliesTest {
  private static final String LOGIN = "Basic Ym9iOmh1bnRlcjI=";
  @TempDir Path directory;
  private RestServer server;
  private RestServer other;
  private Calls calls;

  @BeforeEach
  void start() throws IOException {
    server = new RestServer();
    other = new RestServer();
    calls = new Calls(directory);
  }

  @AfterEach
  void stop() {
    server.close();
    other.close();
  }

  private ObjectNode login() {
    return Json.object()
        .put("username", "bob")
        .put("password", "hunter2")
        .put("base_url", server.url());
  }

  private static Session session(JsonNode configuration) {
    return ((Provider.Configured.Ready) new HttpProvider().configure(configuration)).session();
  }

  private Outcome create(String more) {
    return create(session(login()), calls, "{'path':'/things','body':{'a':1}" + more + "}");
  }

  private static Outcome create(Session session, Calls calls, String config) {
    return session.create(
        calls.fresh(), "http_object", SchemaCheck.conform(HttpObject.SCHEMA, json(config)));
  }

  private static void endless(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, 0);
    byte[] part = "x".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; i < 100_000; i++) {
        out.write(part);
      }
    }
  }

  @Test
  void anEndlessReplyIsNotRead() {
    server.instead = exchange -> endless(exchange, 200);
    JsonNode asked = json("{'method':'GET','url':'" + server.url() + "/things'}");
    Outcome.Failed failed = failed(session(login()).readData(calls.fresh(), "http", asked));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(failed.code()).isEqualTo("BODY_TOO_LARGE");
    failed = failed(session(login()).runStep(calls.fresh(), "http_request", asked));
    assertThat(failed.code()).isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void anEndlessReplyToAWriteIsDoneAllTheSame() {
    server.instead =
        exchange -> {
          if (exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Location", "/things/7");
            endless(exchange, 201);
          } else {
            RestServer.reply(exchange, 200, json("{'id':'7'}"));
          }
        };
    assertThat(done(create("")).id()).isEqualTo("7");
    server.instead = exchange -> endless(exchange, 201);
    assertThat(create("")).isInstanceOf(Outcome.InDoubt.class);
  }

  @Test
  void aBodyThatStallsEndsWithTheTimeOut() {
    server.instead =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush();
          sleep();
        };
    var call = calls.of("t", false, Duration.ofMillis(500), new Cancellation());
    JsonNode asked = json("{'method':'GET','url':'" + server.url() + "/things'}");
    assertThat(failed(session(login()).readData(call, "http", asked)).errorClass())
        .isEqualTo(ErrorClass.TRANSIENT);
  }

  private static void sleep() {
    try {
      Thread.sleep(3000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theLoginGoesToNoOtherHost() {
    String elsewhere = "{'path':'" + other.url() + "/things','id_path':'data.id','body':{}}";
    done(create(session(login()), calls, elsewhere));
    assertThat(other.authorizations).containsOnly("null");
    done(create(",'id_path':'data.id'"));
    assertThat(server.authorizations).contains(LOGIN).doesNotContain("null");
    done(create(session(login().put("send_to_any_host", true)), calls, elsewhere));
    assertThat(other.authorizations).contains(LOGIN);
  }

  @Test
  void aLoginWithoutAHostIsRefused() {
    ObjectNode configuration = login();
    configuration.remove("base_url");
    assertThat(new HttpProvider().configure(configuration))
        .isInstanceOfSatisfying(
            Provider.Configured.Refused.class,
            refused -> assertThat(refused.why().message()).contains("send_to_any_host"));
    configuration.put("send_to_any_host", true);
    assertThat(new HttpProvider().configure(configuration))
        .isInstanceOf(Provider.Configured.Ready.class);
  }

  @Test
  void whatTheLoginBecomesOnTheWayIsSecretToo() {
    assertThat(Redaction.of(new HttpProvider().derivedSecrets(login())).apply("you sent " + LOGIN))
        .doesNotContain("Ym9iOmh1bnRlcjI=");
  }

  @Test
  void aRedirectAfterAWriteLeadsToTheObjectOrIsInDoubt() {
    assertThat(done(redirected(303, "/things/9")).id()).isEqualTo("9");
    assertThat(done(redirected(302, server.url() + "/things/9/")).id()).isEqualTo("9");
    assertThat(redirected(302, "/login?next=/things/9")).isInstanceOf(Outcome.InDoubt.class);
    assertThat(redirected(303, null)).isInstanceOf(Outcome.InDoubt.class);
    assertThat(failed(redirected(307, "/things/9")).errorClass()).isEqualTo(ErrorClass.PERMANENT);
  }

  private Outcome redirected(int status, @org.jspecify.annotations.Nullable String location) {
    server.instead =
        exchange -> {
          if (exchange.getRequestMethod().equals("POST")) {
            if (location != null) {
              exchange.getResponseHeaders().set("Location", location);
            }
            exchange.sendResponseHeaders(status, -1);
          } else {
            RestServer.reply(exchange, 200, json("{'id':'9'}"));
          }
        };
    return create("");
  }

  @Test
  void whatWasMadeWithoutAnIdIsNotLost() {
    server.instead = exchange -> RestServer.reply(exchange, 201, json("{'name':'x'}"));
    assertThat(create("")).isInstanceOf(Outcome.InDoubt.class);
    Outcome.Failed tainted = failed(create(",'lookup_path':'/things?t={token}'"));
    assertThat(tainted.partial()).isNotNull();
    Prior prior = new Prior(tainted.partial().id(), tainted.partial().attributes());
    assertThat(failed(session(login()).delete(calls.fresh(), "http_object", prior)).message())
        .contains("/things")
        .contains("sluice state rm");
    assertThat(done(create(",'object_path':'/things/fixed'")).id()).isEqualTo("/things/fixed");
  }

  @Test
  void aFailedHandshakeIsCertainlyNotDone() throws Exception {
    try (ServerSocket plain = new ServerSocket(0)) {
      Thread.ofVirtual().start(() -> answerInPlainText(plain));
      String url = "https://127.0.0.1:" + plain.getLocalPort() + "/things";
      Outcome.Failed failed =
          failed(create(session(Json.object()), calls, "{'path':'" + url + "','body':{'a':1}}"));
      assertThat(failed.code()).isEqualTo("TLS_REFUSED");
      assertThat(failed.errorClass()).isEqualTo(ErrorClass.USER);
    }
  }

  private static void answerInPlainText(ServerSocket plain) {
    byte[] answer = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    try (Socket connection = plain.accept()) {
      connection.getOutputStream().write(answer);
      connection.getInputStream().read(new byte[2000]);
    } catch (IOException e) {
      // The client went away.
    }
  }

  @Test
  void aClientOfItsOwnDoesNotWaitForEverToConnect() throws Exception {
    HttpTarget target = HttpTarget.of(json("{'insecure':true}"));
    assertThat(target.own().connectTimeout()).contains(Duration.ofSeconds(10));
    target.close();
  }

  /** A record may have lost what was optional. */
  @Test
  void deletesByWhatIdentifiesTheObjectAlone() {
    Outcome.Done made = done(create(",'id_path':'data.id'"));
    Prior reduced = new Prior(made.id(), json("{'path':'/things'}"));
    assertThat(session(login()).delete(calls.fresh(), "http_object", reduced))
        .isEqualTo(new Outcome.Gone());
    assertThat(server.things).isEmpty();
    Prior nothing = new Prior(made.id(), Json.object());
    assertThat(failed(session(login()).delete(calls.fresh(), "http_object", nothing)).code())
        .isEqualTo("INCOMPLETE_RECORD");
  }
}
