package io.sluice.cli.terminal;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a shell takes them, so that a command that is printed can be pasted. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWord() {}

  /** Quoted where a shell would read it as something else. */
  public static String of(String word) {
    return PLAIN.matcher(word).matches() ? word : quoted(word);
  }

  /** In single quotes, whatever it is: how addresses are always written. */
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  public static String line(List<String> words) {
    return words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
  }
}
