package io.sluice.cli.inspect;

import java.util.Optional;

/**
 * Cuts lines into expressions: one goes on over the end of its line while a bracket or a heredoc is
 * open.
 */
public final class TypedExpressions {
  private final StringBuilder open = new StringBuilder();
  private int depth;
  private String heredoc = "";

  /** An expression, when the line ends one. */
  public Optional<String> line(String line) {
    open.append(open.isEmpty() ? "" : "\n").append(line);
    if (!heredoc.isEmpty()) {
      if (line.strip().equals(heredoc)) {
        heredoc = "";
      }
    } else {
      scan(line);
    }
    return depth > 0 || !heredoc.isEmpty() ? Optional.empty() : rest();
  }

  /** What is open when the input ends, so that its fault is reported. */
  public Optional<String> rest() {
    String text = open.toString();
    open.setLength(0);
    depth = 0;
    heredoc = "";
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  public boolean isOpen() {
    return !open.isEmpty();
  }

  private void scan(String line) {
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c == '"') {
        i = behindText(line, i + 1);
        continue;
      }
      if (c == '#' || line.startsWith("//", i)) {
        return;
      }
      if (line.startsWith("<<", i) && begins(line.substring(i + 2))) {
        return;
      }
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      i++;
    }
  }

  private boolean begins(String rest) {
    String word = (rest.startsWith("-") ? rest.substring(1) : rest).strip();
    if (word.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
      heredoc = word;
    }
    return !heredoc.isEmpty();
  }

  /** Behind the quote that ends a text, with the templates in it. */
  private static int behindText(String line, int start) {
    int i = start;
    while (i < line.length() && line.charAt(i) != '"') {
      if (line.charAt(i) == '\\') {
        i += 2;
      } else if (line.startsWith("${", i) || line.startsWith("%{", i)) {
        i = behindTemplate(line, i + 2);
      } else {
        i++;
      }
    }
    return Math.min(line.length(), i + 1);
  }

  private static int behindTemplate(String line, int start) {
    int i = start;
    int braces = 1;
    while (i < line.length() && braces > 0) {
      char c = line.charAt(i);
      if (c == '"') {
        i = behindText(line, i + 1);
      } else {
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        i++;
      }
    }
    return i;
  }
}
