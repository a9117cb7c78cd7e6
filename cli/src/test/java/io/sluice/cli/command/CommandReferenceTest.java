package io.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import io.sluice.cli.terminal.Arguments;
import io.sluice.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Help, pages and manual pages have one source, and what they show can be typed. */
class CommandReferenceTest {
  private static final Path ROOT = root();
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^```(?:[a-z]*)\\n(.*?)^```", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  @TempDir Path directory;

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle"))) {
      at = at.getParent();
    }
    return at;
  }

  private Invocation invocation() {
    return Captured.quiet(directory);
  }

  @Test
  void thePageSaysWhatTheHelpSays() throws IOException {
    assertThat(Files.readString(ROOT.resolve("docs/commands-reference.md")))
        .as("docs/commands-reference.md: `./sluice help --markdown` writes it anew")
        .isEqualTo(HelpPages.markdown(invocation()));
  }

  @Test
  void everyCommandHasAWordAndAManualPage() throws IOException {
    Captured written = Captured.run(directory, "help", "--man", "man");

    assertThat(written.code()).isZero();
    for (CommandReference command : all()) {
      assertThat(command.about()).as(command.name()).isNotBlank();
      command.flags().forEach(flag -> assertThat(flag.about()).as(flag.typed()).isNotBlank());
      assertThat(Files.readString(directory.resolve("man").resolve(command.page() + ".1")))
          .startsWith(".TH \"" + command.page().toUpperCase(Locale.ROOT))
          .contains(".SH SYNOPSIS", ".SH EXIT STATUS");
    }
  }

  @Test
  void everyExampleCanBeTyped() {
    for (String command : CommandExamples.commands()) {
      assertThat(all().stream().map(CommandReference::name)).contains("sluice " + command);
    }
    for (CommandReference command : all()) {
      for (String example : command.examples()) {
        assertThat(shown(example)).as(example).isNotEmpty().allSatisfy(this::accepts);
      }
    }
  }

  @Test
  void examplesAreOfTheirCommandAndWrittenOut() {
    for (CommandReference command : all()) {
      for (String example : command.examples()) {
        assertThat(example.replaceFirst(" -chdir=\\S+", ""))
            .contains(command.name())
            .doesNotContain("%%");
      }
      assertThat(command.markdown(2)).as(command.name()).doesNotContain("%%");
    }
  }

  /** Pages show commands that exist, with flags that they have. */
  @Test
  void everyCommandOfThePagesCanBeTyped() throws IOException {
    List<String> shown = new ArrayList<>();
    try (Stream<Path> files =
        Stream.concat(
            Stream.of(ROOT.resolve("README.md")),
            Stream.concat(
                Files.walk(ROOT.resolve("docs")), Files.walk(ROOT.resolve("examples"))))) {
      for (Path file : files.filter(CommandReferenceTest::isPage).toList()) {
        Matcher block = BLOCK.matcher(Files.readString(file));
        while (block.find()) {
          block.group(1).lines().forEach(line -> shown(line).forEach(shown::add));
        }
      }
    }

    assertThat(shown).hasSizeGreaterThan(50);
    shown.forEach(this::accepts);
  }

  /** Decisions keep the words of their time, and the reference shows synopses. */
  private static boolean isPage(Path file) {
    String path = ROOT.relativize(file).toString();
    return path.endsWith(".md")
        && !path.startsWith("docs/adr/")
        && !path.equals("docs/commands-reference.md");
  }

  /** The commands in a line of a block: {@code ./sluice a && sluice b | grep c}. */
  private static Stream<String> shown(String line) {
    String text = line.strip().replaceFirst("^\\$ ", "").replaceFirst("\\s+#.*$", "");
    return Stream.of(text.split("&&|;|\\||<\\(|\\$\\("))
        .map(String::strip)
        .map(part -> part.replaceFirst("^([A-Z_]+=\\S*\\s+)+", ""))
        .filter(part -> part.matches("(?:\\./|\\.\\./)*sluice [-a-z].*"))
        .map(part -> part.replaceFirst("^(?:\\./|\\.\\./)*sluice", "sluice"))
        .map(part -> part.replaceFirst("\\s[0-9]?>.*$", "").replaceFirst("\\s&$", ""))
        .map(part -> part.replaceFirst("\\)$", ""))
        .filter(part -> !part.contains("…") && !part.contains("..."));
  }

  private List<CommandReference> all() {
    return HelpPages.all(invocation()).stream().flatMap(CommandReference::all).toList();
  }

  private void accepts(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3));
    }
    List<String> typed =
        new ArrayList<>(
            Arguments.normalised(words.subList(1, words.size()).toArray(String[]::new)));
    Arguments.flag(typed, "--no-color");
    Arguments.value(typed, "--chdir");
    if (typed.getFirst().equals("help") || typed.getFirst().equals("--version")) {
      return;
    }
    try {
      Commands.tree(invocation()).parseArgs(typed.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new AssertionError("`" + command + "` can't be typed: " + e.getMessage(), e);
    }
  }
}
