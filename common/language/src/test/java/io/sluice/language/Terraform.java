package io.sluice.language;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The binary that tests compare with, where there is one. */
public final class Terraform {
  private Terraform() {}

  public record Answer(int exitCode, String output) {}

  /** Skips the test, and says so, where there is no binary. */
  public static void assumeInstalled() {
    assumeTrue(binary() != null, "skipped: no terraform on PATH, nothing to compare with");
  }

  private static Path binary() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, "terraform"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  public static Answer run(Path directory, String... arguments) {
    try {
      List<String> command = new ArrayList<>();
      command.add("terraform");
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().put("CHECKPOINT_DISABLE", "1");
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("terraform did not end");
      }
      return new Answer(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
