package io.sluice.cli.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.transport.zookeeper.Members;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ServiceHealthTest {
  @Test
  void passesOnWhatAnInstanceSaysOfItselfWithTheVerbForThat() throws Exception {
    String body =
        "{\"status\":\"DOWN\",\"reasons\":[\"Partition 3 is not served: of a newer build\"],"
            + "\"halted\":[{\"partition\":3,\"haltedAt\":17}]}";
    AtomicReference<String> shown = new AtomicReference<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          shown.set(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(503, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    ServiceHealth health;
    try {
      health = ServiceHealth.of(member(address), Optional.of("secret"));
    } finally {
      server.stop(0);
    }

    assertThat(shown).hasValue("Bearer secret");
    assertThat(health.reasons()).hasSize(1).first().asString().contains("newer build");
    assertThat(health.todo(words -> String.join(" ", words)))
        .contains("inbox skip 3 17 --reason TEXT");
    assertThat(HaltedInbox.halted(health, 3, "shop", words -> String.join(" ", words)))
        .get()
        .asString()
        .contains("inbox of workspace shop (partition 3) is halted at the record 17")
        .contains("of a newer build", "inbox skip 3 17 --reason TEXT");
    assertThat(HaltedInbox.halted(health, 4, "other", words -> "")).isEmpty();
    assertThat(ServiceHealth.of(member(address), Optional.empty()).reasons())
        .containsExactly("It does not answer at " + address);
  }

  @Test
  void tellsWhatWaitsAtAnInstanceThatIsReady() throws Exception {
    byte[] body =
        "{\"status\":\"UP\",\"reasons\":[],\"waiting\":[\"2 plan requests wait\"]}"
            .getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(ServiceHealth.of(member(address), Optional.empty()))
          .isEqualTo(new ServiceHealth(List.of(), List.of(), List.of("2 plan requests wait")));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void offersToPassOverARecordOnlyWhereThatHelps() {
    ServiceHealth anew =
        new ServiceHealth(
            List.of(
                "Partition 3 is not served: inbox-3 ends at offset 4 and was applied to 9: it is"
                    + " not the topic that the state is based on. Was it deleted and created"
                    + " again?",
                "Partition 4 is not served: what inbox offset 8 leads to cannot be sent"),
            List.of(),
            List.of());

    assertThat(anew.todo(words -> String.join(" ", words))).doesNotContain("skip");
  }

  private static Members.Description member(String address) {
    return new Members.Description("state-1", "", 1, "", 0, address);
  }
}
