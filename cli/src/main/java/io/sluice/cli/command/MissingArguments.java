package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What was left out when a command was typed, each with what it is. */
final class MissingArguments {
  private MissingArguments() {}

  static Fault told(MissingParameterException mistake, String command, String usage) {
    List<ArgSpec> missing = mistake.getMissing();
    if (missing.size() == 1
        && missing.getFirst() instanceof OptionSpec option
        && (option.group() != null || !option.required())) {
      return Fault.of(
          option.paramLabel() + " of " + option.longestName() + " is missing",
          command
              + " "
              + option.longestName()
              + " "
              + option.paramLabel()
              + ": "
              + described(option)
              + ".",
          usage);
    }
    boolean choice = missing.size() > 1 && missing.stream().allMatch(MissingArguments::isChoice);
    String names = missing.stream().map(MissingArguments::name).collect(Collectors.joining(", "));
    return Fault.of(
        (choice ? "One of " : "")
            + names
            + (choice || missing.size() == 1 ? " is missing" : " are missing"),
        command
            + " needs "
            + (choice ? "one of " : "")
            + missing.stream().map(MissingArguments::explained).collect(Collectors.joining(", "))
            + ".",
        usage);
  }

  private static boolean isChoice(ArgSpec argument) {
    return argument.group() != null && argument.group().exclusive();
  }

  private static String explained(ArgSpec argument) {
    return argument.description().length == 0
        ? name(argument)
        : name(argument) + " (" + described(argument) + ")";
  }

  private static String described(ArgSpec argument) {
    String text = String.join(" ", argument.description()).strip();
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
