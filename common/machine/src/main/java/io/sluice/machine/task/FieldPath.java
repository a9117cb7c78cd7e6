package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Walks {@code a.b[0]["k"]} into a value; a sealed value is not entered. */
final class FieldPath {
  private final String path;
  private int at;

  private FieldPath(String path) {
    this.path = path;
  }

  static Optional<JsonNode> walk(JsonNode value, String path) {
    return new FieldPath(path).walk(value);
  }

  /** The key that {@code ["k"]} stands for. */
  static String key(String bracketed) {
    FieldPath path = new FieldPath(bracketed);
    path.at = 1;
    return path.quoted();
  }

  private Optional<JsonNode> walk(JsonNode value) {
    JsonNode current = value;
    while (at < path.length()) {
      JsonNode next = step(current);
      if (next == null || next.isMissingNode()) {
        return Optional.empty();
      }
      current = next;
    }
    return Optional.of(current);
  }

  private @Nullable JsonNode step(JsonNode from) {
    if (path.charAt(at) == '[') {
      return bracket(from);
    }
    if (path.charAt(at) == '.') {
      at++;
    }
    int start = at;
    while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
      at++;
    }
    String name = path.substring(start, at);
    if (from.isArray() && isIndex(name)) {
      return from.get(Integer.parseInt(name));
    }
    return from.isObject() && !from.has("$sealed") ? from.get(name) : null;
  }

  private @Nullable JsonNode bracket(JsonNode from) {
    at++;
    if (at < path.length() && path.charAt(at) == '"') {
      String key = quoted();
      at++;
      return from.isObject() && !from.has("$sealed") ? from.get(key) : null;
    }
    int end = path.indexOf(']', at);
    if (end < 0) {
      at = path.length();
      return null;
    }
    String index = path.substring(at, end);
    at = end + 1;
    return from.isArray() && isIndex(index) ? from.get(Integer.parseInt(index)) : null;
  }

  private String quoted() {
    StringBuilder key = new StringBuilder();
    at++;
    while (at < path.length() && path.charAt(at) != '"') {
      char c = path.charAt(at);
      if (c == '\\' && at + 1 < path.length()) {
        at++;
        c = unescaped(path.charAt(at));
      } else if ((c == '$' || c == '%') && path.startsWith(c + "" + c + "{", at)) {
        at++;
      }
      key.append(c);
      at++;
    }
    at++;
    return key.toString();
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> c;
    };
  }

  private static boolean isIndex(String text) {
    return !text.isEmpty()
        && text.length() < 10
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
