package io.sluice.bridge.cloud;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** AWS's interfaces in memory, served by {@code moto_server} on a free port of the loopback. */
public final class Moto implements AutoCloseable {
  private static final int TRIES = 300;

  private final Process server;
  private final int port;

  private Moto(Process server, int port) {
    this.server = server;
    this.port = port;
  }

  public static boolean isThere() {
    return isOnPath("moto_server");
  }

  public static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /**
   * @param folder where its log is kept
   */
  public static Moto start(Path folder) throws IOException, InterruptedException {
    int port = freePort();
    Process server =
        new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("moto.log").toFile())
            .start();
    Moto moto = new Moto(server, port);
    for (int i = 0; i < TRIES; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return moto;
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    moto.close();
    throw new IllegalStateException("moto_server did not start");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  /** What AWS's own command line says about what is there; its answer as it prints it. */
  public String aws(String region, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("aws", "--endpoint-url", endpoint()));
    command.addAll(List.of("--region", region, "--output", "json"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("AWS_ACCESS_KEY_ID", "local");
    builder.environment().put("AWS_SECRET_ACCESS_KEY", "local");
    builder.environment().put("AWS_PAGER", "");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ": " + out);
    }
    return out;
  }

  @Override
  public void close() {
    server.descendants().forEach(ProcessHandle::destroyForcibly);
    server.destroyForcibly();
  }
}
