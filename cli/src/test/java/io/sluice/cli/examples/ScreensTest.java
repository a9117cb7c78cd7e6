package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.cli.local.RunningDeployment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the most used commands show in a real terminal of two sizes, kept as text: a change of a
 * screen is seen in review. Where a screen is meant to change, what the test wrote below {@code
 * build/screens} becomes the new text.
 */
class ScreensTest {
  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final String CLASSES = System.getProperty("java.class.path");

  private static final List<String> COMMANDS =
      List.of(
          "help",
          "plan --help",
          "validate",
          "fmt --check",
          "explain local_file.filename",
          "plan",
          "apply --auto-approve",
          "output",
          "state list",
          "state show 'terraform_data.page[10]'",
          "runs list",
          "runs show",
          "locks",
          "workspace list",
          "graph --format mermaid",
          "drift",
          "aply",
          "plan --parallelism many",
          "apply --auto-approve --var fail=true",
          "destroy --auto-approve");

  @TempDir Path directory;

  @Test
  void areAsTheyWere() throws Exception {
    assumeThat(SCRIPT).as("there is no `script` to make a terminal with").exists();
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "fail" {
          default = false
        }

        resource "local_file" "index" {
          filename = "out/index-of-a-site-with-a-rather-long-name.html"
          content  = "<h1>Welcome</h1>\\n"
        }

        resource "terraform_data" "page" {
          count      = var.fail ? 1 : 11
          input      = "page ${count.index}"
          depends_on = [local_file.index]
        }

        resource "local_command" "check" {
          count      = var.fail ? 1 : 0
          create     = "echo the server at https://example.com/a/long/path does not answer >&2; exit 3"
          depends_on = [terraform_data.page]
        }

        output "index" {
          value = local_file.index.filename
        }
        """);
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      assertThat(local.run("status").code()).isZero();
      compare(100, 30);
      compare(60, 24);
    }
  }

  private void compare(int columns, int rows) throws Exception {
    StringBuilder screens = new StringBuilder();
    for (String command : COMMANDS) {
      screens.append("\n$ sluice ").append(command).append('\n');
      screens.append(new Screened(shown(command, columns, rows), columns).text());
    }
    String name = columns + "x" + rows + ".txt";
    Path written = Files.createDirectories(Path.of("build/screens")).resolve(name);
    Files.writeString(written, screens);
    assertThat(screens.toString())
        .as("the screens, which are in %s", written.toAbsolutePath())
        .isEqualTo(kept(name));
  }

  private static String kept(String name) throws IOException {
    try (InputStream in = ScreensTest.class.getResourceAsStream("/io/sluice/cli/screens/" + name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String shown(String command, int columns, int rows) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path call = directory.resolve("call.sh");
    Files.writeString(
        call,
        "stty cols %d rows %d -echo\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xlog:disable -Xlog:all=error:stderr -cp '%s' io.sluice.cli.Sluice %s\n"
            .formatted(columns, rows, java, CLASSES, command));
    ProcessBuilder builder =
        new ProcessBuilder(SCRIPT.toString(), "-qec", "sh call.sh", "/dev/null")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(Map.of("NO_COLOR", "1", "TERM", "xterm"));
    builder.environment().remove("COLUMNS");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(out).isTrue();
    Files.delete(call);
    return out;
  }

  /** What is left on a screen of what was written to it, without what differs each time. */
  private static final class Screened {
    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    private final int columns;
    private int row;
    private int column;

    Screened(String written, int columns) {
      this.columns = columns;
      for (int i = 0; i < written.length(); i++) {
        char c = written.charAt(i);
        switch (c) {
          case '\r' -> column = 0;
          case '\n' -> down();
          case '\u001b' -> i = sequence(written, i + 1);
          case '\u0004', '\b' -> {}
          default -> put(c);
        }
      }
    }

    private void put(char c) {
      StringBuilder line = lines.get(row);
      while (line.length() < column) {
        line.append(' ');
      }
      line.replace(column, Math.min(line.length(), column + 1), String.valueOf(c));
      column++;
    }

    private void down() {
      row++;
      column = 0;
      if (row == lines.size()) {
        lines.add(new StringBuilder());
      }
    }

    /** Returns where it ends. */
    private int sequence(String text, int start) {
      int end = start + 1;
      while (end < text.length() && !Character.isLetter(text.charAt(end))) {
        end++;
      }
      String argument = text.substring(Math.min(start + 1, end), end);
      switch (text.charAt(end)) {
        case 'A' -> row = Math.max(0, row - Integer.parseInt(argument));
        case 'J' -> {
          lines.subList(row + 1, lines.size()).clear();
          lines.get(row).setLength(column);
        }
        case 'K' -> lines.get(row).setLength(argument.equals("2") ? 0 : column);
        default -> {}
      }
      return end;
    }

    String text() {
      String all = lines.stream().map(StringBuilder::toString).collect(Collectors.joining("\n"));
      List<String> shown = new ArrayList<>();
      inOrder(normal(all).lines().map(String::stripTrailing).toList())
          .forEach(line -> wrap(line, shown));
      while (!shown.isEmpty() && shown.getLast().isEmpty()) {
        shown.removeLast();
      }
      return shown.isEmpty() ? "" : String.join("\n", shown) + "\n";
    }

    /** What happens at once is said in any order. */
    private static List<String> inOrder(List<String> lines) {
      List<String> ordered = new ArrayList<>();
      List<String> progress = new ArrayList<>();
      for (String line : lines) {
        if (line.startsWith("Starting the local deployment")
            || line.matches("\\S+: (Creating|Destroying)\\.\\.\\.")) {
          // Said only where it takes long enough.
          continue;
        }
        if (line.matches("\\S+: (Creat|Destr).*")) {
          progress.add(line);
          continue;
        }
        progress.stream().sorted().forEach(ordered::add);
        progress.clear();
        ordered.add(line);
      }
      progress.stream().sorted().forEach(ordered::add);
      return ordered;
    }

    private static String normal(String text) {
      return text.replaceAll("\\b01[0-9a-hjkmnp-tv-z]{24}\\b", "00run0000000000000000000id")
          .replaceAll(
              "\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b",
              "00000000-0000-0000-0000-000000000000")
          .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "0000-00-00T00:00:00Z")
          .replaceAll("\\b\\d+ms\\b|\\b\\d+\\.\\d+s\\b|\\b\\d+m?\\d*s(?= ago)", "0s")
          .replaceAll("\\([\\w.-]+-\\d+\\)", "(worker-1)")
          .replaceAll(
              "(?m)^(\\S+) +(succeeded|failed) +(\\d+) +0s +\\S+-\\d+", "$1  $2  $3  0s  worker-1")
          .replaceAll("(?m)^NODE +STATUS.*$", "NODE  STATUS  ATTEMPTS  TOOK  WORKER  WHY")
          .replaceAll("(?m)^By: .*$", "By:          me");
    }

    /** As the terminal does it, which knows no words. */
    private void wrap(String line, List<String> shown) {
      String rest = line;
      while (rest.length() > columns) {
        shown.add(rest.substring(0, columns));
        rest = rest.substring(columns);
      }
      shown.add(rest);
    }
  }
}
