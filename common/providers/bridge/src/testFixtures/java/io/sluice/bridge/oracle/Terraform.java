package io.sluice.bridge.oracle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The terraform on PATH, in a directory of its own, with the providers that run already. */
public final class Terraform {
  private final Path program;
  private final Path directory;
  private final Map<String, String> environment;
  private String settings = "";

  public Terraform(Path program, Path directory, Map<String, String> environment) {
    this.program = program;
    this.directory = directory;
    this.environment = environment;
  }

  public static Optional<Path> find() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path program = Path.of(folder, "terraform");
      if (!folder.isEmpty() && Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }

  public void settings(String text) {
    settings = text;
  }

  public void configuration(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
  }

  public void run(String... arguments) throws IOException, InterruptedException {
    require(0, arguments);
  }

  public void fail(String... arguments) throws IOException, InterruptedException {
    require(1, arguments);
  }

  private void require(int code, String... arguments) throws IOException, InterruptedException {
    Ended ended = ended(arguments);
    if (ended.code() != code) {
      throw new AssertionError(
          "terraform %s ended with %d:\n%s"
              .formatted(String.join(" ", arguments), ended.code(), ended.output()));
    }
  }

  /** How one command ended, and all that it said. */
  public record Ended(int code, String output) {}

  public Ended ended(String... arguments) throws IOException, InterruptedException {
    Path file = directory.resolve("settings.tfrc");
    Files.writeString(file, settings);
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("TF_"));
    builder.environment().put("TF_CLI_CONFIG_FILE", file.toString());
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
