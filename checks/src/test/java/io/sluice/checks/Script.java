package io.sluice.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script of the root in an environment of its own: an empty home, no JDK but those given,
 * and on PATH only what every machine has.
 */
final class Script {
  private static final Path ROOT =
      Path.of(System.getProperty("sluice.root")).toAbsolutePath().normalize();

  private static final List<String> TOOLS =
      List.of(
          "awk",
          "basename",
          "bash",
          "cat",
          "cksum",
          "cp",
          "cut",
          "df",
          "diff",
          "dirname",
          "env",
          "find",
          "flock",
          "grep",
          "head",
          "ln",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "paste",
          "ps",
          "readlink",
          "rm",
          "sed",
          "sha256sum",
          "sleep",
          "sort",
          "tail",
          "touch",
          "tr");

  private final Path folder;
  private final Path path;
  private final Map<String, String> environment = new HashMap<>();

  record Outcome(int status, String output) {}

  Script(Path folder) throws IOException {
    this.folder = folder;
    this.path = Files.createDirectories(folder.resolve("path"));
    for (String tool : TOOLS) {
      for (String place : List.of("/bin", "/usr/bin")) {
        Path program = Path.of(place, tool);
        if (Files.exists(program) && !Files.exists(path.resolve(tool))) {
          Files.createSymbolicLink(path.resolve(tool), program);
        }
      }
    }
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put("PATH", path.toString());
    environment.put("SLUICE_JDKS", "");
    environment.put("LC_ALL", "C");
  }

  static Path root() {
    return ROOT;
  }

  Path home() {
    return folder.resolve("home");
  }

  Script with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** A JDK as far as the scripts look at it: a version, and programs that can be run. */
  Path jdk(String version) throws IOException {
    Path jdk = folder.resolve("jdks").resolve(version);
    program(jdk.resolve("bin/java"), "echo java of " + version + " \"$@\"");
    program(jdk.resolve("bin/javac"), "exit 0");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    environment.merge("SLUICE_JDKS", jdk.toString(), (a, b) -> (a + " " + b).strip());
    return jdk;
  }

  Script onPath(String name, String body) throws IOException {
    // Never through the link to the real one.
    Files.deleteIfExists(path.resolve(name));
    program(path.resolve(name), body);
    return this;
  }

  static void program(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/bash\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Outcome run(String script, String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder();
    builder.command().add(ROOT.resolve(script).toString());
    builder.command().addAll(List.of(arguments));
    builder.directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Path output = folder.resolve("output.txt");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("still running: " + Files.readString(output));
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }
}
