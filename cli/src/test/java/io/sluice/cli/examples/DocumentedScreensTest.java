package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.cli.Captured;
import io.sluice.cli.local.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types what a page tells its readers to type, and compares what it says that they will see. */
class DocumentedScreensTest {
  private static final Pattern PART =
      Pattern.compile(
          "<!-- file: (?<file>\\S+) -->\\n"
              + "```[a-z]*\\n"
              + "(?<text>.*?)^```|```console\\n"
              + "(?<typed>.*?)^```",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final String ANYTHING = "…";

  @TempDir Path directory;

  @Test
  void gettingStarted() throws Exception {
    try {
      assertThat(typed(page("docs/getting-started.md"))).isGreaterThan(15);
    } finally {
      Captured.run(directory, "down");
    }
  }

  private static String page(String name) throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle"))) {
      at = at.getParent();
    }
    return Files.readString(at.resolve(name));
  }

  /** How many commands there were. */
  private int typed(String page) throws Exception {
    int count = 0;
    Matcher part = PART.matcher(page);
    while (part.find()) {
      if (part.group("file") != null) {
        Files.writeString(directory.resolve(part.group("file")), part.group("text"));
        continue;
      }
      for (Step step : steps(part.group("typed"))) {
        requireShown(step, shown(step.command()));
        count++;
      }
    }
    return count;
  }

  private record Step(String command, List<String> expected) {}

  private static List<Step> steps(String block) {
    List<Step> steps = new ArrayList<>();
    for (String line : block.lines().toList()) {
      if (line.startsWith("$ ")) {
        steps.add(new Step(line.substring(2), new ArrayList<>()));
      } else {
        steps.getLast().expected().add(line);
      }
    }
    return steps;
  }

  private String shown(String command) throws Exception {
    if (!command.startsWith("sluice ")) {
      Process shell =
          new ProcessBuilder("sh", "-c", command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command.substring("sluice ".length()));
    while (word.find()) {
      words.add(word.group(1) != null ? word.group(1) : word.group(2));
    }
    if (words.getFirst().equals("up")) {
      // It starts a process of its own, from the launcher of the tests.
      Command.Ended up = Command.runAsHere(directory, Map.of(), "up");
      return up.out() + up.err();
    }
    Captured run = Captured.run(directory, words.toArray(String[]::new));
    return run.out() + run.err();
  }

  private static void requireShown(Step step, String shown) {
    String expected =
        step.expected().stream()
            .map(line -> line.equals(ANYTHING) ? "(?:.*\\n)*?" : line(line) + "\\n")
            .collect(Collectors.joining());
    String normal = shown.isEmpty() || shown.endsWith("\n") ? shown : shown + "\n";
    if (!Pattern.compile(expected).matcher(normal).matches()) {
      fail(
          "The page says that `%s` shows\n%s\nand it shows\n%s",
          step.command(), String.join("\n", step.expected()), shown);
    }
  }

  /** Blanks at the end of a line are of the table that it is in. */
  private static String line(String text) {
    String pattern =
        Pattern.compile(ANYTHING)
            .splitAsStream(text)
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return text.endsWith(ANYTHING) ? pattern + ".*" : pattern;
  }
}
