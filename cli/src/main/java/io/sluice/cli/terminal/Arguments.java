package io.sluice.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Arguments as people's fingers type them: Terraform's long flags have one dash ({@code
 * -auto-approve}, {@code -out=F}). Sluice has no clusters of short flags, so one dash before a word
 * of two letters or more can only mean a long flag.
 */
public final class Arguments {
  private static final Pattern LONG_WITH_ONE_DASH =
      Pattern.compile("-[a-z][a-z][a-z-]*(=.*)?", Pattern.DOTALL);

  private Arguments() {}

  public static List<String> normalised(String... typed) {
    List<String> arguments = new ArrayList<>(typed.length);
    boolean literal = false;
    for (String argument : typed) {
      literal |= argument.equals("--");
      boolean oneDash = !literal && LONG_WITH_ONE_DASH.matcher(argument).matches();
      arguments.add(oneDash ? "-" + argument : argument);
    }
    return arguments;
  }

  /** Whether a flag that every command takes is there; takes it out. */
  public static boolean flag(List<String> arguments, String name) {
    int at = before(arguments, name);
    if (at < 0) {
      return false;
    }
    arguments.remove(at);
    return true;
  }

  /**
   * The value of a flag that every command takes, as {@code --f=v} or {@code --f v}; takes it out.
   */
  public static Optional<String> value(List<String> arguments, String name) {
    for (int i = 0; i < end(arguments); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith(name + "=")) {
        arguments.remove(i);
        return Optional.of(argument.substring(name.length() + 1));
      }
      if (argument.equals(name) && i + 1 < arguments.size()) {
        arguments.remove(i);
        return Optional.of(arguments.remove(i));
      }
    }
    return Optional.empty();
  }

  private static int before(List<String> arguments, String name) {
    int at = arguments.indexOf(name);
    return at < end(arguments) ? at : -1;
  }

  private static int end(List<String> arguments) {
    int literal = arguments.indexOf("--");
    return literal < 0 ? arguments.size() : literal;
  }
}
