package io.sluice.transport.transaction;

import io.sluice.embedded.ClusterOptions;
import io.sluice.embedded.EmbeddedKafka;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A broker that can be killed: in a process of its own, at the same port each time. */
final class BrokerProcess {
  private static final String UP = "the broker is up";

  private final Path directory;
  private final int port;
  private Process process;

  BrokerProcess(Path directory) throws IOException {
    this.directory = directory;
    try (ServerSocket socket = new ServerSocket(0)) {
      this.port = socket.getLocalPort();
    }
    this.process = started();
  }

  String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void startAgain() throws IOException {
    process = started();
  }

  private Process started() throws IOException {
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerProcess.class.getName(),
                directory.toString(),
                Integer.toString(port))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    for (String line = started.inputReader().readLine();
        line != null;
        line = started.inputReader().readLine()) {
      if (line.equals(UP)) {
        return started;
      }
    }
    throw new IllegalStateException("the broker did not start");
  }

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedKafka.start(
        Path.of(arguments[0]),
        new ClusterOptions(
            Integer.parseInt(arguments[1]),
            0,
            Map.of(),
            null,
            Duration.ofSeconds(1),
            false,
            fault -> {}));
    System.out.println(UP);
    Thread.sleep(Long.MAX_VALUE);
  }
}
