package io.sluice.cli.command;

import io.sluice.cli.command.shared.CommandGroup;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.WithSubcommands;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the command that was typed, runs it, and reports mistakes in the typing. */
public final class Commands {
  private static final int WIDEST_HELP = 100;
  private static final int NARROWEST_HELP = 55;
  private static final List<String> JSON_ALONE = List.of("--json");

  private Commands() {}

  public static int execute(Invocation invocation, List<String> arguments) {
    if (arguments.isEmpty() || isHelp(arguments.getFirst())) {
      return help(invocation, arguments.stream().skip(1).toList());
    }
    String name = arguments.getFirst();
    List<String> rest = arguments.subList(1, arguments.size());
    if (name.equals("--version") || (name.equals("version") && JSON_ALONE.containsAll(rest))) {
      return VersionCommand.print(invocation, rest.contains("--json"));
    }
    CommandEntry entry = CommandEntry.named(name).orElseThrow(() -> unknown(name));
    if (!name.equals("completion") && !asksHelp(arguments)) {
      // Before anything reads from it, or takes what can't be read for nothing.
      new LocalDirectory(invocation.directory()).exists();
    }
    CommandLine line = line(entry, invocation);
    if (asksHelp(arguments)) {
      line.setUsageHelpWidth(helpWidth(invocation));
      requireKnown(line, arguments);
    }
    return line.execute(arguments.stream().skip(1).toArray(String[]::new));
  }

  private static boolean asksHelp(List<String> arguments) {
    int end = arguments.indexOf("--");
    List<String> own = end < 0 ? arguments : arguments.subList(0, end);
    return own.contains("--help") || own.contains("-h");
  }

  /** No wider than people read, and not narrower than its parts allow. */
  private static int helpWidth(Invocation invocation) {
    return Math.clamp(invocation.terminal().columns(), NARROWEST_HELP, WIDEST_HELP);
  }

  /** The help of a group is no answer to a question about a command that is not in it. */
  private static void requireKnown(CommandLine line, List<String> arguments) {
    CommandLine at = line;
    for (String word : arguments.subList(1, arguments.size())) {
      if (word.startsWith("-") || at.getSubcommands().isEmpty()) {
        return;
      }
      CommandLine below = at.getSubcommands().get(word);
      if (below == null && at.getCommandSpec().userObject() instanceof CommandGroup) {
        throw unknownBelow(at.getCommandSpec(), word, "`sluice help` lists the commands.");
      }
      if (below == null) {
        return;
      }
      at = below;
    }
  }

  private static int help(Invocation invocation, List<String> words) {
    if (words.equals(List.of("--markdown"))) {
      invocation.terminal().out().print(HelpPages.markdown(invocation));
      return ExitCode.DONE.number();
    }
    if (words.size() == 2 && words.getFirst().equals("--man")) {
      int pages = HelpPages.manuals(invocation, words.getLast());
      invocation.note("Wrote " + pages + " pages to " + words.getLast() + ".");
      return ExitCode.DONE.number();
    }
    invocation
        .terminal()
        .out()
        .print(
            words.isEmpty()
                ? CommandEntry.overview(invocation.terminal().style())
                : below(words, invocation).getUsageMessage());
    return ExitCode.DONE.number();
  }

  private static CommandLine below(List<String> words, Invocation invocation) {
    String name = words.getFirst();
    CommandLine found = line(CommandEntry.named(name).orElseThrow(() -> unknown(name)), invocation);
    found.setUsageHelpWidth(helpWidth(invocation));
    for (String word : words.subList(1, words.size())) {
      CommandLine next = found.getSubcommands().get(word);
      if (next == null) {
        throw unknownBelow(found.getCommandSpec(), word, "`sluice help` lists the commands.");
      }
      found = next;
    }
    return found;
  }

  private static CommandLine line(CommandEntry entry, Invocation invocation) {
    Object command = entry.command(invocation);
    CommandLine line = new CommandLine(command);
    if (command instanceof WithSubcommands parent) {
      parent.addTo(line);
    }
    line.setCommandName("sluice " + entry.name());
    helped(line);
    line.setUsageHelpWidth(WIDEST_HELP);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            invocation.terminal().style().isColour()
                ? CommandLine.Help.Ansi.ON
                : CommandLine.Help.Ansi.OFF));
    line.setOut(writer(invocation.terminal().out()));
    line.setErr(writer(invocation.terminal().err()));
    line.setParameterExceptionHandler(
        (mistake, typed) -> {
          Fault fault = mistyped(mistake);
          invocation.fail(fault);
          return ExitCode.FAILED.number();
        });
    line.setExecutionExceptionHandler((failure, below, result) -> failed(failure, invocation));
    return line;
  }

  /** All commands below one, as the shell sees them. */
  static CommandLine tree(Invocation invocation) {
    CommandLine all = new CommandLine(CommandSpec.create().name("sluice"));
    for (String name : CommandEntry.names()) {
      CommandEntry entry = CommandEntry.named(name).orElseThrow();
      CommandLine below = line(entry, invocation);
      // It gets its name from the one above it.
      below.setCommandName(name);
      all.addSubcommand(name, below);
    }
    return all;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Every command has it, and no class needs a field for it. */
  private static void helped(CommandLine line) {
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
    CommandExamples.addTo(line.getCommandSpec());
    line.getSubcommands().values().forEach(Commands::helped);
  }

  /** Says what went wrong, and returns the exit code for it. */
  public static int failed(Exception failure, Invocation invocation) {
    Fault fault = Faults.of(failure);
    invocation.fail(fault);
    return fault.code().number();
  }

  private static boolean isHelp(String word) {
    return word.equals("help") || word.equals("--help") || word.equals("-h");
  }

  private static Fault unknown(String name) {
    if (name.startsWith("-")) {
      return Fault.of(
          "Unknown flag " + name,
          "A command comes first: sluice COMMAND [FLAGS].",
          "`sluice help` lists the commands.");
    }
    return Fault.of(
        "Unknown command \"" + name + "\"",
        meant(name, CommandEntry.names()),
        "`sluice help` lists the commands.");
  }

  private static Fault mistyped(ParameterException mistake) {
    if (mistake.getCause() instanceof Fault fault) {
      return fault;
    }
    CommandSpec spec = mistake.getCommandLine().getCommandSpec();
    String command = spec.qualifiedName();
    String usage = "`" + command + " --help` shows what it takes.";
    return switch (mistake) {
      case UnmatchedArgumentException unmatched -> unmatched(unmatched, spec, usage);
      case MissingParameterException missing -> MissingArguments.told(missing, command, usage);
      case OverwrittenOptionException twice ->
          Fault.of("A flag was given twice", String.valueOf(twice.getMessage()), usage);
      default -> MistypedArguments.told(mistake, command, usage);
    };
  }

  private static Fault unmatched(
      UnmatchedArgumentException unmatched, CommandSpec spec, String usage) {
    String word = unmatched.getUnmatched().getFirst();
    if (word.startsWith("-")) {
      String flag = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      List<String> known =
          spec.options().stream()
              .filter(option -> !option.hidden())
              .map(OptionSpec::longestName)
              .toList();
      return Fault.of(
          "Unknown flag " + flag,
          spec.qualifiedName() + " has no such flag. " + meant(flag, known),
          usage);
    }
    if (!spec.subcommands().isEmpty()) {
      return unknownBelow(spec, word, usage);
    }
    return Fault.of(
        "Unexpected argument", spec.qualifiedName() + " does not expect \"" + word + "\".", usage);
  }

  private static Fault unknownBelow(CommandSpec spec, String word, String usage) {
    Collection<String> known = spec.subcommands().keySet();
    return Fault.of(
        "Unknown command \""
            + spec.qualifiedName().substring("sluice ".length())
            + " "
            + word
            + "\"",
        CommandEntry.named(word).isPresent()
            ? "There is `sluice " + word + "`."
            : known.isEmpty() ? spec.qualifiedName() + " has no subcommands." : meant(word, known),
        usage);
  }

  private static String meant(String typed, Collection<String> known) {
    return Suggestion.ofTyped(typed, known)
        .map(word -> "Did you mean " + word + "?")
        .orElseGet(() -> "Available: " + String.join(", ", new TreeSet<>(known)) + ".");
  }
}
