package io.sluice.cli.render;

import io.sluice.language.source.Diagnostic;
import java.util.ArrayList;
import java.util.List;

/** Text in lines that fit, broken between words; a word that is too long has a line to itself. */
public final class Wrapped {
  private static final int LEAST = 20;

  /** What a frame in colour takes of a line. */
  private static final int FRAME = 2;

  private Wrapped() {}

  /** Lines keep what they are indented by. */
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    text.lines().forEach(line -> add(line, Math.max(LEAST, width), lines));
    return lines;
  }

  public static String text(String text, int width) {
    return String.join("\n", lines(text, width));
  }

  /** An excerpt stays as it is. */
  public static Diagnostic diagnostic(Diagnostic diagnostic, int width) {
    String detail = text(diagnostic.detail(), width - FRAME);
    return new Diagnostic(
        diagnostic.severity(),
        diagnostic.summary(),
        detail,
        fitted(diagnostic.hint(), width - FRAME),
        diagnostic.range(),
        diagnostic.context(),
        diagnostic.observed(),
        diagnostic.about());
  }

  /** A command is to be pasted as it is. */
  private static String fitted(String hint, int width) {
    return hint.contains("`") || hint.contains("sluice ") ? hint : text(hint, width);
  }

  private static void add(String line, int width, List<String> lines) {
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    String rest = line;
    while (rest.length() > width) {
      int end = rest.lastIndexOf(' ', width);
      if (end <= indent.length()) {
        end = rest.indexOf(' ', width);
      }
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end).stripTrailing());
      rest = indent + rest.substring(end).strip();
    }
    lines.add(rest);
  }
}
