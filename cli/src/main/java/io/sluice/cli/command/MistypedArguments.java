package io.sluice.cli.command;

import io.sluice.cli.terminal.Fault;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.ParameterException;

/** What does not fit where it was typed, in the words of the command and not of its parser. */
final class MistypedArguments {
  private static final Pattern VALUE =
      Pattern.compile(
          "Invalid value for (?:option '(?<flag>[^']+)'|positional parameter at index \\S+)"
              + "(?: \\(<?(?<label>[^)>]+)>?\\))?: (?<why>.*)",
          Pattern.DOTALL);
  private static final Pattern ONE_OF =
      Pattern.compile(
          "expected one of \\[(?<choices>[^]]*)](?: \\([^)]*\\))? but was '(?<typed>.*)'",
          Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("'(?<typed>.*)' is not an? (?:int|long|short|byte)", Pattern.DOTALL);
  private static final Pattern BOTH =
      Pattern.compile("(?:Error: )?(?<flags>.*?)(?: are)? mutually exclusive.*", Pattern.DOTALL);

  private MistypedArguments() {}

  static Fault told(ParameterException mistake, String command, String usage) {
    String message = String.valueOf(mistake.getMessage());
    if (mistake instanceof MutuallyExclusiveArgsException) {
      Matcher both = BOTH.matcher(message);
      String flags = both.matches() ? both.group("flags") : message;
      return Fault.of(
          "These flags exclude one another: " + flags, command + " takes only one of them.", usage);
    }
    Matcher value = VALUE.matcher(message);
    if (!value.matches()) {
      return Fault.of("Invalid argument", command + ": " + message + ".", usage);
    }
    String flag = value.group("flag");
    String label = value.group("label");
    String where = flag != null ? flag : label != null ? label : "the argument";
    String why = value.group("why");
    Matcher choice = ONE_OF.matcher(why);
    if (choice.matches()) {
      return Fault.of(
          "Invalid value for " + where + ": \"" + choice.group("typed") + "\"",
          "It is one of " + choice.group("choices").toLowerCase(Locale.ROOT) + ".",
          usage);
    }
    Matcher number = NUMBER.matcher(why);
    if (number.matches()) {
      return Fault.of(
          "Invalid value for " + where + ": \"" + number.group("typed") + "\"",
          "It must be a whole number.",
          usage);
    }
    return Fault.of("Invalid value for " + where, why + ".", usage);
  }
}
