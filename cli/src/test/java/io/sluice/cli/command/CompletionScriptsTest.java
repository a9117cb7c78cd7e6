package io.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in a real bash, with a {@code sluice} that knows two addresses. */
class CompletionScriptsTest {
  private static final Path BASH = Path.of("/bin/bash");
  private static final String STANDS_IN =
      """
      sluice() {
        case "$*" in
          *'complete addresses') printf '%s\\n' 'local_file.page["a b"]' 'random_id.word' ;;
          *'complete runs') echo 01m7vyp48g45v9d28m0fs3r0gb ;;
          *'complete workspaces') printf '%s\\n' default test ;;
        esac
      }
      complete() { :; }
      """;

  @TempDir Path directory;

  private String completed(String... words) throws IOException, InterruptedException {
    assumeThat(BASH).as("there is no bash here").exists();
    String script = Captured.run(directory, "completion").out();
    Path file = directory.resolve("complete.sh");
    String typed = String.join("' '", words);
    Files.writeString(
        file,
        STANDS_IN
            + script
            + "\nCOMP_WORDS=(sluice '"
            + typed
            + "')\nCOMP_CWORD="
            + words.length
            + "\n_sluice\nprintf '%s|' \"${COMPREPLY[@]}\"\n");
    Process bash =
        new ProcessBuilder(BASH.toString(), file.toString()).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void completesCommandsAndFlags() throws Exception {
    assertThat(completed("")).contains("plan|", "apply|", "state|").doesNotContain("train");
    assertThat(completed("runs", "re")).isEqualTo("resolve|resume|retry|");
    assertThat(completed("plan", "--refresh-o")).isEqualTo("--refresh-only|");
  }

  @Test
  void completesAddressesSoThatTheShellLeavesThemWhole() throws Exception {
    assertThat(completed("state", "show", "local"))
        .isEqualTo("local_file.page\\[\\\"a\\ b\\\"\\]|");
    assertThat(completed("plan", "--target", "")).contains("random_id.word|");
  }

  @Test
  void completesRunsAndWorkspaces() throws Exception {
    assertThat(completed("runs", "show", "")).isEqualTo("last|01m7vyp48g45v9d28m0fs3r0gb|");
    assertThat(completed("workspace", "select", "t")).isEqualTo("test|");
    assertThat(completed("apply", "--workspace", "d")).isEqualTo("default|");
    assertThat(completed("runs", "resolve", "last", "random")).isEqualTo("random_id.word|");
  }

  @Test
  void namesTheSameForFish() {
    assertThat(Captured.run(directory, "completion", "fish").out())
        .contains(
            "complete -c sluice -n '__sluice_at runs show' -a '(sluice complete runs 2>/dev/null)'",
            "complete -c sluice -n '__sluice_at plan' -l refresh-only");
  }
}
