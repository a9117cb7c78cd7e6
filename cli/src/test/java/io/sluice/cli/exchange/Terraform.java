package io.sluice.cli.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The terraform on PATH, in one folder. */
public record Terraform(Path folder) {
  public record Ended(int code, String out) {}

  public static boolean isThere(Path folder) {
    try {
      return new Terraform(folder).run("version").code() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("terraform"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out);
  }

  public String done(String... arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments);
    assertThat(ended.code()).as(ended.out()).isZero();
    return ended.out();
  }
}
