package io.sluice.cli.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code sluice serve ROLE} as a process that can be killed, frozen, thawed and started again. */
final class ServiceProcess implements AutoCloseable {
  private final String role;
  private final Path root;
  private final Path log;
  private final Map<String, String> environment;
  private Process process;
  private int saidBefore;

  ServiceProcess(String role, Path root, Path log, Map<String, String> environment)
      throws IOException {
    this.role = role;
    this.root = root;
    this.log = log;
    this.environment = Map.copyOf(environment);
    this.process = launch();
  }

  private Process launch() throws IOException {
    saidBefore = Files.exists(log) ? Files.readString(log).length() : 0;
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Sluice",
                "serve",
                role,
                "--root=" + root));
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    builder.directory(root.toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return builder.start();
  }

  /** As {@code kill -9}: nothing is given back. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new AssertionError(role + " can't be killed");
    }
  }

  void killAndStartAgain() throws Exception {
    kill();
    process = launch();
  }

  /** As an operator restarts a service: SIGTERM, its end, a new start. */
  void terminateAndStartAgain() throws Exception {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError(role + " does not end: " + Files.readString(log));
    }
    process = launch();
  }

  /**
   * Waits until it serves. One that gives up while it starts is started again, as whoever runs a
   * fleet does: on a machine that is very busy a broker may take too long to answer.
   */
  void awaitServing() throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (Files.readString(log).indexOf(role + " serves ", saidBefore) < 0) {
      if (System.nanoTime() > until) {
        throw new AssertionError(role + " does not serve: " + Files.readString(log));
      }
      if (!process.isAlive()) {
        process = launch();
      }
      Thread.sleep(50);
    }
  }

  /** Stands still as a whole, until it is thawed and goes on as if nothing had been. */
  void freeze() throws Exception {
    signal("STOP");
  }

  void thaw() throws Exception {
    signal("CONT");
  }

  Stream<ProcessHandle> descendants() {
    return process.descendants();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  private void signal(String name) throws Exception {
    Process signal =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (signal.waitFor() != 0) {
      throw new AssertionError("no signal " + name + " for " + role);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
