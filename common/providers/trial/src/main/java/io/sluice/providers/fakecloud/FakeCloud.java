package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.providers.fakecloud.Cloud.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The server, on a loopback port.
 *
 * <pre>
 *   POST   /v1/KIND            Idempotency-Key, a JSON object         201, or 200 for the same key
 *   GET    /v1/KIND?tag=&amp;token=                                       200 [objects]
 *   GET    /v1/KIND/ID                                                200, 404
 *   PUT    /v1/KIND/ID         a JSON object                          200, 404
 *   DELETE /v1/KIND/ID                                                204, 404, 409 in use
 *   GET    /ledger             the ledger, a JSON object a line
 *   GET, PUT /faults           see {@link Faults}
 * </pre>
 */
public final class FakeCloud implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads;
  private final Cloud cloud;
  private Thread playing = Thread.ofVirtual().unstarted(() -> {});

  private FakeCloud(HttpServer server, ExecutorService threads, Cloud cloud) {
    this.server = server;
    this.threads = threads;
    this.cloud = cloud;
  }

  /**
   * @param port 0 for any free one
   * @param ledger the file; what it says is there already is there
   */
  public static FakeCloud start(int port, Path ledger) throws IOException {
    Cloud cloud = new Cloud(new Ledger(ledger));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    FakeCloud started = new FakeCloud(server, threads, cloud);
    server.createContext("/", started::handle);
    server.start();
    return started;
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public void faults(Faults faults) {
    cloud.faults(faults);
  }

  /** Faults one after the other, from now on. */
  public void play(Scenario scenario) {
    playing.interrupt();
    playing = scenario.playOn(cloud);
  }

  /** A JSON object a line: {@code {seq, at, op, kind, id, token, object}}. */
  public String ledger() {
    return cloud.ledgerText();
  }

  @Override
  public void close() {
    playing.interrupt();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (path.startsWith("/v1/")) {
        withFaults(exchange, path.substring("/v1/".length()).split("/"));
      } else {
        reply(exchange, control(exchange, path));
      }
    } catch (MalformedMessage e) {
      reply(exchange, Answer.error(400, "the body is not JSON: " + e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer control(HttpExchange exchange, String path) throws IOException, MalformedMessage {
    switch (path) {
      case "/ledger" -> {
        byte[] lines = cloud.ledgerText().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, lines.length == 0 ? -1 : lines.length);
        exchange.getResponseBody().write(lines);
        return new Answer(0, Json.object());
      }
      case "/faults" -> {
        if (exchange.getRequestMethod().equals("PUT")) {
          cloud.faults(Faults.read(Json.tree(exchange.getRequestBody().readAllBytes())));
        }
        return new Answer(200, Json.toTree(cloud.faults()));
      }
      case "/health" -> {
        return new Answer(200, Json.object().put("status", "UP"));
      }
      default -> {
        return Answer.error(404, "there are /v1/KIND, /ledger, /faults and /health");
      }
    }
  }

  private void withFaults(HttpExchange exchange, String[] parts)
      throws IOException, MalformedMessage, InterruptedException {
    Faults faults = cloud.faults();
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long latency = random.nextLong(faults.latencyMin(), faults.latencyMax() + 1);
    Thread.sleep(latency + (long) (-faults.latencyTail() * Math.log(1 - random.nextDouble())));
    double dice = random.nextDouble();
    if ((dice -= faults.rate429()) < 0) {
      refuse(exchange, 429, faults);
    } else if ((dice -= faults.rate503()) < 0) {
      refuse(exchange, 503, faults);
    } else if ((dice -= faults.rate500()) < 0) {
      if (random.nextBoolean()) {
        answer(exchange, parts);
      }
      reply(exchange, Answer.error(500, "something went wrong"));
    } else if ((dice -= faults.cutAfter()) < 0) {
      // Closing the exchange without a reply cuts the connection.
      answer(exchange, parts);
    } else if ((dice - faults.cutBefore()) >= 0) {
      reply(exchange, answer(exchange, parts));
    }
  }

  private static void refuse(HttpExchange exchange, int status, Faults faults) throws IOException {
    exchange
        .getResponseHeaders()
        .set("Retry-After", String.format(Locale.ROOT, "%.3f", faults.retryAfterMs() / 1000.0));
    reply(exchange, Answer.error(status, "not now"));
  }

  private Answer answer(HttpExchange exchange, String[] parts)
      throws IOException, MalformedMessage {
    Kind kind = Kind.at(parts[0]).orElse(null);
    if (kind == null || parts.length > 2) {
      return Answer.error(404, "there are networks, subnets, instances, buckets and databases");
    }
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    String token = key == null ? "" : key;
    String method = exchange.getRequestMethod();
    if (parts.length == 1) {
      return switch (method) {
        case "POST" -> cloud.create(kind, body(exchange), token);
        case "GET" -> cloud.list(kind, query(exchange, "tag"), query(exchange, "token"));
        default -> Answer.error(405, "POST and GET");
      };
    }
    return switch (method) {
      case "GET" -> cloud.read(kind, parts[1]);
      case "PUT" -> cloud.update(kind, parts[1], body(exchange), token);
      case "DELETE" -> cloud.delete(kind, parts[1], token);
      default -> Answer.error(405, "GET, PUT and DELETE");
    };
  }

  private static JsonNode body(HttpExchange exchange) throws IOException, MalformedMessage {
    JsonNode body = Json.tree(exchange.getRequestBody().readAllBytes());
    if (!body.isObject()) {
      throw new MalformedMessage("an object is expected");
    }
    return body;
  }

  private static String query(HttpExchange exchange, String name) {
    String query = exchange.getRequestURI().getRawQuery();
    if (query != null) {
      for (String pair : query.split("&")) {
        if (pair.startsWith(name + "=")) {
          return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
        }
      }
    }
    return "";
  }

  private static void reply(HttpExchange exchange, Answer answer) throws IOException {
    if (answer.status() == 0) {
      return;
    }
    byte[] body = answer.status() == 204 ? new byte[0] : Json.encode(answer.body());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
