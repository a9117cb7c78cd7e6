package io.sluice.language.oracle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code terraform console}, one process an expression: piped it answers only the last one. */
final class Oracle {
  private static final long PATIENCE_SECONDS = 60;
  private final Path directory;

  /** {@code directory} holds the fixture, with the locals written into it. */
  Oracle(Path directory) {
    this.directory = directory;
  }

  static Optional<String> version() {
    try {
      ProcessBuilder builder = new ProcessBuilder("terraform", "version");
      builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
      Process process = builder.start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? out.lines().findFirst() : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Copies the fixture into a directory and adds the locals. */
  static Oracle prepare(Path fixture, Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(fixture)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = directory.resolve(fixture.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
    StringBuilder locals = new StringBuilder("locals {\n");
    Case.locals().forEach((name, text) -> locals.append("  %s = %s\n".formatted(name, text)));
    Files.writeString(directory.resolve("locals.tf"), locals.append("}\n"));
    return new Oracle(directory);
  }

  Answer ask(String expression) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(List.of("terraform", "console"));
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    Process process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write((expression + "\n").getBytes(StandardCharsets.UTF_8));
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("terraform console does not end");
    }
    return Answer.parse(printed);
  }
}
