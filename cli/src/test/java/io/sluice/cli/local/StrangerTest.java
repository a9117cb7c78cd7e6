package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another user of the machine, with every port known: nothing can be read, submitted or stopped.
 */
class StrangerTest {
  private static final String NOBODY = "65534";

  /**
   * What a {@link Stranger} needs of the class path, which another user may not be able to read.
   */
  private static final List<String> CARRIED =
      List.of("kafka-clients", "zookeeper", "slf4j-api", "netty", "metrics-core", "snappy", "lz4");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void getsNowhereAtAnyPort() throws Exception {
    Assumptions.assumeTrue(
        Files.isReadable(Path.of("/proc/self/net/tcp")) && isRoot() && has("setpriv"),
        "only root can become another user here, and only Linux tells the ports: left out");
    Path plan = directory.resolve("plan.yaml");
    Files.writeString(
        plan,
        """
        schema_version: 2
        workspace: w
        resources:
          - {name: made, type: local_file, config: {filename: made.txt, content: x}}
        """);
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      local.applies(plan, 1);
      long pid = RunningDeployment.json(local.run("status", "--json").out()).path("pid").asLong();
      List<Integer> ports = ports(pid);
      assertThat(ports).as("broker, controller, ZooKeeper, three services, control").hasSize(7);

      List<String> told = asNobody(ports);

      assertThat(told).hasSize(ports.size() * 12).noneMatch(line -> line.endsWith(" IN"));
      assertThat(matching(told, "GET/services refused 401")).as("control").isEqualTo(1);
      assertThat(matching(told, "POST/stop refused 401")).as("control").isEqualTo(1);
      assertThat(matching(told, "GET/v1/workspaces refused 401"))
          .as("queries: " + told)
          .isEqualTo(1);
      assertThat(matching(told, "kafka-guessing refused SaslAuthenticationException"))
          .as("the broker says why: " + told)
          .isEqualTo(2);
      assertThat(matching(told, "controller-guessing refused SaslAuthenticationException"))
          .as("and so does the controller: " + told)
          .isEqualTo(2);
      assertThat(told.stream().filter(line -> line.matches(".*zookeeper-.*(Auth).*")).toList())
          .as("ZooKeeper says why")
          .hasSize(2);

      Captured events = local.run("runs", "list", "--json");
      assertThat(events.out().lines()).as("nobody's run is there").hasSize(2);
    }
  }

  private static long matching(List<String> told, String what) {
    return told.stream().filter(line -> line.endsWith(" " + what)).count();
  }

  private List<String> asNobody(List<Integer> ports) throws Exception {
    Path lib = Files.createTempDirectory(Path.of("/tmp"), "sluice-stranger");
    Files.setPosixFilePermissions(lib, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (CARRIED.stream().anyMatch(String.valueOf(jar.getFileName())::startsWith)) {
        Files.copy(jar, lib.resolve(jar.getFileName()));
      }
    }
    Path classes =
        Files.createDirectories(lib.resolve(Stranger.class.getPackageName().replace('.', '/')));
    try (var in = Stranger.class.getResourceAsStream("Stranger.class")) {
      Files.copy(in, classes.resolve("Stranger.class"));
    }
    List<String> line = new ArrayList<>();
    line.addAll(
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-cp", lib + File.pathSeparator + lib + "/*"));
    line.add(Stranger.class.getName());
    ports.forEach(port -> line.add(port.toString()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    List<String> told = new ArrayList<>();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().filter(said -> said.matches("[0-9]+ .*(refused|IN).*")).forEach(told::add);
    }
    return told;
  }

  /** Ports on which a process listens: sockets in state 0A whose inode it holds. */
  private static List<Integer> ports(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : open.toList()) {
        try {
          inodes.add(Files.readSymbolicLink(file).toString());
        } catch (IOException e) {
          // Closed between the two looks.
        }
      }
    }
    Set<Integer> ports = new HashSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String row : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        String[] column = row.strip().split("\\s+");
        if (column[3].equals("0A") && inodes.contains("socket:[" + column[9] + "]")) {
          String local = column[1];
          ports.add(Integer.parseInt(local.substring(local.indexOf(':') + 1), 16));
        }
      }
    }
    return ports.stream().sorted().toList();
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private static boolean has(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
