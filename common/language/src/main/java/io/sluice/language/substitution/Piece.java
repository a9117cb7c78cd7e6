package io.sluice.language.substitution;

import io.sluice.model.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A string of a configuration, cut into literal text and references. */
sealed interface Piece {
  /** Text as it is meant: <code>$${</code> is <code>${</code> already. */
  record Text(String text) implements Piece {}

  /** <code>${NAME}</code> */
  record Variable(String name) implements Piece {}

  /** <code>${a.b}</code> */
  record Path(Lineage path) implements Piece {}

  /** What opens like a reference and is none. */
  record Malformed(String source, String problem) implements Piece {}

  /** The names that a worker's environment may have in a reference. */
  Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Whether there is anything to look at: most strings of a plan have neither form. */
  static boolean isPlain(String source) {
    return !source.contains("${");
  }

  static List<Piece> cut(String source) {
    List<Piece> pieces = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int i = 0;
    while (i < source.length()) {
      if (source.startsWith("$${", i)) {
        text.append("${");
        i += 3;
      } else if (source.startsWith("${", i)) {
        if (!text.isEmpty()) {
          pieces.add(new Text(text.toString()));
          text.setLength(0);
        }
        int close = closing(source, i + 2);
        pieces.add(reference(source, i, close));
        i = close < 0 ? source.length() : close + 1;
      } else {
        text.append(source.charAt(i));
        i++;
      }
    }
    if (!text.isEmpty()) {
      pieces.add(new Text(text.toString()));
    }
    return pieces;
  }

  /** The closing brace; one inside a quoted key does not count. */
  static int closing(String source, int from) {
    boolean quoted = false;
    for (int i = from; i < source.length(); i++) {
      char c = source.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted && source.charAt(i - 1) == '[';
      } else if (c == '}' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private static Piece reference(String source, int start, int close) {
    if (close < 0) {
      return new Malformed(source.substring(start), "it is not closed with '}'");
    }
    String inner = source.substring(start + 2, close);
    if (VARIABLE.matcher(inner).matches()) {
      return new Variable(inner);
    }
    String whole = source.substring(start, close + 1);
    return switch (Lineage.read(inner)) {
      case Lineage.Malformed(String problem) -> new Malformed(whole, problem);
      case Lineage.Read(Lineage path) ->
          path.segments().stream().anyMatch(Lineage.Member.class::isInstance)
              ? new Path(path)
              : new Malformed(whole, "it names no field, and is not the name of a variable");
    };
  }
}
