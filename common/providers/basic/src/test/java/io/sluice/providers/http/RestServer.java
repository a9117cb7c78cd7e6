package io.sluice.providers.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A small REST server: things with an id, which become ready on the second look. */
final class RestServer implements AutoCloseable {
  final Map<String, ObjectNode> things = new ConcurrentHashMap<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  volatile int status;
  volatile Map<String, String> headers = Map.of();
  volatile boolean loseReplies;

  /** What answers in its place; null for the things themselves. */
  volatile @Nullable HttpHandler instead;

  private final AtomicInteger next = new AtomicInteger();
  private final HttpServer server;

  RestServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.createContext("/things", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      byte[] sent = exchange.getRequestBody().readAllBytes();
      headers.forEach(exchange.getResponseHeaders()::set);
      HttpHandler other = instead;
      if (other != null) {
        other.handle(exchange);
        return;
      }
      if (status != 0) {
        reply(exchange, status, Json.object().put("error", "status asked for"));
        return;
      }
      String[] parts = exchange.getRequestURI().getPath().split("/");
      String id = parts.length > 2 ? parts[2] : "";
      switch (exchange.getRequestMethod()) {
        case "POST" -> {
          ObjectNode thing = (ObjectNode) Json.mapper().readTree(sent);
          String made = "t" + next.incrementAndGet();
          thing.put("id", made).put("looks", 0);
          String token = exchange.getRequestHeaders().getFirst("X-Token");
          things.put(made, token == null ? thing : thing.put("token", token));
          if (!loseReplies) {
            reply(exchange, 201, Json.object().set("data", thing));
          }
        }
        case "PUT" -> {
          ObjectNode old = things.get(id);
          if (old == null) {
            reply(exchange, 404, Json.object());
          } else {
            old.setAll((ObjectNode) Json.mapper().readTree(sent));
            reply(exchange, 200, old);
          }
        }
        case "DELETE" -> reply(exchange, things.remove(id) == null ? 404 : 204, Json.object());
        default -> get(exchange, id);
      }
    }
  }

  private void get(HttpExchange exchange, String id) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    if (query != null) {
      var found = Json.mapper().createArrayNode();
      things.values().stream()
          .filter(thing -> query.equals("token=" + thing.path("token").asText()))
          .forEach(found::add);
      reply(exchange, 200, found);
      return;
    }
    ObjectNode thing = things.get(id);
    if (thing == null) {
      reply(exchange, 404, Json.object());
    } else {
      reply(exchange, 200, thing.put("state", thing.has("slow") && seen.add(id) ? "new" : "ready"));
    }
  }

  static void reply(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = status == 204 ? new byte[0] : Json.encode(body);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
