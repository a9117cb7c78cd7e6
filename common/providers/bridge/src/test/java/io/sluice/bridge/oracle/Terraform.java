package io.sluice.bridge.oracle;

import static org.assertj.core.api.Assertions.assertThat;

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
final class Terraform {
  private final Path program;
  private final Path directory;
  private final Map<String, String> environment;
  private String settings = "";

  Terraform(Path program, Path directory, Map<String, String> environment) {
    this.program = program;
    this.directory = directory;
    this.environment = environment;
  }

  static Optional<Path> find() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path program = Path.of(folder, "terraform");
      if (!folder.isEmpty() && Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }

  void settings(String text) {
    settings = text;
  }

  void configuration(String text) throws IOException {
    Files.writeString(directory.resolve("main.tf"), text);
  }

  void run(String... arguments) throws IOException, InterruptedException {
    run(0, arguments);
  }

  void fail(String... arguments) throws IOException, InterruptedException {
    run(1, arguments);
  }

  private void run(int code, String... arguments) throws IOException, InterruptedException {
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
    assertThat(process.waitFor()).as(output).isEqualTo(code);
  }
}
