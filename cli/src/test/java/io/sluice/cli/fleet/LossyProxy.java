package io.sluice.cli.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before a server, loses every so many answers after the server has done its work, and
 * writes down what the server did.
 */
final class LossyProxy implements AutoCloseable {
  private static final Set<String> OWN =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  /**
   * What was asked and answered.
   *
   * @param heard whether the answer was sent on
   */
  record Done(String request, String target, int status, String answer, boolean heard) {}

  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String behind;
  private final int every;
  private final long delay;
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final List<Done> ledger = new CopyOnWriteArrayList<>();

  LossyProxy(String behind, int every, long delay) throws IOException {
    this.behind = behind;
    this.every = every;
    this.delay = delay;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Done> ledger() {
    return List.copyOf(ledger);
  }

  int lost() {
    return lost.get();
  }

  int answers() {
    return answers.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
              .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
      for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
        if (!OWN.contains(header.getKey().toLowerCase(Locale.ROOT))) {
          header.getValue().forEach(value -> request.header(header.getKey(), value));
        }
      }
      Thread.sleep(delay);
      HttpResponse<byte[]> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      boolean isHeard = answers.incrementAndGet() % every != 0;
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      ledger.add(
          new Done(
              new String(body, StandardCharsets.UTF_8),
              target == null ? "" : target,
              answer.statusCode(),
              new String(answer.body(), StandardCharsets.UTF_8),
              isHeard));
      Thread.sleep(delay);
      if (!isHeard) {
        lost.incrementAndGet();
        return;
      }
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.close();
  }
}
