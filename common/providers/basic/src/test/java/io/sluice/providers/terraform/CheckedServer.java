package io.sluice.providers.terraform;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers with one status after the other, and with the last of them for good. */
final class CheckedServer implements AutoCloseable {
  private final HttpServer server;
  private final AtomicInteger asked = new AtomicInteger();

  CheckedServer(int... statuses) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          int next = Math.min(asked.getAndIncrement(), statuses.length - 1);
          exchange.sendResponseHeaders(statuses[next], -1);
          exchange.close();
        });
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/health";
  }

  int asked() {
    return asked.get();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
