package io.sluice.provider.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real server of the binaries of this machine, as an unprivileged user: as root it won't run. */
public final class PostgresServerProcess implements AutoCloseable {
  private final Path data;
  private final int port;

  private PostgresServerProcess(Path data, int port) {
    this.data = data;
    this.port = port;
  }

  /** Empty where there are no binaries of a server. */
  public static Optional<PostgresServerProcess> start() throws Exception {
    Path data = Files.createTempDirectory("sluice-postgres");
    if (isRoot()) {
      run("chown", "nobody", data.toString());
    }
    Path cluster = data.resolve("data");
    try {
      if (asUser("initdb", "-D", cluster.toString(), "-U", "postgres", "-A", "trust") != 0) {
        return Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    PostgresServerProcess server = new PostgresServerProcess(cluster, port);
    String options = "-p " + port + " -c listen_addresses=127.0.0.1 -c fsync=off -k " + data;
    int started =
        asUser(
            "pg_ctl",
            "-D",
            cluster.toString(),
            "-l",
            data.resolve("log").toString(),
            "-w",
            "-o",
            options,
            "start");
    return started == 0 ? Optional.of(server) : Optional.empty();
  }

  public int port() {
    return port;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static int asUser(String... command) throws Exception {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    all.addAll(List.of(command));
    return run(all.toArray(String[]::new));
  }

  private static int run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(new java.io.File("/tmp"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() throws Exception {
    asUser("pg_ctl", "-D", data.toString(), "-m", "immediate", "-w", "stop");
  }
}
