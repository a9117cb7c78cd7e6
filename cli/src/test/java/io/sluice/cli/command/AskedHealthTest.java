package io.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.transport.zookeeper.Members;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AskedHealthTest {
  @Test
  void passesOnWhatAnInstanceSaysOfItselfWithTheVerbForThat() throws Exception {
    String body =
        "{\"status\":\"DOWN\",\"reasons\":[\"Partition 3 is not served: the record at offset 17 is"
            + " of a newer build\"]}";
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/health/ready",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(503, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    List<String> reasons;
    try {
      reasons = AskedHealth.reasons(member(address));
    } finally {
      server.stop(0);
    }

    assertThat(reasons).hasSize(1).first().asString().contains("newer build");
    assertThat(AskedHealth.todo(reasons, words -> String.join(" ", words)))
        .contains("inbox skip 3 17 --reason TEXT");
    assertThat(AskedHealth.reasons(member(address)))
        .containsExactly("It does not answer at " + address);
  }

  private static Members.Description member(String address) {
    return new Members.Description("state-1", "", 1, "", 0, address);
  }
}
