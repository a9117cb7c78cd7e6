package io.sluice.install.module;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Clones by the {@code git} on the path, so that everything that the user has set up for it holds:
 * credentials, rewritten URLs, keys, proxies. It never asks on the terminal.
 */
final class GitClone {
  private static final int MOST_OUTPUT = 2_000;

  private final Map<String, String> environment;

  GitClone(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * @param url with {@code ref}, {@code depth} and {@code sshkey}, as sources have them
   */
  void into(Path directory, Query url) throws IOException {
    String ref = url.value("ref").orElse("");
    String depth = url.value("depth").orElse("");
    if (ref.startsWith("-") || !depth.matches("[0-9]{0,9}")) {
      throw new IOException("its \"ref\" or \"depth\" is not one of git");
    }
    Optional<Path> key = key(url);
    try {
      Map<String, String> more =
          key.map(file -> Map.of("GIT_SSH_COMMAND", ssh() + " -i " + file)).orElse(Map.of());
      boolean shallow = !depth.isEmpty() && !depth.equals("0");
      List<String> clone = new ArrayList<>(List.of("clone", "--quiet"));
      if (shallow) {
        clone.addAll(List.of("--depth", depth));
        if (!ref.isEmpty()) {
          clone.addAll(List.of("--branch", ref));
        }
      }
      String address = url.without("ref").without("depth").without("sshkey").toString();
      clone.addAll(List.of("--", address, directory.toString()));
      run(clone, more);
      if (!shallow && !ref.isEmpty()) {
        run(List.of("-C", directory.toString(), "checkout", "--quiet", ref), more);
      }
      if (Files.exists(directory.resolve(".gitmodules"))) {
        run(
            List.of(
                "-C",
                directory.toString(),
                "submodule",
                "--quiet",
                "update",
                "--init",
                "--recursive"),
            more);
      }
    } finally {
      if (key.isPresent()) {
        Files.deleteIfExists(key.get());
      }
    }
  }

  private String ssh() {
    return environment.getOrDefault("GIT_SSH_COMMAND", "ssh");
  }

  private static Optional<Path> key(Query url) throws IOException {
    Optional<String> written = url.value("sshkey");
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Path file =
        Files.createTempFile(
            "sluice-key",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(file, Base64.getMimeDecoder().decode(written.get()));
      return Optional.of(file);
    } catch (IllegalArgumentException e) {
      Files.delete(file);
      throw new IOException("its \"sshkey\" is not base64", e);
    }
  }

  private void run(List<String> arguments, Map<String, String> more) throws IOException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().putIfAbsent("GIT_TERMINAL_PROMPT", "0");
    builder.environment().putAll(more);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = start(builder);
    try {
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException(
            "git says: " + said.substring(Math.max(0, said.length() - MOST_OUTPUT)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("it was interrupted", e);
    } finally {
      process.destroy();
    }
  }

  private static Process start(ProcessBuilder builder) throws IOException {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IOException("there is no git on the path", e);
    }
  }
}
