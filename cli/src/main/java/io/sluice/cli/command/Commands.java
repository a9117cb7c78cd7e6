package io.sluice.cli.command;

import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.WithSubcommands;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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
  private Commands() {}

  public static int execute(Invocation invocation, List<String> arguments) {
    if (arguments.isEmpty() || isHelp(arguments.getFirst())) {
      return help(invocation, arguments.stream().skip(1).toList());
    }
    String name = arguments.getFirst();
    if (name.equals("version") || name.equals("--version")) {
      return VersionCommand.print(invocation, arguments.contains("--json"));
    }
    CommandEntry entry = CommandEntry.named(name).orElseThrow(() -> unknown(name));
    if (!name.equals("completion")) {
      // Before anything reads from it, or takes what can't be read for nothing.
      new LocalDirectory(invocation.directory()).exists();
    }
    CommandLine line = line(entry, invocation);
    return line.execute(arguments.stream().skip(1).toArray(String[]::new));
  }

  private static int help(Invocation invocation, List<String> words) {
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
    helped(line);
    line.setCommandName("sluice " + entry.name());
    line.setUsageHelpWidth(100);
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
          return failed(fault, invocation, List.of(typed).contains("--json"));
        });
    line.setExecutionExceptionHandler(
        (failure, below, result) ->
            failed(failure, invocation, result.expandedArgs().contains("--json")));
    return line;
  }

  /** All commands below one, as the shell sees them. */
  static CommandLine tree(Invocation invocation) {
    CommandLine all = new CommandLine(CommandSpec.create().name("sluice"));
    for (String name : CommandEntry.names()) {
      CommandEntry entry = CommandEntry.named(name).orElseThrow();
      CommandLine below = line(entry, invocation);
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
                .description("Shows this help.")
                .build());
    line.getSubcommands().values().forEach(Commands::helped);
  }

  private static int failed(Exception failure, Invocation invocation, boolean json) {
    Fault fault = Faults.of(failure);
    if (json) {
      fault
          .diagnostics()
          .forEach(
              diagnostic ->
                  invocation.terminal().out().println(JsonLine.of(diagnostic, Instant.now())));
    }
    invocation.tell(fault);
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
      default -> Fault.of("Invalid argument", command + ": " + mistake.getMessage() + ".", usage);
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
        known.isEmpty() ? spec.qualifiedName() + " has no subcommands." : meant(word, known),
        usage);
  }

  private static String meant(String typed, Collection<String> known) {
    return Suggestion.ofTyped(typed, known)
        .map(word -> "Did you mean " + word + "?")
        .orElseGet(() -> "Available: " + String.join(", ", new TreeSet<>(known)) + ".");
  }
}
