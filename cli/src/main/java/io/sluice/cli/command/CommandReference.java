package io.sluice.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What {@code --help} says of one command, in the parts that pages are made of: the help, the page
 * of all commands and the manual pages have one source.
 *
 * @param name {@code sluice runs show}
 */
record CommandReference(
    String name,
    String about,
    String synopsis,
    List<Entry> arguments,
    List<Entry> flags,
    List<String> examples,
    List<CommandReference> below) {
  private static final int INDENT = 2;

  /** An argument or flag, as it is typed, and what it is for. */
  record Entry(String typed, String about) {}

  static CommandReference of(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    Map<String, CommandLine> sorted = new TreeMap<>(line.getSubcommands());
    return new CommandReference(
        spec.qualifiedName(),
        shown(spec.usageMessage().description()),
        synopsis(line),
        spec.positionalParameters().stream()
            .filter(argument -> !argument.hidden())
            .map(CommandReference::argument)
            .toList(),
        spec.options().stream()
            .filter(option -> !option.hidden() && !option.usageHelp())
            .sorted((one, other) -> one.longestName().compareTo(other.longestName()))
            .map(CommandReference::flag)
            .toList(),
        examples(spec),
        sorted.values().stream().map(CommandReference::of).toList());
  }

  /** All of them, itself first. */
  Stream<CommandReference> all() {
    return Stream.concat(Stream.of(this), below.stream().flatMap(CommandReference::all));
  }

  /** As the help shows it, which takes each line for a format. */
  private static String shown(String... lines) {
    return String.join(" ", lines).replace("%%", "%");
  }

  private static String synopsis(CommandLine line) {
    return String.join(" ", line.getHelp().synopsis(0).lines().map(String::strip).toList());
  }

  private static Entry argument(PositionalParamSpec argument) {
    return new Entry(argument.paramLabel(), shown(argument.description()));
  }

  private static Entry flag(OptionSpec option) {
    String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    return new Entry(option.longestName() + value, shown(option.description()));
  }

  /** What stands in the footer below "Example". */
  private static List<String> examples(CommandSpec spec) {
    List<String> examples = new ArrayList<>();
    for (String line : spec.usageMessage().footer()) {
      if (line.startsWith(" ".repeat(INDENT))) {
        examples.add(shown(line.substring(INDENT)));
      }
    }
    return examples;
  }

  String markdown(int depth) {
    StringBuilder out = new StringBuilder();
    out.append("\n").append("#".repeat(depth)).append(" ").append(name).append("\n");
    out.append(escaped(about)).append("\n\n```text\n").append(synopsis).append("\n```\n");
    if (!arguments.isEmpty() || !flags.isEmpty()) {
      out.append("\n| argument or flag | |\n|---|---|\n");
      Stream.concat(arguments.stream(), flags.stream())
          .forEach(
              entry ->
                  out.append("| `")
                      .append(entry.typed().replace("|", "\\|"))
                      .append("` | ")
                      .append(escaped(entry.about()))
                      .append(" |\n"));
    }
    if (!examples.isEmpty()) {
      out.append("\n```text\n").append(String.join("\n", examples)).append("\n```\n");
    }
    below.forEach(one -> out.append(one.markdown(Math.min(4, depth + 1))));
    return out.toString();
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*");
  }

  /** The page that {@code man} shows: {@code sluice-runs-show(1)}. */
  String manual() {
    StringBuilder out = new StringBuilder();
    out.append(".TH \"").append(page().toUpperCase(Locale.ROOT)).append("\" 1\n");
    out.append(".SH NAME\n").append(roff(page())).append(" \\- ").append(roff(about)).append("\n");
    out.append(".SH SYNOPSIS\n").append(roff(synopsis)).append("\n");
    entries("ARGUMENTS", arguments, out);
    entries("FLAGS", flags, out);
    if (!below.isEmpty()) {
      out.append(".SH COMMANDS\n");
      below.forEach(
          one ->
              out.append(".TP\n.B ")
                  .append(roff(one.name()))
                  .append("\n")
                  .append(roff(one.about()))
                  .append("\n"));
    }
    if (!examples.isEmpty()) {
      out.append(".SH EXAMPLES\n.nf\n");
      examples.forEach(example -> out.append(roff(example)).append("\n"));
      out.append(".fi\n");
    }
    out.append(".SH EXIT STATUS\n")
        .append(roff("0: done. 1: failed. 2: something differs (only with --detailed-exitcode)."))
        .append(roff(" 130: interrupted."))
        .append("\n");
    return out.toString();
  }

  /** What the page is called: {@code sluice-runs-show}. */
  String page() {
    return name.replace(' ', '-');
  }

  private static void entries(String title, List<Entry> entries, StringBuilder out) {
    if (!entries.isEmpty()) {
      out.append(".SH ").append(title).append("\n");
      entries.forEach(
          entry ->
              out.append(".TP\n.B ")
                  .append(roff(entry.typed()))
                  .append("\n")
                  .append(roff(entry.about()))
                  .append("\n"));
    }
  }

  private static String roff(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
