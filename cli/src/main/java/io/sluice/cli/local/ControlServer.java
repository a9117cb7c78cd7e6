package io.sluice.cli.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Where a host reports the status of its services and accepts the request to stop. On loopback, and
 * only for who can read the token in {@code stack.json}.
 */
final class ControlServer implements AutoCloseable {
  static final String ASKED_TO_STOP = "asked to stop";
  private final HttpServer server;
  private final String token;

  private ControlServer(HttpServer server, String token) {
    this.server = server;
    this.token = token;
  }

  static ControlServer start(String token) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    return new ControlServer(server, token);
  }

  void serve(Supplier<Services> services, Runnable stop) {
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/services", exchange -> answer(exchange, () -> Json.encode(services.get().standing())));
    server.createContext(
        "/stop",
        exchange ->
            answer(
                exchange,
                () -> {
                  stop.run();
                  return "{}".getBytes(StandardCharsets.UTF_8);
                }));
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange, Supplier<byte[]> body) throws IOException {
    try (exchange) {
      if (!allowed(exchange)) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      byte[] bytes = body.get();
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private boolean allowed(HttpExchange exchange) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8),
            ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
