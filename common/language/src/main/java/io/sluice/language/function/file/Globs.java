package io.sluice.language.function.file;

import io.sluice.language.function.FunctionFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Patterns of paths: {@code *}, {@code **}, {@code ?}, character classes and alternatives. */
record Globs(Pattern pattern) {
  static Globs compile(String glob) throws FunctionFailure {
    StringBuilder out = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> {
          if (glob.startsWith("**/", i)) {
            out.append("(?:[^/]+/)*");
            i += 2;
          } else if (glob.startsWith("**", i)) {
            out.append(".*");
            i++;
          } else {
            out.append("[^/]*");
          }
        }
        case '?' -> out.append("[^/]");
        case '{' -> {
          braces++;
          out.append("(?:");
        }
        case '}' -> {
          braces--;
          out.append(')');
        }
        case ',' -> out.append(braces > 0 ? "|" : ",");
        case '[' -> {
          int end = glob.indexOf(']', i + 2);
          if (end < 0) {
            throw malformed(glob);
          }
          String inner = glob.substring(i + 1, end).replace("[", "\\[").replace("&", "\\&");
          out.append('[').append(inner.startsWith("!") ? "^" + inner.substring(1) : inner);
          out.append(']');
          i = end;
        }
        case '\\' -> {
          if (i + 1 == glob.length()) {
            throw malformed(glob);
          }
          out.append(Pattern.quote(glob.substring(i + 1, i + 2)));
          i++;
        }
        default -> out.append(Pattern.quote(String.valueOf(c)));
      }
    }
    try {
      return new Globs(Pattern.compile(out.toString(), Pattern.DOTALL));
    } catch (PatternSyntaxException e) {
      throw malformed(glob);
    }
  }

  private static FunctionFailure malformed(String glob) {
    return new FunctionFailure("failed to glob pattern (" + glob + "): syntax error in pattern");
  }

  boolean matches(String path) {
    return pattern.matcher(path).matches();
  }

  /** A path without needless parts: {@code a//b/../c} is {@code a/c}. */
  static String clean(String path) {
    boolean rooted = path.startsWith("/");
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      boolean up = part.equals("..");
      if (up && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!up || !rooted) {
        parts.addLast(part);
      }
    }
    String joined = String.join("/", parts);
    if (rooted) {
      return "/" + joined;
    }
    return joined.isEmpty() ? "." : joined;
  }
}
