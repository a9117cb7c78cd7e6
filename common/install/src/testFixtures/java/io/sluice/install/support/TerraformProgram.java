package io.sluice.install.support;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The terraform on the path, to compare with. */
public final class TerraformProgram {
  private TerraformProgram() {}

  /** Skips the test, and says so, where there is none. */
  public static void assumeInstalled() {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "terraform")));
    assumeTrue(there, "skipped: no terraform on PATH, nothing to compare with");
  }

  /** What it said; another end than success is a failure of the test. */
  public static String done(Path directory, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("terraform"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
    return said;
  }
}
